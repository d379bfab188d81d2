// SPDX-License-Identifier: MIT
#include "cudart/memory_map.h"

#include "cudart/client.h"

namespace cudart {

namespace {

std::uint64_t number(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

}  // namespace

MemoryMap& MemoryMap::get() {
  static MemoryMap& map = *new MemoryMap;
  return map;
}

void MemoryMap::set(Ranges& ranges, std::uint64_t base, std::uint64_t bytes) {
  if (bytes == 0) {
    ranges.erase(base);
  } else {
    ranges[base] = bytes;
  }
}

std::optional<Range> MemoryMap::find_in(const Ranges& ranges, std::uint64_t address) {
  auto entry = ranges.upper_bound(address);
  if (entry == ranges.begin()) return std::nullopt;
  --entry;
  if (address - entry->first >= entry->second) return std::nullopt;
  return Range{entry->first, entry->second};
}

void MemoryMap::set_device(std::uint64_t base, std::uint64_t bytes) {
  set(device_, base, bytes);
}
void MemoryMap::set_managed(std::uint64_t base, std::uint64_t bytes) {
  set(managed_, base, bytes);
}
void MemoryMap::set_pinned(std::uint64_t base, std::uint64_t bytes, bool shared) {
  set(pinned_, base, bytes);
  shared_.erase(base);
  if (shared && bytes != 0) shared_.insert(base);
}

std::optional<Pinned> MemoryMap::pinned(const void* pointer) const {
  const std::optional<Range> range = find_in(pinned_, number(pointer));
  if (!range) return std::nullopt;
  return Pinned{range->base, range->bytes, shared_.contains(range->base)};
}

std::uint64_t MemoryMap::managed_bytes(std::uint64_t base) const {
  const auto entry = managed_.find(base);
  return entry == managed_.end() ? 0 : entry->second;
}

void MemoryMap::clear() {
  device_.clear();
  managed_.clear();
}

Place MemoryMap::place(const void* pointer) const {
  const std::uint64_t address = number(pointer);
  if (Client::get().is_device_address(address)) return Place::Device;
  if (find_in(managed_, address)) return Place::Managed;
  if (find_in(pinned_, address)) return Place::Pinned;
  return Place::Host;
}

std::optional<Range> MemoryMap::find(const void* pointer) {
  const std::uint64_t address = number(pointer);
  for (const Ranges* ranges : {&device_, &managed_, &pinned_}) {
    if (const std::optional<Range> range = find_in(*ranges, address)) return range;
  }
  if (!Client::get().is_device_address(address)) return std::nullopt;
  const auto info = Client::get().call<protocol::PointerInfo>(protocol::QueryPointer{address});
  if (!info || !info->found) return std::nullopt;
  device_[info->base] = info->bytes;
  return Range{info->base, info->bytes};
}

}  // namespace cudart
