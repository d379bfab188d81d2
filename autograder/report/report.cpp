// SPDX-License-Identifier: MIT
#include "report/report.h"

#include "report/csv.h"
#include "report/gradescope.h"
#include "report/html.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/table.h"

namespace report {

const std::vector<Format>& formats() {
  static const std::vector<Format> all = {
#define REPORT(name, file, help) Format{#name, file, help, write_##name},
#include "report/reports.def"
#undef REPORT
  };
  return all;
}

const Format* find_format(std::string_view name) {
  for (const Format& format : formats()) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

}  // namespace report
