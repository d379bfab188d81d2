// SPDX-License-Identifier: MIT
#include "checkers/race_shadow.h"

#include <algorithm>

namespace checkers::race {

Shadow::Page& Shadow::page(std::uint32_t segment, std::uint64_t number) {
  if (segment >= segments_.size()) segments_.resize(segment + 1);
  auto& pages = segments_[segment];
  if (number >= pages.size()) pages.resize(number + 1);
  if (pages[number] == nullptr) {
    pages[number] = std::make_unique<Page>();
    pages[number]->cells.resize(kPageBytes / kWordBytes);
  }
  return *pages[number];
}

const Shadow::Page* Shadow::find(std::uint32_t segment, std::uint64_t number) const {
  if (segment >= segments_.size() || number >= segments_[segment].size()) return nullptr;
  return segments_[segment][number].get();
}

void Shadow::refine(Page& page) {
  if (page.fine) return;
  page.fine = true;
  page.settled = {};
  std::vector<Cell> bytes(kPageBytes);
  for (std::size_t byte = 0; byte < bytes.size(); ++byte) {
    bytes[byte] = page.cells[byte / kWordBytes];
    if (bytes[byte].strong != 0 && byte % kWordBytes != 0) {
      const StrongPair pair = strong_[bytes[byte].strong];
      bytes[byte].strong = 0;
      strong_of(bytes[byte]) = pair;
    }
  }
  page.cells = std::move(bytes);
}

Shadow::StrongPair& Shadow::strong_of(Cell& cell) {
  if (cell.strong == 0) {
    cell.strong = static_cast<std::uint32_t>(strong_.size());
    strong_.emplace_back();
  }
  return strong_[cell.strong];
}

void Shadow::clear() {
  for (auto& pages : segments_) {
    for (auto& page : pages) {
      if (page == nullptr) continue;
      std::ranges::fill(page->cells, Cell{});
      page->settled = {};
    }
  }
  strong_.resize(1);
}

}  // namespace checkers::race
