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
    const auto fields = base::split(lines[i], ',');
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
  if (argc != 3) return 2;
  const auto run = nlohmann::json::parse(base::read_file(argv[1]).value());
  const auto recorded = read_table(argv[2]);
  const auto& launches = run.at("launches");
  int differences = launches.size() == recorded.size() ? 0 : 1;
  if (differences != 0)
    std::printf("%zu launches, recorded are %zu\n", launches.size(), recorded.size());
  for (std::size_t i = 0; i < std::min<std::size_t>(launches.size(), recorded.size()); ++i) {
    for (const auto& [name, value] : recorded[i]) {
      const std::string got = name == "kernel"
                                  ? launches[i].at("name").get<std::string>()
                                  : std::to_string(counted(launches[i].at("counters"), name));
      if (got == value) continue;
      ++differences;
      std::printf("launch %zu, %s: %s is %s, the H200 counted %s\n", i,
                  recorded[i].at("kernel").c_str(), name.c_str(), got.c_str(), value.c_str());
    }
  }
  std::printf("%zu launches, %d differences\n", launches.size(), differences);
  return differences == 0 ? 0 : 1;
}
