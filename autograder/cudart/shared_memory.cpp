// SPDX-License-Identifier: MIT
#include "cudart/shared_memory.h"

#include <sys/mman.h>

namespace cudart {

bool map_shared(std::uint64_t address, std::size_t bytes, const protocol::FileDescriptor& file) {
  const std::size_t rounded = whole_pages(bytes);
  void* wanted = reinterpret_cast<void*>(address);
  void* mapped = mmap(wanted, rounded, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE,
                      file.get(), 0);
  if (mapped == wanted) return true;
  if (mapped != MAP_FAILED) munmap(mapped, rounded);
  return false;
}

void unmap_shared(std::uint64_t address, std::size_t bytes) {
  munmap(reinterpret_cast<void*>(address), whole_pages(bytes));
}

}  // namespace cudart
