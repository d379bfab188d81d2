// SPDX-License-Identifier: MIT
/// \file
/// Which thread wrote a wrong value: where to look for it, and what a run that looked has seen.
///
/// The case is run once more for that, with the byte being watched; the first run keeps no writers.
/// Tested by writer_test.cpp.
#pragma once

#include <optional>

#include "course/realise.h"
#include "grader/result.h"
#include "protocol/run_result.h"
#include "protocol/trace.h"

namespace grader {

/// What to watch for, so that the run tells who wrote the element. Nothing where no thread did: the
/// element was never written, or lies in host memory.
std::optional<protocol::TraceRequest> watch_for(const Mismatch& mismatch,
                                                const course::RealCase& real);

/// The last write that such a run has seen.
std::optional<Writer> last_writer(const protocol::RunResult& run);

}  // namespace grader
