// SPDX-License-Identifier: MIT
/// \file
/// What a program's CUDA runtime says to the device worker, and what it answers.
///
/// Messages marked one-way have no reply: their errors are kept by the worker and told with the
/// next Synchronized (or, once they have spoilt the context, with every reply), as CUDA does with
/// asynchronous errors. Errors are CUDA error numbers. Format: docs/formats/protocol.md. Tested by
/// wire_test.cpp and device/worker_test.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "protocol/message_types.h"
#include "protocol/run_result.h"
#include "protocol/wire.h"

namespace protocol {

/// The device code of one translation unit, under a number that the program chooses. One-way.
struct RegisterImage {
  static constexpr MessageType kType = MessageType::RegisterImage;  ///< on the wire
  std::uint32_t image = 0;                                          ///< its number from now on
  Bytes bytes;                                                      ///< fatbin or PTX text
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.image, self.bytes); }
};

/// Asks for a kernel of an image.
struct QueryKernel {
  static constexpr MessageType kType = MessageType::QueryKernel;  ///< on the wire
  std::uint32_t image = 0;                                        ///< from RegisterImage
  std::string name;                                               ///< as in the PTX
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.image, self.name); }
};

/// Where a parameter lies in the argument bytes of a launch.
struct ParameterPlace {
  std::uint32_t offset = 0;  ///< from the start
  std::uint32_t bytes = 0;   ///< its size
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.offset, self.bytes); }
  friend bool operator==(const ParameterPlace&, const ParameterPlace&) = default;
};

/// Answer to QueryKernel.
struct KernelInfo {
  static constexpr MessageType kType = MessageType::KernelInfo;  ///< on the wire
  std::uint32_t error = 0;                                       ///< CUDA error number
  std::uint32_t kernel = 0;                                      ///< number in LaunchKernel
  std::vector<ParameterPlace> parameters;                        ///< in order
  std::uint32_t parameter_bytes = 0;                             ///< of all
  std::uint64_t static_shared_bytes = 0;                         ///< declared in the kernel
  std::uint64_t local_bytes = 0;                                 ///< of one thread
  std::uint64_t constant_bytes = 0;                              ///< of its module
  std::uint32_t registers = 0;                                   ///< of one thread; an estimate
  std::uint32_t max_threads_per_block = 1024;  ///< by the device and __launch_bounds__
  std::uint32_t ptx_version = 0;               ///< virtual architecture: 75 is compute_75
  /// Members in wire order.
  static auto fields(auto& self) {
    return std::tie(self.error, self.kernel, self.parameters, self.parameter_bytes,
                    self.static_shared_bytes, self.local_bytes, self.constant_bytes, self.registers,
                    self.max_threads_per_block, self.ptx_version);
  }
};

/// Sets the most dynamic shared memory that a launch of the kernel may ask for. Answer: CallStatus.
struct SetKernelAttribute {
  static constexpr MessageType kType = MessageType::SetKernelAttribute;  ///< on the wire
  std::uint32_t kernel = 0;                                              ///< from KernelInfo
  std::uint64_t max_dynamic_shared_bytes = 0;  ///< at most the opt-in limit
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.kernel, self.max_dynamic_shared_bytes); }
};

/// Asks for a __device__ or __constant__ variable of an image.
struct QuerySymbol {
  static constexpr MessageType kType = MessageType::QuerySymbol;  ///< on the wire
  std::uint32_t image = 0;                                        ///< from RegisterImage
  std::string name;                                               ///< as in the PTX
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.image, self.name); }
};

/// Answer to QuerySymbol.
struct SymbolInfo {
  static constexpr MessageType kType = MessageType::SymbolInfo;  ///< on the wire
  std::uint32_t error = 0;                                       ///< CUDA error number
  std::uint64_t address = 0;  ///< for copies; a constant's is no pointer for kernels
  std::uint64_t bytes = 0;    ///< its size
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.error, self.address, self.bytes); }
};

/// Global memory. `height` rows of `width` bytes; the worker chooses the pitch when height > 1 or
/// `pitched`.
struct Allocate {
  static constexpr MessageType kType = MessageType::Allocate;  ///< on the wire
  std::uint64_t width = 0;                                     ///< bytes of a row
  std::uint64_t height = 1;                                    ///< rows
  bool pitched = false;                                        ///< rows start at aligned addresses
  bool managed = false;  ///< memory shared with the host; its descriptor comes with the reply
  std::string site;      ///< where the host asked, for messages; may be empty
  /// Members in wire order.
  static auto fields(auto& self) {
    return std::tie(self.width, self.height, self.pitched, self.managed, self.site);
  }
};

/// Answer to Allocate.
struct Allocated {
  static constexpr MessageType kType = MessageType::Allocated;  ///< on the wire
  std::uint32_t error = 0;                                      ///< CUDA error number
  std::uint64_t address = 0;                                    ///< device pointer
  std::uint64_t pitch = 0;                                      ///< bytes from row to row
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.error, self.address, self.pitch); }
};

/// Gives an allocation back. Answer: CallStatus.
struct Free {
  static constexpr MessageType kType = MessageType::Free;  ///< on the wire
  std::uint64_t address = 0;                               ///< its first byte
  std::string site;                                        ///< where the host asked
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.address, self.site); }
};

/// Bytes from the host. One-way.
struct CopyToDevice {
  static constexpr MessageType kType = MessageType::CopyToDevice;  ///< on the wire
  std::uint64_t destination = 0;                                   ///< first byte of the first row
  std::uint64_t pitch = 0;                                         ///< bytes from row to row
  std::uint64_t width = 0;                                         ///< bytes of a row
  std::uint64_t height = 1;                                        ///< rows
  Bytes content;                                                   ///< rows without gaps
  /// Members in wire order.
  static auto fields(auto& self) {
    return std::tie(self.destination, self.pitch, self.width, self.height, self.content);
  }
};

/// Asks for bytes. Waits for everything before it. Answer: CopiedBytes.
struct CopyFromDevice {
  static constexpr MessageType kType = MessageType::CopyFromDevice;  ///< on the wire
  std::uint64_t source = 0;  ///< first byte of the first row
  std::uint64_t pitch = 0;   ///< bytes from row to row
  std::uint64_t width = 0;   ///< bytes of a row
  std::uint64_t height = 1;  ///< rows
  /// Members in wire order.
  static auto fields(auto& self) {
    return std::tie(self.source, self.pitch, self.width, self.height);
  }
};

/// Answer to CopyFromDevice.
struct CopiedBytes {
  static constexpr MessageType kType = MessageType::CopiedBytes;  ///< on the wire
  std::uint32_t error = 0;                                        ///< CUDA error number
  std::string printed;                                            ///< by kernels before it
  Bytes content;                                                  ///< rows without gaps
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.error, self.printed, self.content); }
};

/// Device to device. One-way.
struct CopyOnDevice {
  static constexpr MessageType kType = MessageType::CopyOnDevice;  ///< on the wire
  std::uint64_t destination = 0;                                   ///< first byte of the first row
  std::uint64_t destination_pitch = 0;                             ///< bytes from row to row
  std::uint64_t source = 0;                                        ///< first byte of the first row
  std::uint64_t source_pitch = 0;                                  ///< bytes from row to row
  std::uint64_t width = 0;                                         ///< bytes of a row
  std::uint64_t height = 1;                                        ///< rows
  /// Members in wire order.
  static auto fields(auto& self) {
    return std::tie(self.destination, self.destination_pitch, self.source, self.source_pitch,
                    self.width, self.height);
  }
};

/// memset. One-way.
struct Fill {
  static constexpr MessageType kType = MessageType::Fill;  ///< on the wire
  std::uint64_t destination = 0;                           ///< first byte of the first row
  std::uint64_t pitch = 0;                                 ///< bytes from row to row
  std::uint64_t width = 0;                                 ///< bytes of a row
  std::uint64_t height = 1;                                ///< rows
  std::uint8_t value = 0;                                  ///< of every byte
  /// Members in wire order.
  static auto fields(auto& self) {
    return std::tie(self.destination, self.pitch, self.width, self.height, self.value);
  }
};

/// A launch. One-way.
struct LaunchKernel {
  static constexpr MessageType kType = MessageType::LaunchKernel;  ///< on the wire
  std::uint32_t kernel = 0;                                        ///< from KernelInfo
  Dim3 grid{1, 1, 1};                                              ///< blocks
  Dim3 block{1, 1, 1};                                             ///< threads
  std::uint64_t dynamic_shared_bytes = 0;                          ///< third launch argument
  std::uint64_t stream = 0;                                        ///< 0 = the default stream
  bool cooperative = false;                                        ///< grid-wide barriers allowed
  Bytes arguments;                                                 ///< laid out as KernelInfo says
  /// Members in wire order.
  static auto fields(auto& self) {
    return std::tie(self.kernel, self.grid, self.block, self.dynamic_shared_bytes, self.stream,
                    self.cooperative, self.arguments);
  }
};

/// Waits for everything before it. With `reveal` false it only fetches errors of launches that
/// could not start: a kernel's own faults stay hidden until the program synchronises, as on a real
/// device.
struct Synchronize {
  static constexpr MessageType kType = MessageType::Synchronize;  ///< on the wire
  bool reveal = true;                                             ///< see above
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.reveal); }
};

/// Answer to Synchronize.
struct Synchronized {
  static constexpr MessageType kType = MessageType::Synchronized;  ///< on the wire
  std::uint32_t sticky = 0;  ///< error that spoilt the context, 0 while hidden
  std::uint32_t last = 0;    ///< last error of a one-way call since the last Synchronized
  std::string printed;       ///< text that kernels printed, when `reveal`
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.sticky, self.last, self.printed); }
};

/// Asks for the virtual time, which follows from counted work.
struct QueryClock {
  static constexpr MessageType kType = MessageType::QueryClock;  ///< on the wire
  /// Members in wire order.
  static auto fields(auto&) { return std::tuple<>(); }
};

/// Answer to QueryClock.
struct ClockInfo {
  static constexpr MessageType kType = MessageType::ClockInfo;  ///< on the wire
  std::uint64_t nanoseconds = 0;                                ///< since the case began
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.nanoseconds); }
};

/// Asks what an address is.
struct QueryPointer {
  static constexpr MessageType kType = MessageType::QueryPointer;  ///< on the wire
  std::uint64_t address = 0;                                       ///< any number
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.address); }
};

/// Answer to QueryPointer.
struct PointerInfo {
  static constexpr MessageType kType = MessageType::PointerInfo;  ///< on the wire
  bool found = false;                                             ///< it lies in a live allocation
  bool managed = false;                                           ///< which the host shares
  std::uint64_t base = 0;                                         ///< its first byte
  std::uint64_t bytes = 0;                                        ///< its size
  /// Members in wire order.
  static auto fields(auto& self) {
    return std::tie(self.found, self.managed, self.base, self.bytes);
  }
};

/// Asks for the device's properties.
struct QueryDevice {
  static constexpr MessageType kType = MessageType::QueryDevice;  ///< on the wire
  /// Members in wire order.
  static auto fields(auto&) { return std::tuple<>(); }
};

/// Answer to QueryDevice. The numbers are those of cudaDeviceProp.
struct DeviceInfo {
  static constexpr MessageType kType = MessageType::DeviceInfo;  ///< on the wire
  std::string name = "Virtual GPU (sm_75)";                      ///< cudaDeviceProp::name
  std::uint32_t major = 7;                                       ///< compute capability
  std::uint32_t minor = 5;                                       ///< compute capability
  std::uint64_t global_bytes = std::uint64_t{4} << 30;           ///< device memory
  std::uint64_t free_bytes = std::uint64_t{4} << 30;             ///< of it, now free
  std::uint64_t shared_bytes_per_block = 48 << 10;               ///< without opting in
  std::uint64_t shared_bytes_per_block_optin = 64 << 10;         ///< with cudaFuncSetAttribute
  std::uint64_t shared_bytes_per_multiprocessor = 64 << 10;      ///< for occupancy
  std::uint64_t constant_bytes = 64 << 10;                       ///< of a module
  std::uint32_t registers_per_block = 65536;                     ///< for occupancy
  std::uint32_t registers_per_multiprocessor = 65536;            ///< for occupancy
  std::uint32_t warp_size = 32;                                  ///< lanes
  std::uint32_t max_threads_per_block = 1024;                    ///< launch limit
  std::uint32_t max_threads_per_multiprocessor = 1024;           ///< for occupancy
  std::uint32_t max_blocks_per_multiprocessor = 16;              ///< for occupancy
  Dim3 max_block{1024, 1024, 64};                                ///< launch limit
  Dim3 max_grid{2147483647, 65535, 65535};                       ///< launch limit
  std::uint32_t multiprocessors = 40;        ///< of the device it is named after
  std::uint32_t clock_khz = 1590000;         ///< of the virtual clock
  std::uint32_t memory_clock_khz = 5001000;  ///< of the virtual memory
  std::uint32_t memory_bus_bits = 256;       ///< of the virtual memory
  std::uint32_t l2_bytes = 4 << 20;          ///< of the virtual cache
  std::uint64_t first_address = 0;           ///< device pointers lie from here ...
  std::uint64_t last_address = 0;            ///< ... to here: how the host tells them from its own
  /// Members in wire order.
  static auto fields(auto& self) {
    return std::tie(self.name, self.major, self.minor, self.global_bytes, self.free_bytes,
                    self.shared_bytes_per_block, self.shared_bytes_per_block_optin,
                    self.shared_bytes_per_multiprocessor, self.constant_bytes,
                    self.registers_per_block, self.registers_per_multiprocessor, self.warp_size,
                    self.max_threads_per_block, self.max_threads_per_multiprocessor,
                    self.max_blocks_per_multiprocessor, self.max_block, self.max_grid,
                    self.multiprocessors, self.clock_khz, self.memory_clock_khz,
                    self.memory_bus_bits, self.l2_bytes, self.first_address, self.last_address);
  }
};

/// cudaDeviceReset. Answer: CallStatus.
struct ResetDevice {
  static constexpr MessageType kType = MessageType::ResetDevice;  ///< on the wire
  /// Members in wire order.
  static auto fields(auto&) { return std::tuple<>(); }
};

/// The CUDA error of a call that returns nothing else.
struct CallStatus {
  static constexpr MessageType kType = MessageType::CallStatus;  ///< on the wire
  std::uint32_t error = 0;                                       ///< CUDA error number
  std::string printed;                                           ///< by kernels before it
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.error, self.printed); }
};

/// A host note or something not modelled, for the run result. One-way.
struct Note {
  static constexpr MessageType kType = MessageType::Note;  ///< on the wire
  bool not_modelled = false;  ///< `kind` is a function's name, `message` the place of the call
  std::string kind;           ///< see HostNote
  std::string message;        ///< see HostNote
  std::string help;           ///< see HostNote
  /// Members in wire order.
  static auto fields(auto& self) {
    return std::tie(self.not_modelled, self.kind, self.message, self.help);
  }
};

}  // namespace protocol
