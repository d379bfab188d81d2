// SPDX-License-Identifier: MIT
// Compares the counters of a `run --json` with those that an H200 recorded: compare_counts run.json
// recorded.csv
#include <cstdint>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/text.h"

namespace {

using Row = std::map<std::string, std::string>;

std::vector<Row> read_table(const std::string& file) {
  const auto lines = base::split_lines(base::read_file(file).value());
  const auto names = base::split(lines.at(0), ',');
  std::vector<Row> rows;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    auto fields = base::split(lines[i], ',');
    while (fields.size() > names.size()) {  // the last field is quoted and may hold commas
      fields[names.size() - 1] += ',' + fields[names.size()];
      fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(names.size()));
    }
    Row row;
    for (std::size_t k = 0; k < names.size(); ++k) row[names[k]] = fields.at(k);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::uint64_t counted(const nlohmann::json& counters, const std::string& name) {
  if (name == "shared_bank_conflicts") {
    return counters.value("shared_load_bank_conflicts", std::uint64_t{0}) +
           counters.value("shared_store_bank_conflicts", std::uint64_t{0});
  }
  return counters.value(name, std::uint64_t{0});
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const auto run = nlohmann::json::parse(base::read_file(argv[1]).value());
  const auto recorded = read_table(argv[2]);
  const auto& launches = run.at("launches");
  std::map<std::string, std::string> reasons;
  for (const Row& row : read_table(argv[3])) {
    if (row.at("compiler") == argv[4]) reasons[row.at("kernel")] = row.at("reason");
  }
  std::map<std::string, bool> seen;
  int differences = launches.size() == recorded.size() ? 0 : 1;
  if (differences != 0)
    std::printf("%zu launches, recorded are %zu\n", launches.size(), recorded.size());
  for (std::size_t i = 0; i < std::min<std::size_t>(launches.size(), recorded.size()); ++i) {
    for (const auto& [name, value] : recorded[i]) {
      const std::string got = name == "kernel"
                                  ? launches[i].at("name").get<std::string>()
                                  : std::to_string(counted(launches[i].at("counters"), name));
      if (got == value) continue;
      const std::string& kernel = recorded[i].at("kernel");
      seen[kernel] = true;
      if (!reasons.contains(kernel)) ++differences;
      std::printf("launch %zu, %s: %s is %s, the H200 counted %s\n", i, kernel.c_str(),
                  name.c_str(), got.c_str(), value.c_str());
    }
  }
  for (const auto& [kernel, reason] : reasons) {
    if (seen[kernel]) {
      std::printf("%s differs: %s\n", kernel.c_str(), reason.c_str());
    } else {
      ++differences;
      std::printf("%s agrees now: take it out of the table of differences\n", kernel.c_str());
    }
  }
  std::printf("%zu launches, %d differences\n", launches.size(), differences);
  return differences == 0 ? 0 : 1;
}
