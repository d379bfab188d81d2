// SPDX-License-Identifier: MIT
/// \file
/// What came of running a program or a kernel on the device: counters, findings, notes, exit.
///
/// The one record where the executing half (device worker) and the judging half (grader) meet; its
/// JSON is what `autograder run --json` writes. Format: docs/formats/run_result.md. Tested by
/// run_result_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "protocol/trace.h"

namespace protocol {

/// Extent of a grid or block, or a position in it: x, y, z.
using Dim3 = std::array<std::uint32_t, 3>;

/// What counters.def lists, as one number each.
struct Counters {
#define COUNTER(name, unit, help) std::uint64_t name = 0;
#include "protocol/counters.def"
#undef COUNTER

  friend bool operator==(const Counters&, const Counters&) = default;

  /// Adds each counter; the `max_...` ones take the larger.
  Counters& operator+=(const Counters& other);
};

/// One row of counters.def and the field it stands for.
struct CounterInfo {
  std::string_view name;            ///< JSON key
  std::string_view unit;            ///< what one count is
  std::string_view help;            ///< one sentence for people
  std::uint64_t Counters::*member;  ///< the field
};

/// All rows of counters.def in order.
const std::vector<CounterInfo>& counter_table();

/// The row of that name, or nullptr.
const CounterInfo* find_counter(std::string_view name);

/// What a global allocation is for.
enum class BufferRole : std::uint8_t {
  Input,     ///< read by the kernel, must come back unchanged
  Output,    ///< written by the kernel; poisoned before
  Metadata,  ///< shapes, strides and the like: counted apart, never charged
  Scratch,   ///< the student's own allocation
};

/// "input", "output", "metadata", "scratch".
std::string_view to_string(BufferRole role);

/// Counters of one source line of one launch.
struct LineCounters {
  std::string file;   ///< relative to the program's folder
  int line = 0;       ///< counts from 1
  Counters counters;  ///< of the instructions of that line
  friend bool operator==(const LineCounters&, const LineCounters&) = default;
};

/// Counters of one global buffer of one launch.
struct BufferCounters {
  std::string name;                       ///< the exercise's name, or the allocation's number
  BufferRole role = BufferRole::Scratch;  ///< metadata is not part of the launch's totals
  Counters counters;                      ///< only the `global_...` and `max_global_...` ones
  friend bool operator==(const BufferCounters&, const BufferCounters&) = default;
};

/// One kernel launch.
struct Launch {
  std::string kernel;                   ///< demangled, with parameters
  std::string name;                     ///< bare name, without parameters and template arguments
  Dim3 grid{1, 1, 1};                   ///< blocks
  Dim3 block{1, 1, 1};                  ///< threads per block
  std::string error;                    ///< CUDA error name when the launch failed, else empty
  bool started = true;                  ///< false: the launch was refused, no block ran
  Counters counters;                    ///< totals without buffers of role metadata
  std::vector<LineCounters> lines;      ///< by file, then line
  std::vector<BufferCounters> buffers;  ///< in order of allocation; only those touched
  std::optional<Trace> trace;           ///< who touched what; only where Configure asks for it
  friend bool operator==(const Launch&, const Launch&) = default;
};

/// Does a finding cost points?
enum class Severity : std::uint8_t {
  Error,    ///< yes
  Warning,  ///< no
};

/// "error", "warning".
std::string_view to_string(Severity severity);

/// A fault in the student's program, folded with its likes. Kinds are listed in
/// docs/formats/run_result.md.
struct Finding {
  std::string kind;                     ///< "shared_race", "out_of_bounds_read", ...
  Severity severity = Severity::Error;  ///< whether it costs points
  std::string hazard;                   ///< races only: "RAW", "WAR" or "WAW"
  std::string kernel;                   ///< bare name; empty for findings of host calls
  std::string file;                     ///< of the (later) access
  int line = 0;                         ///< of the (later) access
  int other_line = 0;                   ///< of the other party; 0 when there is none
  Dim3 block{0, 0, 0};                  ///< sample
  Dim3 thread{0, 0, 0};                 ///< sample
  std::string message;                  ///< at most three lines
  std::string help;                     ///< one line
  std::uint64_t count = 1;              ///< how many were folded into this one
  friend bool operator==(const Finding&, const Finding&) = default;
};

/// Something about host code that a person should know; never costs points by itself.
struct HostNote {
  std::string kind;         ///< "memory_not_freed", "copy_direction", "device_pointer_on_host", ...
  std::string message;      ///< one or two lines
  std::string help;         ///< one line, may be empty
  std::uint64_t count = 1;  ///< how many were folded into this one
  friend bool operator==(const HostNote&, const HostNote&) = default;
};

/// Something that the program executed or asked for and that the device does not model.
struct NotModelled {
  std::string what;    ///< the instruction or the runtime function
  std::string kernel;  ///< bare name; empty for host calls
  std::string file;    ///< where it stands, when known
  int line = 0;        ///< where it stands, when known
  friend bool operator==(const NotModelled&, const NotModelled&) = default;
};

/// All of one run.
struct RunResult {
  std::string compiler;                   ///< "nvcc 13.0"; filled in by whoever compiled
  int exit_code = 0;                      ///< of the program; 128 + number after a signal
  std::string signal;                     ///< "SIGSEGV" when one ended the program, else empty
  std::vector<Launch> launches;           ///< in order
  std::vector<Finding> findings;          ///< in order of first occurrence
  std::vector<HostNote> host_notes;       ///< in order of first occurrence
  std::vector<NotModelled> not_modelled;  ///< in order of first occurrence
  std::string device_output;  ///< printf text of kernels that no host program has fetched
  friend bool operator==(const RunResult&, const RunResult&) = default;

  /// Is there a finding of severity error?
  bool has_errors() const;
};

/// The JSON text, the same bytes for equal results; ends with a newline.
std::string to_json(const RunResult& result);

/// Reads what to_json wrote. Unknown keys are passed over, wrong types are diagnostics.
base::Result<RunResult> run_result_from_json(std::string_view text);

}  // namespace protocol
