// SPDX-License-Identifier: MIT
#include "report/json.h"

#include "grader/result_json.h"

namespace report {

std::string write_json(const grader::GradeResult& result, const Style&) {
  return grader::to_json(result);
}

}  // namespace report
