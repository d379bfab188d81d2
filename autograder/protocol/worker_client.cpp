// SPDX-License-Identifier: MIT
#include "protocol/worker_client.h"

#include <algorithm>

namespace protocol {

namespace {

/// The outcome of a request that is answered by Acknowledged.
template <class Request>
Status acknowledged(Channel& channel, const Request& request, Deadline deadline,
                    std::span<const int> descriptors = {}) {
  const Outcome<Acknowledged> reply = channel.call<Acknowledged>(request, deadline, descriptors);
  if (!reply) return reply.failure();
  return Done{};
}

}  // namespace

CopyPolicy CopyPolicy::graded() {
  CopyPolicy policy;
  policy.read_back = false;
  policy.write_outputs = false;
  policy.write_inputs = false;
  policy.device_copies = false;
  policy.read_scratch = false;
  policy.host_to_device_bytes = 4096;
  return policy;
}

Status WorkerClient::configure(const Configure& settings, Deadline deadline) {
  return acknowledged(channel_, settings, deadline);
}

Outcome<DeviceBuffer> WorkerClient::create_buffer(const CreateBuffer& spec, Deadline deadline) {
  const std::size_t first = std::min(spec.content.size(), kCopyChunkBytes);
  Outcome<BufferCreated> created = [&] {
    if (first == spec.content.size()) return channel_.call<BufferCreated>(spec, deadline);
    CreateBuffer head = spec;
    head.content.resize(first);
    return channel_.call<BufferCreated>(head, deadline);
  }();
  if (!created) return created.failure();
  for (std::size_t done = first; done < spec.content.size();) {
    const std::size_t step = std::min(kCopyChunkBytes, spec.content.size() - done);
    const auto begin = spec.content.begin() + static_cast<std::ptrdiff_t>(done);
    const WriteBuffer piece{created->id, done,
                            Bytes(begin, begin + static_cast<std::ptrdiff_t>(step))};
    const Status written = acknowledged(channel_, piece, deadline);
    if (!written) return written.failure();
    done += step;
  }
  return DeviceBuffer{created->id, created->address, spec.bytes};
}

Outcome<FileDescriptor> WorkerClient::attach_runner(Deadline deadline) {
  auto [worker_end, runner_end] = socket_pair();
  const int descriptors[] = {worker_end.get()};
  const Status attached = acknowledged(channel_, AttachRunner{}, deadline, descriptors);
  if (!attached) return attached.failure();
  return std::move(runner_end);
}

Outcome<ModuleLoaded> WorkerClient::load_module(std::span<const std::byte> image,
                                                Deadline deadline) {
  return channel_.call<ModuleLoaded>(LoadModule{Bytes(image.begin(), image.end())}, deadline);
}

Outcome<DirectLaunched> WorkerClient::launch(const DirectLaunch& launch, Deadline deadline) {
  return channel_.call<DirectLaunched>(launch, deadline);
}

Outcome<Bytes> WorkerClient::read_buffer(const DeviceBuffer& buffer, std::uint64_t offset,
                                         std::uint64_t bytes, Deadline deadline) {
  Bytes content;
  while (content.size() < bytes) {
    const std::uint64_t step = std::min<std::uint64_t>(kCopyChunkBytes, bytes - content.size());
    const ReadBuffer request{buffer.id, offset + content.size(), step};
    Outcome<BufferBytes> piece = channel_.call<BufferBytes>(request, deadline);
    if (!piece) return piece.failure();
    if (piece->content.size() != step) {
      return Failure{Failure::Kind::Malformed, "the worker sent a piece of the wrong size"};
    }
    content.insert(content.end(), piece->content.begin(), piece->content.end());
  }
  return content;
}

Outcome<std::vector<std::uint8_t>> WorkerClient::read_written(const DeviceBuffer& buffer,
                                                              Deadline deadline) {
  const Outcome<WrittenBits> reply = channel_.call<WrittenBits>(ReadWritten{buffer.id}, deadline);
  if (!reply) return reply.failure();
  if (reply->bytes != buffer.bytes || reply->bits.size() != (buffer.bytes + 7) / 8) {
    return Failure{Failure::Kind::Malformed, "the worker sent written bits of the wrong size"};
  }
  std::vector<std::uint8_t> written(buffer.bytes);
  for (std::size_t i = 0; i < written.size(); ++i) {
    written[i] = static_cast<std::uint8_t>((reply->bits[i / 8] >> (i % 8)) & 1);
  }
  return written;
}

Outcome<RunResult> WorkerClient::finish(Deadline deadline) {
  const Outcome<Finished> reply = channel_.call<Finished>(Finish{}, deadline);
  if (!reply) return reply.failure();
  base::Result<RunResult> result = run_result_from_json(reply->json);
  if (!result) return Failure{Failure::Kind::Malformed, result.errors().front().message};
  return std::move(result).value();
}

Status WorkerClient::reset(Deadline deadline) {
  return acknowledged(channel_, Reset{}, deadline);
}

}  // namespace protocol
