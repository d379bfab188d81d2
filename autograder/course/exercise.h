// SPDX-License-Identifier: MIT
/// \file
/// The model of one lesson or assignment: what exercise.toml and hidden.toml say.
///
/// Plain data; read by reader.h, made concrete by realise.h. Every key is described in
/// docs/formats/exercise_toml.md, under the same name. Tested by reader_test.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "course/expression.h"

namespace course {

struct NumberTable;

/// Type of a buffer's elements or of a scalar argument.
enum class ElementType { Float, Double, Int, Unsigned, LongLong, UnsignedChar, Half };

/// What a parameter is for; decides filling, poisoning, comparing and charging.
enum class Role {
  Input,     ///< filled; must come back unchanged
  Output,    ///< poisoned; compared
  Inout,     ///< filled; compared
  Metadata,  ///< filled; accesses counted apart and never charged
  Scratch,   ///< uninitialised; not compared
  Value,     ///< passed by value
};

/// Where a pointer argument points.
enum class MemorySpace { Device, Host, Managed };

/// How a function is called.
enum class EntryKind {
  Kernel,   ///< launched by the grader; no native student code
  Host,     ///< a host function, called in the host runner
  Program,  ///< the file has a main
  Check,    ///< a check with code of its own in the grader
};

/// How far an output may be from the expected value; all summands 0 is exact.
struct Tolerance {
  Expression absolute;              ///< summand
  Expression relative;              ///< factor on the expected value
  Expression ulps;                  ///< factor on the distance of neighbours
  Expression additions;             ///< behind one output
  std::optional<Expression> scale;  ///< bound of the sum of magnitudes; default: additions
  bool signed_zero = false;         ///< do -0 and 0 differ?
};

/// How a buffer's contents are made.
enum class FillKind { Uniform, Normal, Integers, Constant, Iota, Permutation, Offsets, List, File };

/// A value sprinkled into a buffer.
enum class SpecialValue {
  Nan,
  Infinity,
  MinusInfinity,
  MinusZero,
  Denormal,
  Max,
  Lowest,
  Zero,
  One
};

/// Contents of a buffer. Which of the numbers are used depends on the kind.
struct Fill {
  FillKind kind = FillKind::Uniform;         ///< how it is made
  std::optional<Expression> low;             ///< uniform, integers
  std::optional<Expression> high;            ///< uniform, integers
  std::optional<Expression> mean;            ///< normal
  std::optional<Expression> deviation;       ///< normal
  std::optional<Expression> value;           ///< constant
  std::optional<Expression> start;           ///< iota, permutation
  std::optional<Expression> increment;       ///< iota
  std::optional<Expression> total;           ///< offsets
  std::vector<double> values;                ///< list
  std::string file;                          ///< file: its name, in the exercise's folder
  std::optional<Expression> row;             ///< file: the first row; default 0
  std::optional<Expression> column;          ///< file: the first number of a row; default 0
  std::shared_ptr<const NumberTable> table;  ///< file: what it holds, once it was read
  std::vector<SpecialValue> special;         ///< put at random places afterwards
  std::optional<Expression> special_count;   ///< how often each; default 1
  base::SourceLocation where;                ///< its place in the file
};

/// How strides are given.
enum class StrideKind { Contiguous, Transposed, Given, Order };

/// View of a buffer. Unset keys have their defaults (a case's `views` overrides set keys only).
struct ViewSpec {
  std::optional<Expression> shape;      ///< list
  std::optional<StrideKind> kind;       ///< default Contiguous
  std::optional<Expression> strides;    ///< list, with StrideKind::Given
  std::optional<Expression> order;      ///< list, with StrideKind::Order
  std::optional<Expression> broadcast;  ///< list of dimensions with stride 0
  std::optional<Expression> step;       ///< factor on all strides
  std::optional<Expression> offset;     ///< elements before the first
  std::optional<Expression> storage;    ///< elements of the buffer
  base::SourceLocation where;           ///< its place in the file
};

/// One argument.
struct Parameter {
  std::string name;         ///< in messages
  std::string type;         ///< C++ type as it stands in the signature, blanks normalised
  Role role = Role::Value;  ///< what it is for
  ElementType element = ElementType::Float;  ///< of the buffer or of the scalar
  bool is_pointer = false;                   ///< else passed by value
  bool is_strided = false;                   ///< struct Strided by value
  bool spec_only = false;                    ///< only the specification takes it
  MemorySpace memory = MemorySpace::Device;  ///< where the pointer points
  ViewSpec view;                             ///< of a buffer
  Fill fill;                                 ///< of a buffer
  std::optional<Tolerance> tolerance;        ///< nothing: the entry's
  Expression value;                          ///< of a scalar
  std::string layout_of;                     ///< of a Strided: the parameter whose view it is
  base::SourceLocation where;                ///< its place in the file
};

/// A function that is checked.
struct Entry {
  std::string name;                          ///< the function
  EntryKind kind = EntryKind::Kernel;        ///< how it is called
  std::string spec;                          ///< name of the specification
  std::vector<std::string> spec_parameters;  ///< names, in the specification's order
  std::string returns = "void";              ///< type of the result
  std::optional<Expression> grid;            ///< list of 1-3
  std::optional<Expression> block;           ///< list of 1-3; for host entries the prescribed size
  Expression shared_bytes;                   ///< dynamic shared memory
  std::string check;                         ///< kind Check
  std::vector<std::string> uses;             ///< kinds Check and Host
  std::vector<std::string> arguments;        ///< kind Program
  std::vector<std::string> prints;           ///< kind Program
  int exit_code = 0;                         ///< kind Program
  Tolerance tolerance;                       ///< of outputs without their own
  Variables variables;                       ///< defaults
  std::vector<Parameter> parameters;         ///< in call order
  base::SourceLocation where;                ///< its place in the file

  /// The parameter of this name, or nullptr.
  const Parameter* find(std::string_view parameter) const;
};

/// One call with its variables.
struct Case {
  std::string key;                        ///< stable name
  std::string say;                        ///< in words
  std::string help;                       ///< shown with a failure
  double weight = 1;                      ///< share of the points
  std::string entry;                      ///< name of the entry
  Variables variables;                    ///< the entry's defaults are merged in
  std::uint64_t seed = 1;                 ///< number for other contents
  std::map<std::string, ViewSpec> views;  ///< overrides by parameter
  std::map<std::string, Fill> fills;      ///< replacements by parameter
  bool access = true;                     ///< are accesses graded?
  bool hidden = false;                    ///< from hidden.toml
  base::SourceLocation where;             ///< its place in the file
};

/// A counter that is graded.
struct Budget {
  std::string counter;                ///< of the virtual GPU
  std::string buffer = "total";       ///< a parameter, "total" or "each"
  std::optional<Expression> allowed;  ///< nothing: the reference's count
  double full = 1.1;                  ///< the exercise's `full` is filled in
  double zero = 4;                    ///< factor from which access is nothing
  std::string entry;                  ///< empty: all
  std::string see;                    ///< lesson
  base::SourceLocation where;         ///< its place in the file
};

/// How points are given.
struct Grading {
  bool correctness_only = false;  ///< accesses are shown only
  double correct = 0.7;           ///< share for correctness
  double access = 0.3;            ///< share for accesses
  double finding_share = 0.5;     ///< of correct, with findings
  double full = 1.1;              ///< factor up to which access is full
  double zero = 4;                ///< factor from which it is nothing
};

/// What an exercise about host code allows.
struct CopyPolicy {
  bool device_to_host = false;                               ///< copies from data buffers
  bool into_outputs = false;                                 ///< copies and memset into outputs
  std::optional<std::uint64_t> host_to_device_bytes = 4096;  ///< nothing: no limit
  bool libraries = false;                                    ///< kernels of libraries
  bool managed = false;                                      ///< managed memory
  std::optional<int> launches;  ///< most launches of one case; nothing: any
};

/// Does a finding cost points, is it shown, or is it left out?
enum class Severity { Off, Warning, Error };

/// When a hint fits; empty fields fit always.
struct HintCondition {
  std::string verdict;   ///< rung of the ladder
  std::string finding;   ///< kind of finding
  std::string counter;   ///< budget that was passed
  std::string pattern;   ///< shape of a wrong result
  std::string message;   ///< regular expression
  std::string case_key;  ///< case that failed
  std::string entry;     ///< function that failed

  bool operator==(const HintCondition&) const = default;
};

/// Help in tiers.
struct Hint {
  HintCondition when;              ///< when it fits
  std::vector<std::string> tiers;  ///< from a nudge to nearly the answer
  std::string see;                 ///< lesson to read
  base::SourceLocation where;      ///< its place in the file
};

/// Kinds of quick-check questions.
enum class QuestionKind { Choice, Number, Order, Count, Race };

/// A quick-check question.
struct Question {
  std::string key;                           ///< stable name
  QuestionKind kind = QuestionKind::Choice;  ///< how it is answered
  std::string text;                          ///< the question
  std::vector<std::string> choices;          ///< of Choice
  std::vector<int> answers;  ///< Choice: right choices from 1; Race: the two lines from 1 or none
  double answer = 0;         ///< Number, Count
  double within = 0;         ///< Number: how far off may be
  std::string unit;          ///< of a number
  std::vector<std::string> steps;  ///< Order: in the right order
  std::string code;                ///< to look at
  std::string counter;             ///< Count: what is counted
  std::string case_key;            ///< Count: in which case
  std::string explain;             ///< shown afterwards
  base::SourceLocation where;      ///< its place in the file
};

/// What a machine must have for an exercise.
struct Requires {
  int architecture = 70;                                   ///< compute capability times ten
  std::vector<std::string> compilers = {"nvcc", "clang"};  ///< that can build it
  int devices = 1;                                         ///< GPUs
};

/// Lesson or assignment.
enum class ExerciseKind { Lesson, Assignment };

/// One lesson or assignment.
struct Exercise {
  ExerciseKind kind = ExerciseKind::Lesson;    ///< lesson or assignment
  std::string name;                            ///< folder: "a01_map", "matmul"
  std::string path;                            ///< below the root: "lessons/a01_map"
  std::string source;                          ///< file in the folder: "map.cu"
  std::vector<std::string> files;              ///< further files of the folder
  std::string title;                           ///< one line, unique
  double points = 0;                           ///< of the score table
  int order = 0;                               ///< place among the assignments
  std::string after;                           ///< assignments: part letter
  int minutes = 0;                             ///< lessons: time it takes
  std::vector<std::string> objectives;         ///< lessons: what is learnt
  std::vector<std::string> needs;              ///< lessons that come first
  std::optional<int> puzzle;                   ///< GPU puzzle it descends from
  Requires requirements;                       ///< what the machine must have
  std::vector<Entry> entries;                  ///< functions that are checked
  std::vector<Case> cases;                     ///< visible ones, then hidden ones
  Grading grading;                             ///< shares and slopes
  std::vector<Budget> budgets;                 ///< graded counters
  std::map<std::string, Severity> severities;  ///< by kind of finding
  CopyPolicy copies;                           ///< what host code may copy
  std::vector<Hint> hints;                     ///< in the order of the file
  std::vector<Question> questions;             ///< the quick check
  std::vector<std::string> planned;            ///< lessons of the course that are not written yet
  base::SourceLocation where;                  ///< its place in the file

  /// 'a' for a01_map; 0 for assignments.
  char part() const { return kind == ExerciseKind::Lesson && !name.empty() ? name[0] : '\0'; }
  /// The entry of this name, or nullptr.
  const Entry* find_entry(std::string_view entry) const;
  /// A text that ends with "lesson NAME", with what lesson_text() says of that lesson.
  std::string with_lesson_text(std::string text) const;

  /// A lesson of `see` as people read it: "c01_shared", "d02_matmul_tile (to come)".
  std::string lesson_text(const std::string& see) const;
  /// The severity that the exercise gives to a kind of finding; nothing where it says none.
  std::optional<Severity> severity_of(std::string_view finding) const;
};

/// "float", "long long", ...
const char* to_string(ElementType type);
/// Bytes of one element.
std::size_t size_of(ElementType type);
/// "input", "output", ...
const char* to_string(Role role);
/// "kernel", "host", ...
const char* to_string(EntryKind kind);
/// "device", "host", "managed".
const char* to_string(MemorySpace space);
/// "off", "warning", "error".
const char* to_string(Severity severity);

}  // namespace course
