// SPDX-License-Identifier: MIT
/// \file
/// What the grader says to the device worker and to the host runner, and what they answer.
///
/// Most code uses WorkerClient and RunnerClient instead. Format: docs/formats/protocol.md. Tested
/// by wire_test.cpp and by the tests of both ends.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "protocol/message_types.h"
#include "protocol/run_result.h"
#include "protocol/wire.h"

namespace protocol {

/// All roles may travel.
template <>
inline constexpr std::uint32_t kEnumeratorCount<BufferRole> = 4;

/// What a program may do with memory and launches besides launching kernels; see design.md, Trust.
struct CopyPolicy {
  bool read_back = true;      ///< may copy input and output buffers to the host
  bool write_outputs = true;  ///< may copy or memset into output buffers
  bool write_inputs = true;   ///< may copy or memset into input and metadata buffers
  bool device_copies = true;  ///< may copy from one buffer to another without a kernel
  bool read_scratch = true;   ///< may copy its own allocations to the host
  std::uint64_t host_to_device_bytes = UINT64_MAX;  ///< most bytes copied to the device in total
  Dim3 block{0, 0, 0};  ///< block size that every launch must have; 0 leaves one free
  std::uint64_t max_launches = UINT64_MAX;  ///< most launches in a case
  /// Members in wire order.
  static auto fields(auto& self) {
    return std::tie(self.read_back, self.write_outputs, self.write_inputs, self.device_copies,
                    self.read_scratch, self.host_to_device_bytes, self.block, self.max_launches);
  }
  friend bool operator==(const CopyPolicy&, const CopyPolicy&) = default;

  /// Everything allowed: `run`, and exercises that teach host code.
  static CopyPolicy open() { return {}; }
  /// The answer must come from a kernel: no copies of data out, none into outputs or inputs, 4 KB
  /// into the student's own allocations.
  static CopyPolicy graded();
};

/// How a worker runs the cases that follow.
struct Configure {
  static constexpr MessageType kType = MessageType::Configure;  ///< on the wire
  std::string backend = "virtual";            ///< "virtual"; "gpu" where the worker has one
  std::vector<std::string> checks = {"all"};  ///< names of checkers, or "all", or "none"
  std::uint64_t instruction_limit = 0;        ///< warp instructions of a launch; 0 = the default
  std::uint32_t threads = 1;                  ///< threads that run blocks
  std::string simd;                           ///< the host's instruction set; empty: the widest
  std::uint64_t memory_bytes = 0;             ///< device memory; 0 = the default
  std::uint32_t max_findings = 100;           ///< folded findings that are kept
  std::string source_root;                    ///< taken off the front of file names
  std::vector<std::string> given_files;  ///< files not the student's: lines of their callers count
  CopyPolicy policy;                     ///< what the program may do
  TraceRequest trace;                    ///< for pictures: whether and which accesses to record
  /// Members in wire order.
  static auto fields(auto& self) {
    return std::tie(self.backend, self.checks, self.instruction_limit, self.threads, self.simd,
                    self.memory_bytes, self.max_findings, self.source_root, self.given_files,
                    self.policy, self.trace);
  }
};

/// A range of bytes of a buffer, end excluded.
struct ByteRange {
  std::uint64_t begin = 0;  ///< first byte
  std::uint64_t end = 0;    ///< one past the last byte
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.begin, self.end); }
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

/// A global allocation that the exercise describes.
struct CreateBuffer {
  static constexpr MessageType kType = MessageType::CreateBuffer;  ///< on the wire
  std::string name;                     ///< the exercise's argument, for messages
  BufferRole role = BufferRole::Input;  ///< see BufferRole
  std::uint64_t bytes = 0;              ///< its size
  std::string element_type = "float";   ///< for messages: "out[5] (float)"
  std::uint32_t element_bytes = 4;      ///< for messages: index from byte offset
  std::vector<std::uint64_t> shape;     ///< for messages; empty = one dimension
  Bytes content;                        ///< first bytes; the rest is poisoned
  std::vector<ByteRange> initialized;   ///< empty = exactly the bytes given as content
  /// Members in wire order.
  static auto fields(auto& self) {
    return std::tie(self.name, self.role, self.bytes, self.element_type, self.element_bytes,
                    self.shape, self.content, self.initialized);
  }
};

/// Answer to CreateBuffer.
struct BufferCreated {
  static constexpr MessageType kType = MessageType::BufferCreated;  ///< on the wire
  std::uint32_t id = 0;                                             ///< number in later messages
  std::uint64_t address = 0;                                        ///< the device pointer
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.id, self.address); }
};

/// More content of a buffer, marked as initialised. Does not count as written.
struct WriteBuffer {
  static constexpr MessageType kType = MessageType::WriteBuffer;  ///< on the wire
  std::uint32_t id = 0;                                           ///< the buffer
  std::uint64_t offset = 0;                                       ///< where it goes
  Bytes content;                                                  ///< the bytes
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.id, self.offset, self.content); }
};

/// A program's socket comes with this message as a descriptor.
struct AttachRunner {
  static constexpr MessageType kType = MessageType::AttachRunner;  ///< on the wire
  /// Members in wire order.
  static auto fields(auto&) { return std::tuple<>(); }
};

/// Device code for DirectLaunch.
struct LoadModule {
  static constexpr MessageType kType = MessageType::LoadModule;  ///< on the wire
  Bytes image;                                                   ///< PTX text or fatbin
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.image); }
};

/// Answer to LoadModule.
struct ModuleLoaded {
  static constexpr MessageType kType = MessageType::ModuleLoaded;  ///< on the wire
  std::uint32_t id = 0;                                            ///< number in DirectLaunch
  std::vector<std::string> kernels;                                ///< names as in the PTX
  std::vector<std::string> names;                                  ///< bare names, same order
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.id, self.kernels, self.names); }
};

/// A launch without a program.
struct DirectLaunch {
  static constexpr MessageType kType = MessageType::DirectLaunch;  ///< on the wire
  std::uint32_t module = 0;                                        ///< from ModuleLoaded
  std::string kernel;   ///< name as in the PTX, or a bare name if only one has it
  Dim3 grid{1, 1, 1};   ///< blocks
  Dim3 block{1, 1, 1};  ///< threads
  std::uint64_t dynamic_shared_bytes = 0;  ///< third launch argument
  std::vector<Bytes> arguments;            ///< value of each parameter, sizes as in the PTX
  /// Members in wire order.
  static auto fields(auto& self) {
    return std::tie(self.module, self.kernel, self.grid, self.block, self.dynamic_shared_bytes,
                    self.arguments);
  }
};

/// Answer to DirectLaunch.
struct DirectLaunched {
  static constexpr MessageType kType = MessageType::DirectLaunched;  ///< on the wire
  std::uint32_t error = 0;  ///< CUDA error number; details are in the run result
  std::string message;      ///< empty when it went well
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.error, self.message); }
};

/// Asks for bytes of a buffer.
struct ReadBuffer {
  static constexpr MessageType kType = MessageType::ReadBuffer;  ///< on the wire
  std::uint32_t id = 0;                                          ///< the buffer
  std::uint64_t offset = 0;                                      ///< first byte
  std::uint64_t bytes = 0;                                       ///< how many
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.id, self.offset, self.bytes); }
};

/// Answer to ReadBuffer.
struct BufferBytes {
  static constexpr MessageType kType = MessageType::BufferBytes;  ///< on the wire
  Bytes content;                                                  ///< the bytes
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.content); }
};

/// Asks which bytes of a buffer were written since it was created.
struct ReadWritten {
  static constexpr MessageType kType = MessageType::ReadWritten;  ///< on the wire
  std::uint32_t id = 0;                                           ///< the buffer
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.id); }
};

/// Answer to ReadWritten.
struct WrittenBits {
  static constexpr MessageType kType = MessageType::WrittenBits;  ///< on the wire
  std::uint64_t bytes = 0;                                        ///< size of the buffer
  std::vector<std::uint8_t> bits;                                 ///< one a byte, lowest first
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.bytes, self.bits); }
};

/// The case is over: work off what the program has sent, then report.
struct Finish {
  static constexpr MessageType kType = MessageType::Finish;  ///< on the wire
  /// Members in wire order.
  static auto fields(auto&) { return std::tuple<>(); }
};

/// Answer to Finish.
struct Finished {
  static constexpr MessageType kType = MessageType::Finished;  ///< on the wire
  std::string json;                                            ///< see run_result.h
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.json); }
};

/// Forgets buffers, modules, launches and findings; the configuration stays.
struct Reset {
  static constexpr MessageType kType = MessageType::Reset;  ///< on the wire
  /// Members in wire order.
  static auto fields(auto&) { return std::tuple<>(); }
};

/// Forks a case. Descriptors: the case's control socket, then as the flags say the device socket,
/// standard output, standard error.
struct StartCase {
  static constexpr MessageType kType = MessageType::StartCase;  ///< on the wire
  bool has_device = false;                                      ///< a device socket comes with it
  bool has_output = false;              ///< descriptors for standard output and error come with it
  std::uint32_t processor_seconds = 0;  ///< SIGXCPU ends it when it has used so much; 0: no bound
  /// Members in wire order.
  static auto fields(auto& self) {
    return std::tie(self.has_device, self.has_output, self.processor_seconds);
  }
};

/// Answer to StartCase.
struct CaseStarted {
  static constexpr MessageType kType = MessageType::CaseStarted;  ///< on the wire
  std::uint32_t id = 0;                                           ///< number in EndCase
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.id); }
};

/// Waits for the end of a case and kills what is left of it.
struct EndCase {
  static constexpr MessageType kType = MessageType::EndCase;  ///< on the wire
  std::uint32_t id = 0;                                       ///< the case
  std::uint32_t wait_ms = 0;                                  ///< before it is killed
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.id, self.wait_ms); }
};

/// How a case ended.
struct CaseEnded {
  static constexpr MessageType kType = MessageType::CaseEnded;  ///< on the wire
  std::int32_t exit_code = 0;                                   ///< when no signal ended it
  std::int32_t signal = 0;                                      ///< 0 = none
  bool killed = false;  ///< the zygote killed it at the limit
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.exit_code, self.signal, self.killed); }
};

/// Opens a shared object in the case's process, and before it those that it takes functions from.
struct OpenProgram {
  static constexpr MessageType kType = MessageType::OpenProgram;  ///< on the wire
  std::string path;                                               ///< as the sandbox sees it
  std::vector<std::string> libraries = {};  ///< paths; opened first, in this order
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.path, self.libraries); }
};

/// What an argument of a shim is.
enum class ArgumentKind : std::uint8_t {
  Value,       ///< the bytes themselves
  HostBuffer,  ///< a pointer to a host copy of the bytes
};
/// All kinds may travel.
template <>
inline constexpr std::uint32_t kEnumeratorCount<ArgumentKind> = 2;

/// One argument of a host function.
struct Argument {
  ArgumentKind kind = ArgumentKind::Value;  ///< see ArgumentKind
  bool returned = false;                    ///< send the bytes back after the call
  Bytes bytes;                              ///< value or content
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.kind, self.returned, self.bytes); }

  /// A value such as an int or a float.
  template <class T>
  static Argument value(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    return {ArgumentKind::Value, false, Bytes(first, first + sizeof(T))};
  }
  /// A device pointer as BufferCreated gave it.
  static Argument device_pointer(std::uint64_t address) { return value(address); }
  /// A host buffer whose bytes come back.
  static Argument host_buffer(Bytes content) {
    return {ArgumentKind::HostBuffer, true, std::move(content)};
  }
  /// A host buffer that is only read: its bytes do not come back.
  static Argument host_input(Bytes content) {
    return {ArgumentKind::HostBuffer, false, std::move(content)};
  }
};

/// Calls `extern "C" void autograder_call_<name>(void* const* arguments)`.
struct CallFunction {
  static constexpr MessageType kType = MessageType::CallFunction;  ///< on the wire
  std::string name;                 ///< the exercise's function, without the prefix
  std::vector<Argument> arguments;  ///< arguments[i] of the shim points at the i-th value
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.name, self.arguments); }
};

/// The shim returned.
struct FunctionReturned {
  static constexpr MessageType kType = MessageType::FunctionReturned;  ///< on the wire
  std::vector<Bytes> returned;  ///< one for each argument; empty where none was wanted
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.returned); }
};

/// Calls `main`.
struct CallMain {
  static constexpr MessageType kType = MessageType::CallMain;  ///< on the wire
  std::vector<std::string> arguments;                          ///< argv, its own name first
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.arguments); }
};

/// main returned.
struct MainReturned {
  static constexpr MessageType kType = MessageType::MainReturned;  ///< on the wire
  std::int32_t value = 0;                                          ///< what it returned
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.value); }
};

}  // namespace protocol
