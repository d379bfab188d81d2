// SPDX-License-Identifier: MIT
#include "vgpu/memory.h"

#include <sys/mman.h>

#include <cstring>
#include <utility>

namespace vgpu {

namespace {

constexpr std::uint64_t kGuard =
    64;  // an access of one lane may be 32 bytes; bounds are checked before, this is slack

std::byte* map_bytes(std::uint64_t size) {
  void* data = mmap(nullptr, size + kGuard, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return data == MAP_FAILED ? nullptr : static_cast<std::byte*>(data);
}

void unmap(Segment& segment) {
  if (segment.data != nullptr) munmap(segment.data, segment.size + kGuard);
  segment.data = nullptr;
}

}  // namespace

GlobalMemory::GlobalMemory(std::uint64_t capacity_bytes) : capacity_(capacity_bytes) {}

GlobalMemory::~GlobalMemory() {
  for (const auto& segment : slots_) {
    if (segment->live && address_map::is_global(segment->base)) unmap(*segment);
  }
}

Segment* GlobalMemory::allocate(std::uint64_t size, std::string name, Role role, std::string site) {
  constexpr std::uint64_t kSlots =
      (address_map::kGlobalLast - address_map::kGlobalFirst) >> address_map::kSlotBits;
  if (size > capacity_ - used_ || slots_.size() >= kSlots) return nullptr;
  std::byte* data = map_bytes(size);
  if (data == nullptr) return nullptr;
  std::memset(data, static_cast<int>(kPoison), size);
  auto segment = std::make_unique<Segment>();
  segment->role = role;
  segment->id = static_cast<std::uint32_t>(slots_.size());
  segment->base = address_map::kGlobalFirst + slots_.size() * address_map::kSlotBytes +
                  address_map::kSlotBytes / 2;
  segment->size = size;
  segment->data = data;
  segment->initialized = ByteSet(size);
  segment->name = std::move(name);
  segment->site = std::move(site);
  used_ += size;
  slots_.push_back(std::move(segment));
  return slots_.back().get();
}

Segment* GlobalMemory::adopt(std::byte* data, std::uint64_t size, std::string name, Role role,
                             Address at) {
  auto segment = std::make_unique<Segment>();
  segment->role = role;
  segment->id = static_cast<std::uint32_t>(slots_.size());
  segment->base = at;
  segment->size = size;
  segment->data = data;
  segment->initialized = ByteSet(size);
  segment->initialized.insert_all();
  segment->name = std::move(name);
  slots_.push_back(std::move(segment));
  adopted_.push_back(slots_.back().get());
  return adopted_.back();
}

bool GlobalMemory::release(Address base, std::string site) {
  Segment* segment = find(base);
  if (segment == nullptr || !segment->live || segment->base != base) return false;
  if (address_map::is_global(base)) {
    unmap(*segment);
    used_ -= segment->size;
  }
  segment->data = nullptr;
  segment->live = false;
  segment->initialized = ByteSet();
  segment->freed_site = std::move(site);
  return true;
}

Segment* GlobalMemory::find_adopted(Address address) const {
  for (Segment* segment : adopted_) {
    if (address - segment->base < segment->size) return segment;
  }
  return nullptr;
}

Segment* GlobalMemory::find_range(Address address, std::uint64_t bytes) const {
  Segment* segment = find(address);
  if (segment == nullptr || !segment->live || address < segment->base) return nullptr;
  const std::uint64_t offset = address - segment->base;
  return offset <= segment->size && bytes <= segment->size - offset ? segment : nullptr;
}

}  // namespace vgpu
