// SPDX-License-Identifier: MIT
// Gives every file of the named files and folders to a fuzz target: the short replay of CI.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/fuzz/target.h"

namespace fs = std::filesystem;

namespace {

std::string content(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The input, and what is left of it when its second half is lost: files arrive cut off, too.
void replay(const fs::path& file) {
  const std::string text = content(file);
  for (const std::size_t size : {text.size(), text.size() / 2}) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), size);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t inputs = 0;
  for (int i = 1; i < argc; ++i) {
    if (fs::is_regular_file(argv[i])) {
      replay(argv[i]);
      ++inputs;
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(argv[i])) {
      if (!entry.is_regular_file()) continue;
      replay(entry.path());
      ++inputs;
    }
  }
  std::cout << inputs << " inputs\n";
  return inputs == 0 ? 1 : 0;
}
