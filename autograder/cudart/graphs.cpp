// SPDX-License-Identifier: MIT
#include "cudart/graphs.h"

#include <cstring>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "cudart/client.h"
#include "cudart/copy.h"
#include "cudart/launch.h"

namespace cudart {

namespace {

/// A node; its handle is its address.
struct Node {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  Work work;
};

/// A graph; its handle is its address.
struct Graph {
  std::vector<std::shared_ptr<Node>> nodes;
};

/// All graphs, those that can be launched too.
std::map<const void*, std::unique_ptr<Graph>>& graphs() {
  static auto& all = *new std::map<const void*, std::unique_ptr<Graph>>;
  return all;
}

/// Which graph a stream is being captured into, and events recorded meanwhile.
std::map<const void*, Graph*>& captures() {
  static auto& all = *new std::map<const void*, Graph*>;
  return all;
}
std::map<const void*, Graph*>& captured_events() {
  static auto& all = *new std::map<const void*, Graph*>;
  return all;
}

Graph* find_graph(const void* handle) {
  const auto entry = graphs().find(handle);
  return entry == graphs().end() ? nullptr : entry->second.get();
}

Graph* new_graph() {
  auto fresh = std::make_unique<Graph>();
  Graph* graph = fresh.get();
  graphs()[graph] = std::move(fresh);
  return graph;
}

template <class Handle>
Handle handle_of(const void* object) {
  return reinterpret_cast<Handle>(const_cast<void*>(object));
}

cudaError_t begin_capture(cudaStream_t stream) {
  const Lock lock;
  if (stream == nullptr || stream == cudaStreamLegacy) return cudaErrorStreamCaptureUnsupported;
  if (is_capturing(stream)) return cudaErrorIllegalState;
  captures()[stream] = new_graph();
  return cudaSuccess;
}

cudaError_t end_capture(cudaStream_t stream, cudaGraph_t* graph) {
  const Lock lock;
  if (graph == nullptr) return cudaErrorInvalidValue;
  const auto entry = captures().find(stream);
  if (entry == captures().end()) return cudaErrorIllegalState;
  Graph* captured = entry->second;
  // Streams that were forked off have joined again by now.
  std::erase_if(captures(), [&](const auto& other) { return other.second == captured; });
  std::erase_if(captured_events(), [&](const auto& other) { return other.second == captured; });
  *graph = handle_of<cudaGraph_t>(captured);
  return cudaSuccess;
}

cudaError_t destroy(const void* handle) {
  const Lock lock;
  return graphs().erase(handle) == 1 ? cudaSuccess : cudaErrorInvalidValue;
}

/// A copy of a graph, to be launched or changed.
cudaError_t copy_graph(const void* handle, const void** copy) {
  const Lock lock;
  const Graph* graph = find_graph(handle);
  if (graph == nullptr || copy == nullptr) return cudaErrorInvalidValue;
  Graph* fresh = new_graph();
  fresh->nodes = graph->nodes;
  *copy = fresh;
  return cudaSuccess;
}

cudaError_t add_node(cudaGraphNode_t* handle, cudaGraph_t graph, cudaGraphNodeType type,
                     Work work) {
  Graph* found = find_graph(graph);
  if (found == nullptr) return cudaErrorInvalidValue;
  found->nodes.push_back(std::make_shared<Node>(Node{type, std::move(work)}));
  if (handle != nullptr) *handle = handle_of<cudaGraphNode_t>(found->nodes.back().get());
  return cudaSuccess;
}

cudaError_t run(const Graph& graph) {
  for (const auto& node : graph.nodes) {
    const cudaError_t error = node->work ? node->work() : cudaSuccess;
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

cudaError_t launch_graph(cudaGraphExec_t handle, cudaStream_t stream) {
  const Lock lock;
  const Graph* graph = find_graph(handle);
  if (graph == nullptr) return cudaErrorInvalidValue;
  const auto nodes = std::make_shared<Graph>(*graph);
  if (capture(stream, cudaGraphNodeTypeGraph, [nodes] { return run(*nodes); })) return cudaSuccess;
  return run(*nodes);
}

/// memset of elements of 1, 2 or 4 bytes.
cudaError_t fill_elements(const cudaMemsetParams& p) {
  if (p.elementSize != 1 && p.elementSize != 2 && p.elementSize != 4) return cudaErrorInvalidValue;
  const std::size_t bytes = p.width * p.elementSize;
  const auto byte = static_cast<int>(p.value & 0xFF);
  const bool alike = p.elementSize == 1 || p.value == 0x01010101U * static_cast<unsigned>(byte) ||
                     (p.elementSize == 2 && p.value == 0x0101U * static_cast<unsigned>(byte));
  if (alike) return fill_rows(p.dst, p.pitch, byte, bytes, p.height);
  std::vector<char> row(bytes);
  for (std::size_t i = 0; i < bytes; i += p.elementSize) {
    std::memcpy(row.data() + i, &p.value, p.elementSize);
  }
  for (std::size_t line = 0; line < p.height; ++line) {
    const Copy copy{static_cast<char*>(p.dst) + line * p.pitch, bytes, row.data(), bytes, bytes, 1};
    if (const cudaError_t error = copy_rows(copy, cudaMemcpyHostToDevice, false)) return error;
  }
  return cudaSuccess;
}

cudaError_t call_host(const cudaHostNodeParams& host) {
  const cudaError_t error = Client::get().settle(true);
  if (error == cudaSuccess) host.fn(host.userData);
  return error;
}

}  // namespace

bool is_capturing(cudaStream_t stream) {
  return captures().contains(stream);
}

bool capture(cudaStream_t stream, cudaGraphNodeType type, Work work) {
  const auto entry = captures().find(stream);
  if (entry == captures().end()) return false;
  entry->second->nodes.push_back(std::make_shared<Node>(Node{type, std::move(work)}));
  return true;
}

void capture_event(cudaEvent_t event, cudaStream_t stream) {
  const auto entry = captures().find(stream);
  if (entry != captures().end()) {
    captured_events()[event] = entry->second;
  } else {
    captured_events().erase(event);
  }
}

bool join_capture(cudaStream_t stream, cudaEvent_t event) {
  const auto entry = captured_events().find(event);
  if (entry == captured_events().end()) return false;
  captures()[stream] = entry->second;
  return true;
}

}  // namespace cudart

using cudart::finish;
using cudart::Lock;

CUDART_EXPORT cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  return finish(cudart::begin_capture(stream));
}

CUDART_EXPORT cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  return finish(cudart::end_capture(stream, graph));
}

CUDART_EXPORT cudaError_t cudaStreamIsCapturing(cudaStream_t stream,
                                                cudaStreamCaptureStatus* status) {
  const Lock lock;
  if (status == nullptr) return finish(cudaErrorInvalidValue);
  *status =
      cudart::is_capturing(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  static thread_local cudaStreamCaptureMode current = cudaStreamCaptureModeGlobal;
  if (mode == nullptr) return finish(cudaErrorInvalidValue);
  std::swap(*mode, current);
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int) {
  const Lock lock;
  if (graph == nullptr) return finish(cudaErrorInvalidValue);
  *graph = cudart::handle_of<cudaGraph_t>(cudart::new_graph());
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return finish(cudart::destroy(graph));
}

CUDART_EXPORT cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph) {
  return finish(cudart::destroy(graph));
}

CUDART_EXPORT cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  return finish(
      cudart::copy_graph(graph, const_cast<const void**>(reinterpret_cast<void**>(clone))));
}

CUDART_EXPORT cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph,
                                               unsigned long long) {
  return finish(
      cudart::copy_graph(graph, const_cast<const void**>(reinterpret_cast<void**>(executable))));
}

CUDART_EXPORT cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable,
                                                        cudaGraph_t graph,
                                                        unsigned long long flags) {
  return cudaGraphInstantiate(executable, graph, flags);
}

CUDART_EXPORT cudaError_t cudaGraphUpload(cudaGraphExec_t graph, cudaStream_t) {
  const Lock lock;
  return finish(cudart::find_graph(graph) != nullptr ? cudaSuccess : cudaErrorInvalidValue);
}

CUDART_EXPORT cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream) {
  return finish(cudart::launch_graph(graph, stream));
}

CUDART_EXPORT cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes,
                                            std::size_t* count) {
  const Lock lock;
  const cudart::Graph* found = cudart::find_graph(graph);
  if (found == nullptr || count == nullptr) return finish(cudaErrorInvalidValue);
  for (std::size_t i = 0; nodes != nullptr && i < *count; ++i) {
    nodes[i] = i < found->nodes.size() ? cudart::handle_of<cudaGraphNode_t>(found->nodes[i].get())
                                       : nullptr;
  }
  *count = found->nodes.size();
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  const Lock lock;
  if (node == nullptr || type == nullptr) return finish(cudaErrorInvalidValue);
  for (const auto& [handle, graph] : cudart::graphs()) {
    for (const auto& known : graph->nodes) {
      if (cudart::handle_of<cudaGraphNode_t>(known.get()) != node) continue;
      *type = known->type;
      return cudaSuccess;
    }
  }
  return finish(cudaErrorInvalidValue);
}

CUDART_EXPORT cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                 const cudaGraphNode_t*, std::size_t,
                                                 const cudaKernelNodeParams* parameters) {
  const Lock lock;
  if (parameters == nullptr) return finish(cudaErrorInvalidValue);
  cudart::Work work;
  if (const cudaError_t error = cudart::prepare_launch(*parameters, work)) return finish(error);
  return finish(cudart::add_node(node, graph, cudaGraphNodeTypeKernel, std::move(work)));
}

CUDART_EXPORT cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                 const cudaGraphNode_t*, std::size_t,
                                                 const cudaMemcpy3DParms* parameters) {
  const Lock lock;
  if (parameters == nullptr) return finish(cudaErrorInvalidValue);
  return finish(cudart::add_node(node, graph, cudaGraphNodeTypeMemcpy,
                                 [box = *parameters] { return cudart::copy_box(box, false); }));
}

CUDART_EXPORT cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                                   const cudaGraphNode_t*, std::size_t, void* to,
                                                   const void* from, std::size_t bytes,
                                                   cudaMemcpyKind kind) {
  const Lock lock;
  return finish(cudart::add_node(node, graph, cudaGraphNodeTypeMemcpy, [=] {
    return cudart::copy_rows({to, bytes, from, bytes, bytes, 1}, kind, false);
  }));
}

CUDART_EXPORT cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                 const cudaGraphNode_t*, std::size_t,
                                                 const cudaMemsetParams* parameters) {
  const Lock lock;
  if (parameters == nullptr) return finish(cudaErrorInvalidValue);
  return finish(cudart::add_node(node, graph, cudaGraphNodeTypeMemset,
                                 [fill = *parameters] { return cudart::fill_elements(fill); }));
}

CUDART_EXPORT cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                               const cudaGraphNode_t*, std::size_t,
                                               const cudaHostNodeParams* parameters) {
  const Lock lock;
  if (parameters == nullptr || parameters->fn == nullptr) return finish(cudaErrorInvalidValue);
  return finish(cudart::add_node(node, graph, cudaGraphNodeTypeHost,
                                 [host = *parameters] { return cudart::call_host(host); }));
}

CUDART_EXPORT cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                const cudaGraphNode_t*, std::size_t) {
  const Lock lock;
  return finish(cudart::add_node(node, graph, cudaGraphNodeTypeEmpty, {}));
}
