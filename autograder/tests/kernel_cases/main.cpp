// SPDX-License-Identifier: MIT
// Runs the kernel cases given as files; ctest calls it once per file.
#include <cstdio>
#include <exception>
#include <string>
#include <utility>

#include "base/files.h"
#include "tests/kernel_cases/kernel_case.h"

namespace {

bool run(const char* file) {
  const auto text = base::read_file(file);
  if (!text) {
    std::fputs(base::to_string(text.errors()).c_str(), stderr);
    return false;
  }
  const auto kernel_case = kernel_cases::parse_case(*text, file);
  if (!kernel_case) {
    std::fputs(base::to_string(kernel_case.errors()).c_str(), stderr);
    return false;
  }
  auto complaints = kernel_cases::run_case(*kernel_case);
  for (std::string& more : kernel_cases::compare_settings(*kernel_case))
    complaints.push_back(std::move(more));
  for (const std::string& complaint : complaints)
    std::fprintf(stderr, "%s: %s\n", file, complaint.c_str());
  return complaints.empty();
}

}  // namespace

int main(int argc, char** argv) {
  bool good = argc > 1;
  for (int i = 1; i < argc; ++i) {
    try {
      good = run(argv[i]) && good;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s: %s\n", argv[i], error.what());
      good = false;
    }
  }
  return good ? 0 : 1;
}
