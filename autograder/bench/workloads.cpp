// SPDX-License-Identifier: MIT
#include "bench/workloads.h"

#include <bit>

namespace bench {

namespace {

constexpr std::uint64_t kPerRow = 16;  // elements in each row of the sparse matrix
constexpr std::uint32_t kSpread = 2654435761U;

Argument output(std::uint64_t count) {
  return {true, 0, count, {}};
}

template <class Value>
Argument filled(std::uint64_t count, Value value) {
  Argument argument{true, 0, count, {}};
  for (std::uint64_t i = 0; i < count; ++i) argument.content.push_back(value(i));
  return argument;
}

Argument numbers(std::uint64_t count) {
  return filled(count, [](std::uint64_t i) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(i % 17) - 8.0f);
  });
}

Argument scalar(std::uint64_t value) {
  return {false, static_cast<int>(value), 0, {}};
}

std::vector<Argument> products(std::uint64_t n) {
  return {output(n * n), numbers(n * n), numbers(n * n), scalar(n)};
}

std::vector<Argument> sums(std::uint64_t n) {
  return {output((n + 255) / 256), numbers(n), scalar(n)};
}

std::vector<Argument> running_sums(std::uint64_t n) {
  return {output(n), numbers(n), scalar(n)};
}

std::vector<Argument> turned(std::uint64_t n) {
  return {output(n * n), numbers(n * n), scalar(n)};
}

std::vector<Argument> counts(std::uint64_t n) {
  return {filled(256, [](std::uint64_t) { return 0U; }),
          filled(n, [](std::uint64_t i) { return static_cast<std::uint32_t>(i * kSpread >> 7); }),
          scalar(n)};
}

std::vector<Argument> sparse_product(std::uint64_t n) {
  return {
      output(n),
      filled(n + 1, [](std::uint64_t i) { return static_cast<std::uint32_t>(i * kPerRow); }),
      filled(n * kPerRow,
             [n](std::uint64_t i) { return static_cast<std::uint32_t>((i * kSpread >> 5) % n); }),
      numbers(n * kPerRow),
      numbers(n),
      scalar(n)};
}

Extent lines(std::uint64_t n) {
  return {static_cast<std::uint32_t>((n + 255) / 256), 1, 1};
}

template <std::uint32_t Tile>
Extent tiles(std::uint64_t n) {
  const auto side = static_cast<std::uint32_t>((n + Tile - 1) / Tile);
  return {side, side, 1};
}

Extent sixty_four(std::uint64_t) {
  return {64, 1, 1};
}

double linear(std::uint64_t n) {
  return static_cast<double>(n);
}

double square(std::uint64_t n) {
  return linear(n) * linear(n);
}

double cube(std::uint64_t n) {
  return square(n) * linear(n);
}

double per_row(std::uint64_t n) {
  return linear(n * kPerRow);
}

}  // namespace

const std::vector<Workload>& workloads() {
  static const std::vector<Workload> all = {
      {"naive", "multiply-adds", 512, 64, products, tiles<16>, {16, 16, 1}, cube},
      {"tiled", "multiply-adds", 512, 64, products, tiles<16>, {16, 16, 1}, cube},
      {"reduce", "elements", 1U << 22, 1U << 14, sums, lines, {256, 1, 1}, linear},
      {"transpose", "elements", 1024, 128, turned, tiles<32>, {32, 8, 1}, square},
      {"histogram", "elements", 1U << 20, 1U << 15, counts, sixty_four, {256, 1, 1}, linear},
      {"sparse", "multiply-adds", 1U << 16, 1U << 11, sparse_product, lines, {256, 1, 1}, per_row},
      {"scan", "elements", 1U << 20, 1U << 13, running_sums, lines, {256, 1, 1}, linear},
  };
  return all;
}

}  // namespace bench
