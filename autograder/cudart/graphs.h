// SPDX-License-Identifier: MIT
/// \file
/// Graphs: work that is recorded once, from a stream or node by node, and done at each launch.
///
/// Nodes are done in the order in which they were made, which satisfies every dependency that could
/// be named by then. Tested by tests/programs/graphs.cu.
#pragma once

#include <functional>

#include "cudart/abi.h"

namespace cudart {

/// One piece of work; its error ends the launch of the graph.
using Work = std::function<cudaError_t()>;

/// When the stream is being captured: takes the work for later and gives true. Use with the
/// library's mutex held.
bool capture(cudaStream_t stream, cudaGraphNodeType type, Work work);

/// Is the stream being captured?
bool is_capturing(cudaStream_t stream);

/// An event recorded in a stream: whoever waits for it is captured with that stream.
void capture_event(cudaEvent_t event, cudaStream_t stream);
/// A stream waits for an event: it joins the capture that the event belongs to, if any. True then.
bool join_capture(cudaStream_t stream, cudaEvent_t event);

}  // namespace cudart
