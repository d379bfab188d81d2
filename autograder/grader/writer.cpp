// SPDX-License-Identifier: MIT
#include "grader/writer.h"

#include <algorithm>
#include <bit>

namespace grader {
namespace {

// The place of an index in row-major order.
std::int64_t linear_index(const course::View& view, const std::vector<std::int64_t>& index) {
  std::int64_t place = 0;
  for (std::size_t d = 0; d < index.size(); ++d) place = place * view.shape[d] + index[d];
  return place;
}

}  // namespace

std::optional<protocol::TraceRequest> watch_for(const Mismatch& mismatch,
                                                const course::RealCase& real) {
  const auto parameter =
      std::ranges::find(real.parameters, mismatch.parameter, &course::RealParameter::name);
  if (parameter == real.parameters.end() || !parameter->is_pointer) return std::nullopt;
  const bool on_device = parameter->memory == course::MemorySpace::Device;
  if (!on_device || mismatch.got == kNeverWritten) return std::nullopt;
  if (mismatch.index.size() != parameter->view.shape.size()) return std::nullopt;
  protocol::TraceRequest request;
  request.wanted = true;
  request.watched = parameter->name;
  const std::int64_t place =
      parameter->view.position(linear_index(parameter->view, mismatch.index));
  request.watched_byte = static_cast<std::uint64_t>(place) * size_of(parameter->element);
  return request;
}

std::optional<Writer> last_writer(const protocol::RunResult& run) {
  const auto traced = std::find_if(
      run.launches.rbegin(), run.launches.rend(),
      [](const auto& launch) { return launch.trace && !launch.trace->accesses.empty(); });
  if (traced == run.launches.rend()) return std::nullopt;
  const protocol::Trace& trace = *traced->trace;
  const protocol::TracedAccess& access = trace.accesses.back();
  const auto lane = static_cast<std::uint32_t>(std::bit_width(access.lanes) - 1);
  const protocol::TracedPlace& place = trace.places[access.place];
  return Writer{trace.blocks[access.block],
                protocol::thread_place(access.warp * 32 + lane, traced->block), place.file,
                static_cast<int>(place.line)};
}

}  // namespace grader
