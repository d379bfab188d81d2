// SPDX-License-Identifier: MIT
#include "device/fatbin.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <random>

using namespace device;
using Bytes = std::vector<std::byte>;

namespace {

template <class T>
void put(Bytes& bytes, std::size_t at, T number) {
  std::memcpy(bytes.data() + at, &number, sizeof number);
}

Bytes entry(std::uint16_t kind, std::uint32_t architecture, std::uint64_t flags, std::string text,
            std::uint32_t header_bytes = 72) {
  while (text.size() % 8 != 0) text += '\0';
  Bytes bytes(header_bytes + text.size());
  put(bytes, 0, kind);
  put(bytes, 2, std::uint16_t{0x0101});
  put(bytes, 4, header_bytes);
  put(bytes, 8, std::uint64_t{text.size()});
  put(bytes, 28, architecture);
  put(bytes, 40, flags);
  std::memcpy(bytes.data() + header_bytes, text.data(), text.size());
  return bytes;
}

Bytes fatbin(const std::vector<Bytes>& entries) {
  Bytes bytes(16);
  put(bytes, 0, std::uint32_t{0xBA55ED50});
  put(bytes, 4, std::uint16_t{1});
  put(bytes, 6, std::uint16_t{16});
  for (const Bytes& part : entries) bytes.insert(bytes.end(), part.begin(), part.end());
  put(bytes, 8, std::uint64_t{bytes.size() - 16});
  return bytes;
}

Bytes raw(std::string_view text) {
  Bytes bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

constexpr std::uint16_t kPtx = 1;
constexpr std::uint16_t kElf = 2;

/// The text that is found, or the message and hint when none is.
std::string check(const Bytes& image) {
  const base::Result<std::string> text = ptx_of_image(image);
  return text ? *text : base::to_string(text.errors().front());
}

}  // namespace

TEST_CASE("the PTX of a fatbin is found without its padding", "[device][fatbin]") {
  const auto header_bytes = GENERATE(64U, 80U, 104U, 128U);
  CHECK(check(fatbin({entry(kPtx, 75, 0x11, "\n.version 9.0\n", header_bytes)})) ==
        "\n.version 9.0\n");
}

TEST_CASE("of several parts the newest plain PTX is taken", "[device][fatbin]") {
  CHECK(check(fatbin({entry(kElf, 90, 0x11, "ELF"), entry(kPtx, 75, 0x11, ".version 1"),
                      entry(kPtx, 80, 0x11, ".version 2"),
                      entry(kPtx, 90, 0x8011, ".version 3")})) == ".version 2");
}

TEST_CASE("clang's plain text is taken as it is", "[device][fatbin]") {
  using namespace std::string_literals;
  CHECK(check(raw("//\n.version 7.2\n.target sm_70\n\0"s)) == "//\n.version 7.2\n.target sm_70\n");
}

TEST_CASE("a fatbin without plain PTX says what to do", "[device][fatbin]") {
  CHECK_THAT(check(fatbin({entry(kPtx, 75, 0x8011, "x")})),
             Catch::Contains("compressed (zstd)") && Catch::Contains("-no-compress"));
  CHECK_THAT(check(fatbin({entry(kPtx, 75, 0x2011, "x")})), Catch::Contains("compressed (LZ4)"));
  CHECK_THAT(check(fatbin({entry(kElf, 90, 0x11, "x")})),
             Catch::Contains("sm_90 but no PTX") && Catch::Contains("code=compute_90"));
  CHECK_THAT(check(fatbin({})), Catch::Contains("no device code"));
}

TEST_CASE("what is neither fatbin nor PTX is refused", "[device][fatbin]") {
  CHECK_THAT(check({}), Catch::Contains("no .version"));
  CHECK_THAT(check(raw("\x7f"
                       "ELF")),
             Catch::Contains("no .version"));
  CHECK_THAT(check(raw(std::string_view("a\0.version", 10))), Catch::Contains("not PTX text"));
}

TEST_CASE("lengths that lie are refused", "[device][fatbin]") {
  Bytes image = fatbin({entry(kPtx, 75, 0x11, ".version 9.0")});
  SECTION("of the whole") {
    put(image, 8, std::uint64_t{1} << 40);
  }
  SECTION("of the header") {
    put(image, 6, std::uint16_t{60000});
  }
  SECTION("of a part's header") {
    put(image, 16 + 4, std::uint32_t{0});
  }
  SECTION("of a part") {
    put(image, 16 + 8, ~std::uint64_t{0});
  }
  CHECK_THAT(check(image), Catch::Contains("longer than its bytes"));
}

TEST_CASE("any bytes are taken without harm", "[device][fatbin]") {
  const Bytes good =
      fatbin({entry(kElf, 75, 0x11, "ELF"), entry(kPtx, 75, 0x11, ".version 9.0 ...")});
  std::mt19937 random(7);
  for (int round = 0; round < 20000; ++round) {
    Bytes image(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(random() % good.size()));
    for (unsigned flips = random() % 4; flips > 0 && image.size() > 4; --flips) {
      image[4 + random() % (image.size() - 4)] = static_cast<std::byte>(random());
    }
    const base::Result<std::string> text = ptx_of_image(image);
    CHECK((text.ok() || !text.errors().empty()));
  }
}
