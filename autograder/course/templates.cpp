// SPDX-License-Identifier: MIT
#include "course/templates.h"

#include <cctype>

namespace course {
namespace {

constexpr const char* kLessonHead = R"(minutes = 10
objectives = ["Say here what the student can do afterwards"]
needs = []
)";

constexpr const char* kAssignmentHead = R"(points = 0
order = 99
needs = []
)";

constexpr const char* kExercise = R"toml(# Keys: docs/formats/exercise_toml.md
title = "@TITLE@"
@HEAD@
[[entry]]
name = "@TOPIC@"
kind = "kernel"
spec = "@TOPIC@_spec"
grid = ["ceil_div(n, 128)"]
block = [128]

[[entry.parameter]]
name = "out"
type = "float*"
role = "output"
shape = ["n"]

[[entry.parameter]]
name = "a"
type = "const float*"
role = "input"
shape = ["n"]

[[entry.parameter]]
name = "n"
type = "int"
value = "n"

[[case]]
key = "one_block"
variables = { n = 128 }

[[case]]
key = "one_more"
variables = { n = 129 }

[[case]]
key = "prime"
variables = { n = 1009 }

[[budget]]
counter = "global_loads"

[[budget]]
counter = "global_stores"

[[hint]]
tiers = ["Say here what to look at first.", "Say here nearly how it is done."]
)toml";

constexpr const char* kReadme = R"(# @TITLE@

Start from a picture and one question; explain only what is new.

## Your task

Fill in the region of `@TOPIC@.cu`; `@TOPIC@_spec` says what is wanted.
)";

constexpr const char* kReference = R"(// SPDX-License-Identifier: MIT
/// \file
/// @TITLE@.
///
/// What you learn, how to run it and what you should see stand in README.md.

/// What is wanted.
void @TOPIC@_spec(float* out, const float* a, int n) {
  for (int i = 0; i < n; ++i) out[i] = a[i] + 1.0f;
}

__global__ void @TOPIC@(float* out, const float* a, int n) {
  // FILL-ME-IN(kernel): about 2 lines
  //   Find this thread's element and guard the tail.
  // SOLUTION
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + 1.0f;
  // END(kernel)
}
)";

std::string replaced(std::string text, const std::string& word, const std::string& by) {
  for (std::size_t at = text.find(word); at != std::string::npos;
       at = text.find(word, at + by.size()))
    text.replace(at, word.size(), by);
  return text;
}

/// "block_sum" -> "Block sum".
std::string title_of(std::string topic) {
  topic = replaced(std::move(topic), "_", " ");
  topic[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(topic[0])));
  return topic;
}

}  // namespace

Template exercise_template(ExerciseKind kind, const std::string& name) {
  const bool lesson = kind == ExerciseKind::Lesson;
  const std::string topic = lesson ? name.substr(name.find('_') + 1) : name;
  const auto fill = [&](const char* text) {
    std::string result = replaced(text, "@HEAD@", lesson ? kLessonHead : kAssignmentHead);
    result = replaced(std::move(result), "@TITLE@", title_of(topic));
    return replaced(std::move(result), "@TOPIC@", topic);
  };
  return {topic + ".cu", fill(kExercise), fill(kReadme), fill(kReference)};
}

}  // namespace course
