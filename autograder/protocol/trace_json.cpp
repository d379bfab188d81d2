// SPDX-License-Identifier: MIT
#include "protocol/trace_json.h"

namespace protocol {

namespace {

Json places_to_json(const std::vector<TracedPlace>& places) {
  Json list = Json::array();
  for (const TracedPlace& place : places) {
    list.push_back({{"file", place.file}, {"line", place.line}});
  }
  return list;
}

Json access_to_json(const TracedAccess& access) {
  Json object = {{"block", access.block}, {"warp", access.warp},
                 {"phase", access.phase}, {"place", access.place},
                 {"array", access.array}, {"kind", to_string(access.kind)}};
  if (access.outside) object["outside"] = true;
  object["bytes"] = access.bytes;
  object["lanes"] = access.lanes;
  object["offsets"] = access.offsets;
  return object;
}

void read_places(JsonReader& reader, const char* key, std::vector<TracedPlace>& places) {
  reader.get(key, places, [](JsonReader& place, TracedPlace& into) {
    place.get("file", into.file);
    place.get("line", into.line);
  });
}

}  // namespace

Json trace_to_json(const Trace& trace) {
  Json object = {{"blocks", trace.blocks}};
  Json arrays = Json::array();
  for (const TracedArray& array : trace.arrays) {
    arrays.push_back({{"name", array.name},
                      {"space", to_string(array.space)},
                      {"role", array.role},
                      {"bytes", array.bytes},
                      {"element_bytes", array.element_bytes},
                      {"start", array.start}});
  }
  object["arrays"] = std::move(arrays);
  object["places"] = places_to_json(trace.places);
  object["barriers"] = places_to_json(trace.barriers);
  Json accesses = Json::array();
  for (const TracedAccess& access : trace.accesses) accesses.push_back(access_to_json(access));
  object["accesses"] = std::move(accesses);
  if (trace.dropped != 0) object["dropped"] = trace.dropped;
  return object;
}

void read_trace(JsonReader& reader, Trace& trace) {
  reader.get("blocks", trace.blocks);
  reader.get("arrays", trace.arrays, [](JsonReader& array, TracedArray& into) {
    array.get("name", into.name);
    array.get("space", into.space, {TraceSpace::Global, TraceSpace::Shared});
    array.get("role", into.role);
    array.get("bytes", into.bytes);
    array.get("element_bytes", into.element_bytes);
    array.get("start", into.start);
  });
  read_places(reader, "places", trace.places);
  read_places(reader, "barriers", trace.barriers);
  reader.get("accesses", trace.accesses, [](JsonReader& access, TracedAccess& into) {
    access.get("block", into.block);
    access.get("warp", into.warp);
    access.get("phase", into.phase);
    access.get("place", into.place);
    access.get("array", into.array);
    access.get("kind", into.kind, {TraceKind::Read, TraceKind::Write, TraceKind::Atomic});
    access.get("outside", into.outside);
    access.get("bytes", into.bytes);
    access.get("lanes", into.lanes);
    access.get("offsets", into.offsets);
  });
  reader.get("dropped", trace.dropped);
  if (const std::string problem = problem_of(trace); !problem.empty()) reader.reject(problem);
}

}  // namespace protocol
