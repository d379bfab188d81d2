// SPDX-License-Identifier: MIT
/// \file
/// A trace as part of the run result's JSON. Format: docs/formats/run_result.md. Tested by
/// trace_test.cpp.
#pragma once

#include "protocol/json_reader.h"
#include "protocol/trace.h"

namespace protocol {

/// The object.
Json trace_to_json(const Trace& trace);

/// Reads the object; a trace with a problem (problem_of) is rejected.
void read_trace(JsonReader& reader, Trace& trace);

}  // namespace protocol
