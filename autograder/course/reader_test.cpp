// SPDX-License-Identifier: MIT
#include "course/reader.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstring>

#include "base/files.h"
#include "base/text.h"
#include "course/realise.h"

using Catch::Matchers::Contains;

namespace {

// Line numbers in the tests below count from here.
const std::string kHead =
    "title = \"T\"\nminutes = 5\nobjectives = [\"o\"]\n"  // lines 1-3
    "[[entry]]\nname = \"map\"\nkind = \"kernel\"\nspec = \"map_spec\"\n"
    "grid = [\"ceil_div(n, 4)\"]\nblock = [4]\n";  // lines 4-9
const std::string kParameters =
    "[[entry.parameter]]\nname = \"out\"\ntype = \"float *\"\nrole = \"output\"\nshape = [\"n\"]\n"
    "[[entry.parameter]]\nname = \"a\"\ntype = \"const float*\"\nrole = \"input\"\n"
    "shape = [\"n\"]\n";                                                        // lines 10-19
const std::string kCase = "[[case]]\nkey = \"four\"\nvariables = { n = 4 }\n";  // lines 20-22

base::Result<course::Exercise> read(const std::string& text,
                                    std::optional<std::string> hidden = {}) {
  return course::read_exercise({course::ExerciseKind::Lesson, "a01_map", "exercise.toml", text,
                                "hidden.toml", std::move(hidden)});
}

/// All diagnostics as text; empty when the exercise is fine.
std::string check(const std::string& text, std::optional<std::string> hidden = {}) {
  return base::to_string(read(text, std::move(hidden)).errors());
}

/// The TOML of the worked examples in the format's page, with the path in their headings.
std::vector<std::pair<std::string, std::string>> worked_examples() {
  const auto page = base::read_file(COURSE_ROOT "/docs/formats/exercise_toml.md");
  std::vector<std::pair<std::string, std::string>> examples;
  std::string path;
  bool inside = false;
  for (const std::string& line : base::split_lines(*page)) {
    if (line.starts_with("### ")) path = line.substr(line.rfind(' ') + 1);
    if (line == "```") inside = false;
    if (inside) examples.back().second += line + '\n';
    if (line == "```toml") {
      inside = true;
      examples.emplace_back(path, "");
    }
  }
  return examples;
}

}  // namespace

TEST_CASE("the worked examples of the format's page are read without complaint",
          "[course][reader]") {
  const auto examples = worked_examples();
  REQUIRE(examples.size() == 3);
  for (const auto& [path, text] : examples) {
    CAPTURE(path);
    const auto parts = base::split(path, '/');
    const auto result = course::read_exercise(
        {parts[0] == "lessons" ? course::ExerciseKind::Lesson : course::ExerciseKind::Assignment,
         parts[1],
         path,
         text,
         "",
         {}});
    CHECK(base::to_string(result.errors()) == "");
    for (const course::Case& one : result->cases) CHECK(course::realise(*result, one, "s").ok());
  }
}

TEST_CASE("a small exercise gets its defaults", "[course][reader]") {
  const auto exercise = read(kHead + kParameters + kCase);
  REQUIRE(base::to_string(exercise.errors()) == "");
  CHECK(exercise->source == "map.cu");
  CHECK(exercise->path == "lessons/a01_map");
  CHECK(exercise->requirements.architecture == 70);
  REQUIRE(exercise->entries.size() == 1);
  CHECK(exercise->entries[0].parameters[0].type == "float*");
  CHECK(exercise->entries[0].spec_parameters == std::vector<std::string>{"out", "a"});
  CHECK(exercise->cases[0].entry == "map");
  CHECK(exercise->grading.correct == 0.7);
}

TEST_CASE("hidden cases join the visible ones and are marked", "[course][reader]") {
  const auto exercise = read(kHead + kParameters + kCase,
                             "[[case]]\nkey = \"secret\"\nsay = \"a secret\"\nvariables={n=7}\n");
  REQUIRE(base::to_string(exercise.errors()) == "");
  REQUIRE(exercise->cases.size() == 2);
  CHECK_FALSE(exercise->cases[0].hidden);
  CHECK(exercise->cases[1].hidden);
  CHECK_THAT(check(kHead + kParameters + kCase, kCase), Contains("two cases are called 'four'"));
  CHECK_THAT(check(kHead + kParameters + kCase, "title = \"x\"\n" + kCase),
             Contains("hidden.toml:1: unknown key 'title'"));
}

TEST_CASE("mistakes are named with their line and a suggestion", "[course][reader]") {
  const std::string good = kHead + kParameters;
  auto [text, message] = GENERATE_COPY(table<std::string, std::string>({
      {"titel = \"T\"\n" + good + kCase,
       "exercise.toml:1: unknown key 'titel' in exercise.toml\n  help: did you mean 'title'?"},
      {good + "[[case]]\nkey = \"four\"\nvariables = { m = 4 }\n",
       "exercise.toml:20: case 'four': nothing uses the variable 'm'"},
      {good + "[[case]]\nkey = \"four\"\n", "unknown variable 'n'"},
      {good + kCase + kCase, "exercise.toml:23: two cases are called 'four'"},
      {good + "[[case]]\nkey = \"Four\"\nvariables = {n=4}\n",
       "exercise.toml:21: 'key' must be a name of lower-case"},
      {good + kCase + "entry = \"mapp\"\n",
       "no entry is called 'mapp'\n  help: did you mean 'map'"},
      {good + kCase + "views = { b = { offset = 1 } }\n", "no parameter is called 'b'"},
      {good + kCase + "views = { a = { ofset = 1 } }\n",
       "exercise.toml:23: unknown key 'ofset' in a view\n  help: did you mean 'offset'?"},
      {good + kCase + "views = { a = { storage = 2 } }\n",
       "reaches to element 4, its storage has 2"},
      {good + kCase + "views = { a = { offset = \"-1\" } }\n", "offset is -1"},
      {good + kCase + "views = { out = { strides = [0] } }\n", "lie on top of each other"},
      {good + kCase + "views = { a = { strides = [1, 2] } }\n", "2 strides for 1 dimensions"},
      {good + kCase + "views = { a = { strides = \"transposed\" } }\n", "cannot be transposed"},
      {good + kCase + "views = { a = { order = [1] } }\n", "does not name each of 1 dimensions"},
      {good + kCase + "fills = { out = \"normal\" }\n", "fills has no use for parameter 'out'"},
      {good + kCase + "fills = { a = { kind = \"normal\", low = 1 } }\n",
       "'low' does not belong to this kind of fill"},
      {good + kCase + "fills = { a = \"constant\" }\n", "this fill lacks the key 'value'"},
      {good + kCase + "fills = { a = { kind = \"list\", values = [1] } }\n",
       "1 values for 4 elements"},
      {good + kCase + "fills = { a = { kind = \"uniform\", low = 2 } }\n", "'low' is above 'high'"},
      {good + kCase + "weight = 0\n", "weights of all cases together are 0"},
      {good + kCase + "[[budget]]\ncounter = \"global_load\"\n",
       "exercise.toml:24: 'counter' must be one of"},
      {good + kCase + "[[budget]]\ncounter = \"global_loads\"\nbuffer = \"b\"\n",
       "exercise.toml:23: no buffer is called 'b'"},
      {good + kCase + "[[budget]]\ncounter = \"global_loads\"\nallowed = \"n - 5\"\n",
       "'n - 5' is -1, less than 0"},
      {good + kCase + "[grading]\ncorrect = 0.5\n", "together they are 1"},
      {good + kCase + "[severity]\nshared_rase = \"error\"\n",
       "exercise.toml:24: unknown key 'shared_rase' in [severity]\n  help: did you mean "
       "'shared_race'?"},
      {good + kCase + "[copies]\nmanaged = true\n", "[copies] is for entries of kind host"},
      {good + kCase + "[[hint]]\ntiers = []\n", "'tiers' is empty"},
      {good + kCase + "[[hint]]\ntiers = [\"a\"]\nwhen = { message = \"(\" }\n",
       "is no regular expression"},
      {good + kCase + "[[hint]]\ntiers = [\"a\"]\nwhen = { pattern = \"never_writen\" }\n",
       "did you mean 'never_written'?"},
      {good, "there are entries, but no [[case]]"},
      {"title = \"T\"\n", "a lesson lacks the key 'minutes'"},
      {"title = \n", "exercise.toml:1:"},
      {"title = \"a\"\ntitle = \"b\"\n", "exercise.toml:2:"},
  }));
  CAPTURE(text);
  CHECK_THAT(check(text), Contains(message));
}

TEST_CASE("entries and parameters have exactly the keys of their kind", "[course][reader]") {
  const std::string entry = "title=\"T\"\nminutes=5\nobjectives=[\"o\"]\n[[entry]]\nname=\"f\"\n";
  const std::string output =
      "[[entry.parameter]]\nname=\"out\"\ntype=\"float*\"\nrole=\"output\"\nshape=[1]\n";
  const std::string end = "[[case]]\nkey = \"one\"\n";
  auto [text, message] = GENERATE_COPY(table<std::string, std::string>({
      {"kind=\"kernel\"\nspec=\"s\"\ngrid=[1]\n" + output, "of kind kernel lacks the key 'block'"},
      {"kind=\"host\"\nspec=\"s\"\ngrid=[1]\n" + output,
       "'grid' does not belong to an entry of kind host"},
      {"kind=\"host\"\n" + output, "lacks the key 'spec'"},
      {"kind=\"host\"\nspec=\"s\"\n", "entry 'f' has no output to compare"},
      {"kind=\"program\"\nspec=\"s\"\n", "'spec' does not belong"},
      {"kind=\"kernel\"\nspec=\"s\"\ngrid=[1]\nblock=[2048]\n" + output, "1 to 1024 are possible"},
      {"kind=\"kernel\"\nspec=\"s\"\ngrid=[1]\nblock=[64,32]\n" + output,
       "a block of 2048 threads"},
      {"kind=\"kernel\"\nspec=\"s\"\ngrid=[1]\nblock=[32]\n" + output + "memory=\"host\"\n",
       "for entries of kind host only"},
      {"kind=\"host\"\nspec=\"s\"\n" + output + "[[entry.parameter]]\nname=\"n\"\ntype=\"int\"\n",
       "parameter 'n' of type int lacks the key 'value'"},
      {"kind=\"host\"\nspec=\"s\"\n" + output +
           "[[entry.parameter]]\nname=\"n\"\ntype=\"int\"\nvalue=1\nshape=[1]\n",
       "'shape' does not belong to a parameter of type int"},
      {"kind=\"host\"\nspec=\"s\"\n" + output +
           "[[entry.parameter]]\nname=\"n\"\ntype=\"int\"\nvalue=\"2147483647 + 1\"\n",
       "2147483648 does not fit into 'n'"},
      {"kind=\"host\"\nspec=\"s\"\n" + output +
           "[[entry.parameter]]\nname=\"l\"\ntype=\"Strided\"\nlayout_of=\"ou\"\n",
       "no parameter is called 'ou'"},
      {"kind=\"host\"\nspec=\"s\"\n" + output +
           "[[entry.parameter]]\nname=\"v\"\ntype=\"const float4*\"\nrole=\"input\"\nshape=[4]\n",
       "does not tell the element's type"},
      {"kind=\"host\"\nspec=\"s\"\n" + output +
           "[[entry.parameter]]\nname=\"v\"\ntype=\"const float4*\"\nelement=\"float\"\n"
           "role=\"input\"\nshape=[4]\n",
       ""},
      {"kind=\"host\"\nspec=\"s\"\nspec_parameters=[\"out\", \"x\"]\n" + output,
       "no parameter is called 'x'"},
  }));
  CAPTURE(text);
  const std::string problems = check(entry + text + end);
  if (message.empty()) {
    CHECK(problems == "");
  } else {
    CHECK_THAT(problems, Contains(message));
  }
}

TEST_CASE("questions are complete for their kind", "[course][reader]") {
  const std::string head =
      "title = \"T\"\nminutes = 5\nobjectives = [\"o\"]\n[[question]]\n"
      "key = \"q\"\ntext = \"t\"\nexplain = \"e\"\n";
  auto [text, message] = GENERATE(table<std::string, std::string>({
      {"kind = \"choice\"\nchoices = [\"a\", \"b\"]\nanswer = 2\n", ""},
      {"kind = \"choice\"\nchoices = [\"a\", \"b\"]\nanswer = 3\n", "there is no choice 3"},
      {"kind = \"choice\"\nchoices = [\"a\"]\nanswer = 1\n", "at least two choices"},
      {"kind = \"number\"\nanswer = \"24 * 64\"\n", ""},
      {"kind = \"number\"\n", "lacks its answer"},
      {"kind = \"number\"\nanswer = \"n\"\n", "constant expression"},
      {"kind = \"order\"\nsteps = [\"a\", \"b\"]\n", ""},
      {"kind = \"order\"\nsteps = [\"a\", \"b\"]\nanswer = 1\n", "has no 'answer'"},
      {"kind = \"race\"\ncode = \"a\\nb\"\nanswer = [1, 2]\n", ""},
      {"kind = \"race\"\ncode = \"a\\nb\"\nanswer = []\n", ""},
      {"kind = \"race\"\ncode = \"a\\nb\"\nanswer = [1, 3]\n", "the code has no line 3"},
      {"kind = \"count\"\nanswer = 1\ncounter = \"global_loads\"\ncase = \"x\"\n",
       "no case is called 'x'"},
  }));
  CAPTURE(text);
  const std::string problems = check(head + text);
  if (message.empty()) {
    CHECK(problems == "");
  } else {
    CHECK_THAT(problems, Contains(message));
  }
}

TEST_CASE("host memory lifts the copy rules that its exercise needs", "[course][reader]") {
  const std::string text =
      "title=\"T\"\nminutes=5\nobjectives=[\"o\"]\n[[entry]]\nname=\"f\"\nkind=\"host\"\n"
      "spec=\"s\"\n[[entry.parameter]]\nname=\"out\"\ntype=\"float*\"\nrole=\"output\"\n"
      "shape=[8]\nmemory=\"host\"\n[[case]]\nkey=\"one\"\n";
  const auto exercise = read(text);
  REQUIRE(base::to_string(exercise.errors()) == "");
  CHECK(exercise->copies.device_to_host);
  CHECK_FALSE(exercise->copies.host_to_device_bytes.has_value());
  CHECK_FALSE(exercise->copies.libraries);
  const auto strict = read(kHead + kParameters + kCase);
  CHECK_FALSE(strict->copies.device_to_host);
  CHECK(strict->copies.host_to_device_bytes == 4096);
}

TEST_CASE("missing a barrier by leaving early is an error where barriers are taught",
          "[course][reader]") {
  course::Exercise exercise;
  exercise.name = "a03_guard";
  CHECK_FALSE(exercise.severity_of("barrier_exited_threads").has_value());
  exercise.name = "c07_block_sum";
  CHECK(exercise.severity_of("barrier_exited_threads") == course::Severity::Error);
  CHECK_FALSE(exercise.severity_of("shared_race").has_value());
  exercise.severities["barrier_exited_threads"] = course::Severity::Warning;
  CHECK(exercise.severity_of("barrier_exited_threads") == course::Severity::Warning);
}
