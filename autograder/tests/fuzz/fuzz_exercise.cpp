// SPDX-License-Identifier: MIT
// The reader of exercise.toml: any text gives an exercise or diagnostics that say where.
#include "course/reader.h"
#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  course::ExerciseText source;
  source.name = "fuzzed";
  source.file = "exercise.toml";
  source.text = fuzz::text_of(data, size);
  const auto exercise = course::read_exercise(source);
  if (exercise.ok()) return 0;
  fuzz::require(!exercise.errors().empty(), "a refusal says why");
  for (const base::Diagnostic& problem : exercise.errors()) {
    fuzz::require(!problem.message.empty(), "a diagnostic has a message");
  }
  return 0;
}
