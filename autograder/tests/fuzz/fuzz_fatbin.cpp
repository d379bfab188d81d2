// SPDX-License-Identifier: MIT
// The fatbin reader: any bytes give PTX text or diagnostics, and parts lie within the image.
#include "device/fatbin.h"
#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto image = fuzz::bytes_of(data, size);
  const auto entries = device::read_fatbin(image);
  if (entries.ok()) {
    for (const device::FatbinEntry& entry : *entries) {
      const bool within = entry.payload.empty() ||
                          (entry.payload.data() >= image.data() &&
                           entry.payload.data() + entry.payload.size() <= image.data() + size);
      fuzz::require(within, "a part lies within its image");
    }
  }
  const auto text = device::ptx_of_image(image);
  fuzz::require(text.ok() || !text.errors().empty(), "there is a text or a reason");
  return 0;
}
