// SPDX-License-Identifier: MIT
#include "device/exercise_calls.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/symbol_name.h"
#include "base/text.h"
#include "device/fatbin.h"
#include "protocol/channel.h"
#include "protocol/cuda_error.h"

namespace device {

namespace {

using protocol::Failure;

Failure refused(std::string reason) {
  return {Failure::Kind::Refused, std::move(reason)};
}

bool within(std::uint64_t offset, std::uint64_t bytes, std::uint64_t size) {
  return offset <= size && bytes <= size - offset;
}

}  // namespace

protocol::Outcome<protocol::BufferCreated> ExerciseCalls::create_buffer(
    const protocol::CreateBuffer& request) {
  if (request.content.size() > request.bytes) return refused("more content than buffer");
  for (const protocol::ByteRange& range : request.initialized) {
    if (range.begin > range.end || range.end > request.bytes) {
      return refused("an initialised range lies outside of the buffer");
    }
  }
  const std::optional<Address> address = backend_.allocate(
      {request.bytes, request.name, "", request.role, request.element_bytes, request.element_type});
  if (!address) {
    return refused(fmt::format("no room for {} bytes of device memory", request.bytes));
  }
  if (!request.content.empty()) backend_.write(*address, request.content);
  Buffer& buffer = buffers_.emplace_back();
  buffer.address = *address;
  buffer.bytes = request.bytes;
  buffer.initialized = request.initialized;
  buffer.has_gaps = !buffer.initialized.empty();
  if (buffer.has_gaps) {
    // Everything between the ranges is poison to the checkers, whatever bytes are there.
    backend_.mark(*address, buffer.initialized);
  } else if (!request.content.empty()) {
    buffer.initialized = {{0, request.content.size()}};
  }
  buffer.before.resize(request.bytes);
  backend_.read(*address, buffer.before);
  return protocol::BufferCreated{static_cast<std::uint32_t>(buffers_.size() - 1), *address};
}

protocol::Outcome<protocol::Acknowledged> ExerciseCalls::write_buffer(
    const protocol::WriteBuffer& request) {
  if (find(request.id) == nullptr) return refused("no such buffer");
  Buffer& buffer = buffers_[request.id];
  if (!within(request.offset, request.content.size(), buffer.bytes)) {
    return refused("the content lies outside of the buffer");
  }
  backend_.write(buffer.address + request.offset, request.content);
  std::ranges::copy(request.content,
                    buffer.before.begin() + static_cast<std::ptrdiff_t>(request.offset));
  const std::uint64_t end = request.offset + request.content.size();
  if (buffer.has_gaps) {
    backend_.mark(buffer.address, buffer.initialized);
  } else {
    buffer.initialized.push_back({request.offset, end});
  }
  return protocol::Acknowledged{};
}

protocol::Outcome<protocol::BufferBytes> ExerciseCalls::read_buffer(
    const protocol::ReadBuffer& request) {
  const Buffer* buffer = find(request.id);
  if (buffer == nullptr) return refused("no such buffer");
  if (!within(request.offset, request.bytes, buffer->bytes)) {
    return refused("the range lies outside of the buffer");
  }
  if (request.bytes > protocol::kCopyChunkBytes) return refused("more than one piece asked for");
  protocol::BufferBytes reply;
  reply.content.resize(request.bytes);
  if (!backend_.read(buffer->address + request.offset, reply.content)) {
    return refused("the program has freed the buffer");
  }
  return reply;
}

protocol::Outcome<protocol::WrittenBits> ExerciseCalls::read_written(
    const protocol::ReadWritten& request) {
  const Buffer* buffer = find(request.id);
  if (buffer == nullptr) return refused("no such buffer");
  protocol::Bytes now(buffer->bytes);
  if (!backend_.read(buffer->address, now)) return refused("the program has freed the buffer");
  std::optional<std::vector<bool>> marks = backend_.initialized(buffer->address, buffer->bytes);
  for (const protocol::ByteRange& range : buffer->initialized) {
    // Marks that were there from the start say nothing; only a changed value does.
    if (marks)
      std::fill_n(marks->begin() + static_cast<std::ptrdiff_t>(range.begin),
                  range.end - range.begin, false);
  }
  protocol::WrittenBits reply;
  reply.bytes = buffer->bytes;
  reply.bits.resize((buffer->bytes + 7) / 8);
  for (std::uint64_t i = 0; i < buffer->bytes; ++i) {
    if ((marks && (*marks)[i]) || now[i] != buffer->before[i]) {
      reply.bits[i / 8] = static_cast<std::uint8_t>(reply.bits[i / 8] | (1U << (i % 8)));
    }
  }
  return reply;
}

protocol::Outcome<protocol::ModuleLoaded> ExerciseCalls::load_module(
    const protocol::LoadModule& request) {
  const base::Result<std::string> ptx = ptx_of_image(request.image);
  if (!ptx) return refused(base::to_string(ptx.errors().front()));
  const base::Result<ModuleId> module = backend_.load(*ptx);
  if (!module) return refused(base::to_string(module.errors().front()));
  protocol::ModuleLoaded reply;
  reply.id = *module;
  reply.kernels = backend_.kernels(*module);
  for (const std::string& kernel : reply.kernels) {
    reply.names.push_back(base::bare_name(base::demangle(kernel)));
  }
  modules_[*module] = reply.kernels;
  return reply;
}

protocol::Outcome<std::string> ExerciseCalls::kernel_called(ModuleId module,
                                                            const std::string& name) const {
  const auto entry = modules_.find(module);
  if (entry == modules_.end()) return refused("no such module");
  std::vector<std::string> matches;
  std::vector<std::string> names;
  for (const std::string& kernel : entry->second) {
    if (kernel == name) return kernel;
    names.push_back(base::bare_name(base::demangle(kernel)));
    if (names.back() == name) matches.push_back(kernel);
  }
  if (matches.size() == 1) return matches.front();
  if (matches.size() > 1) return refused("several kernels are called '" + name + "'");
  const std::string hint = base::did_you_mean(name, names);
  return refused("there is no kernel '" + name + "'" + (hint.empty() ? "" : "; " + hint));
}

protocol::Outcome<protocol::DirectLaunched> ExerciseCalls::launch(
    const protocol::DirectLaunch& request) {
  const protocol::Outcome<std::string> kernel = kernel_called(request.module, request.kernel);
  if (!kernel) return kernel.failure();
  const std::optional<protocol::KernelInfo> info = backend_.kernel_info(request.module, *kernel);
  if (!info) return refused("the kernel '" + request.kernel + "' cannot be launched");
  if (request.arguments.size() != info->parameters.size()) {
    return refused(fmt::format("the kernel '{}' has {} parameters, {} arguments were given",
                               request.kernel, info->parameters.size(), request.arguments.size()));
  }
  protocol::Bytes arguments(info->parameter_bytes);
  for (std::size_t i = 0; i < request.arguments.size(); ++i) {
    const protocol::ParameterPlace& place = info->parameters[i];
    if (request.arguments[i].size() != place.bytes) {
      return refused(fmt::format("parameter {} of the kernel '{}' has {} bytes, the argument {}",
                                 i + 1, request.kernel, place.bytes, request.arguments[i].size()));
    }
    std::ranges::copy(request.arguments[i],
                      arguments.begin() + static_cast<std::ptrdiff_t>(place.offset));
  }
  if (spoilt_) {
    return protocol::DirectLaunched{protocol::cudaErrorLaunchFailure,
                                    "an earlier launch of this case has failed"};
  }
  LaunchRequest launch;
  launch.module = request.module;
  launch.kernel = *kernel;
  launch.grid = request.grid;
  launch.block = request.block;
  launch.dynamic_shared_bytes = request.dynamic_shared_bytes;
  launch.arguments = arguments;
  if (request.dynamic_shared_bytes > 0) {
    launcher_.allow_dynamic_shared(request.module, *kernel, *info, request.dynamic_shared_bytes);
  }
  const LaunchEnd end = launcher_.launch(launch, *info);
  spoilt_ = end.spoils_context;
  const bool failed_running = end.error != 0 && end.message.empty();
  return protocol::DirectLaunched{
      end.error, failed_running ? protocol::cuda_error_text(end.error) : end.message};
}

}  // namespace device
