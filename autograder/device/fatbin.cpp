// SPDX-License-Identifier: MIT
#include "device/fatbin.h"

#include <cstring>
#include <type_traits>

namespace device {

namespace {

constexpr std::uint32_t kFatbinMagic = 0xBA55ED50;
constexpr std::uint16_t kKindPtx = 1;
constexpr std::uint16_t kKindElf = 2;
constexpr std::uint64_t kFlagLz4 = 0x2000;
constexpr std::uint64_t kFlagZstd = 0x8000;

/// Offsets of the fields that are used, from the start of a header or an entry.
constexpr std::size_t kHeaderBytesAt = 6;
constexpr std::size_t kHeaderPayloadAt = 8;
constexpr std::size_t kFixedHeaderBytes = 16;
constexpr std::size_t kEntryHeaderBytesAt = 4;
constexpr std::size_t kEntryPayloadAt = 8;
constexpr std::size_t kEntryArchitectureAt = 28;
constexpr std::size_t kEntryFlagsAt = 40;
constexpr std::size_t kFixedEntryBytes = 64;

template <class T>
T number_at(std::span<const std::byte> bytes, std::size_t offset) {
  static_assert(std::is_unsigned_v<T>);
  T number = 0;
  std::memcpy(&number, bytes.data() + offset, sizeof number);
  return number;
}

base::Diagnostic broken(std::string what) {
  return {{}, "the program's device code is not a fatbin that can be read: " + std::move(what), ""};
}

FatbinEntry describe_entry(std::span<const std::byte> header) {
  FatbinEntry entry;
  const auto kind = number_at<std::uint16_t>(header, 0);
  if (kind == kKindPtx) entry.kind = FatbinEntry::Kind::Ptx;
  if (kind == kKindElf) entry.kind = FatbinEntry::Kind::Elf;
  entry.architecture = number_at<std::uint32_t>(header, kEntryArchitectureAt);
  const auto flags = number_at<std::uint64_t>(header, kEntryFlagsAt);
  if ((flags & kFlagLz4) != 0) entry.packing = FatbinEntry::Packing::Lz4;
  if ((flags & kFlagZstd) != 0) entry.packing = FatbinEntry::Packing::Zstd;
  return entry;
}

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// PTX text without the NUL bytes behind it; a diagnostic when it is no PTX.
base::Result<std::string> checked_ptx(std::string text) {
  text.resize(text.find_last_not_of('\0') + 1);
  if (text.find('\0') != std::string::npos) {
    return base::Diagnostic{{}, "the program's device code is not PTX text", ""};
  }
  if (text.find(".version") == std::string::npos) {
    return base::Diagnostic{{}, "the program's device code has no .version line", ""};
  }
  return text;
}

base::Diagnostic no_plain_ptx(const std::vector<FatbinEntry>& entries) {
  for (const FatbinEntry& entry : entries) {
    if (entry.kind != FatbinEntry::Kind::Ptx) continue;
    const bool zstd = entry.packing == FatbinEntry::Packing::Zstd;
    return {{},
            std::string("the program's PTX is compressed (") + (zstd ? "zstd" : "LZ4") + ")",
            "compile with -no-compress (nvcc 12.8 and newer: --compress-mode=none)"};
  }
  for (const FatbinEntry& entry : entries) {
    if (entry.kind != FatbinEntry::Kind::Elf) continue;
    const std::string architecture = std::to_string(entry.architecture);
    return {{},
            "the program holds machine code for sm_" + architecture + " but no PTX",
            "compile with -gencode arch=compute_" + architecture + ",code=compute_" + architecture};
  }
  return {{}, "the program holds no device code", "does the file define a __global__ function?"};
}

}  // namespace

bool looks_like_fatbin(std::span<const std::byte> image) {
  return image.size() >= sizeof kFatbinMagic && number_at<std::uint32_t>(image, 0) == kFatbinMagic;
}

base::Result<std::vector<FatbinEntry>> read_fatbin(std::span<const std::byte> image) {
  if (!looks_like_fatbin(image) || image.size() < kFixedHeaderBytes) {
    return broken("the header is not that of a fatbin");
  }
  const auto header_bytes = number_at<std::uint16_t>(image, kHeaderBytesAt);
  const auto payload_bytes = number_at<std::uint64_t>(image, kHeaderPayloadAt);
  if (header_bytes < kFixedHeaderBytes || header_bytes > image.size() ||
      payload_bytes > image.size() - header_bytes) {
    return broken("it is longer than its bytes");
  }
  std::span<const std::byte> rest = image.subspan(header_bytes, payload_bytes);
  std::vector<FatbinEntry> entries;
  // Less than a whole entry header at the end is padding.
  while (rest.size() >= kFixedEntryBytes) {
    const auto entry_header = number_at<std::uint32_t>(rest, kEntryHeaderBytesAt);
    const auto payload = number_at<std::uint64_t>(rest, kEntryPayloadAt);
    if (entry_header < kFixedEntryBytes || entry_header > rest.size() ||
        payload > rest.size() - entry_header) {
      return broken("part " + std::to_string(entries.size() + 1) + " is longer than its bytes");
    }
    FatbinEntry entry = describe_entry(rest);
    entry.payload = rest.subspan(entry_header, payload);
    entries.push_back(entry);
    rest = rest.subspan(entry_header + payload);
  }
  return entries;
}

base::Result<std::string> ptx_of_image(std::span<const std::byte> image) {
  if (!looks_like_fatbin(image)) return checked_ptx(text_of(image));
  const base::Result<std::vector<FatbinEntry>> entries = read_fatbin(image);
  if (!entries) return entries.errors();
  const FatbinEntry* best = nullptr;
  for (const FatbinEntry& entry : *entries) {
    if (entry.kind != FatbinEntry::Kind::Ptx || entry.packing != FatbinEntry::Packing::Plain) {
      continue;
    }
    if (best == nullptr || entry.architecture > best->architecture) best = &entry;
  }
  if (best == nullptr) return no_plain_ptx(*entries);
  return checked_ptx(text_of(best->payload));
}

}  // namespace device
