// SPDX-License-Identifier: MIT
/// \file
/// What the compilers' stubs register: images, kernels, variables; and what the worker says of
/// them.
///
/// Registration sends nothing: programs register from constructors, before there is a connection.
/// The first use of an image sends it. Tested by runtime_test.cpp.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "cudart/abi.h"
#include "protocol/cuda_messages.h"

namespace cudart {

/// The device code of one translation unit.
struct Image {
  std::uint32_t number = 0;    ///< in messages
  const void* data = nullptr;  ///< fatbin or PTX text in the program
  bool sent = false;           ///< the worker has it
};

/// A kernel of an image; its address is the cudaKernel_t handle that stubs get.
struct Kernel {
  Image* image = nullptr;                    ///< where it is from
  std::string name;                          ///< as in the PTX
  std::optional<protocol::KernelInfo> info;  ///< once asked for
  std::uint64_t max_dynamic_shared = 0;      ///< set by cudaFuncSetAttribute
};

/// A variable of an image.
struct Variable {
  Image* image = nullptr;                    ///< where it is from
  std::string name;                          ///< as in the PTX
  std::optional<protocol::SymbolInfo> info;  ///< once asked for
  void** managed = nullptr;  ///< __managed__: where the program wants the address to stand
};

/// Everything registered. Use with the library's mutex held.
class Registry {
 public:
  /// The only one.
  static Registry& get();

  /// A new image; `wrapper` is what __cudaRegisterFatBinary got.
  Image* add_image(const void* wrapper);
  /// A kernel under the address of its host function.
  void add_kernel(Image* image, const void* host_function, const char* name);
  /// A variable under the address of its host shadow.
  void add_variable(Image* image, const void* host_variable, const char* name);
  /// A __managed__ variable; `host_pointer` is where the program reads its address from.
  void add_managed(Image* image, void** host_pointer, const char* name);
  /// Makes the managed variables of an image reachable for the host. False when one is not.
  bool map_managed(Image* image);
  /// Forgets an image with all that is in it.
  void remove_image(Image* image);

  /// The kernel of a host function or a handle, asked for at the worker; nullptr and the error when
  /// there is none.
  Kernel* kernel(const void* function, cudaError_t& error);
  /// The kernel without asking the worker; nullptr when nothing is registered.
  Kernel* find_kernel(const void* function);
  /// The variable, asked for at the worker; nullptr and the error when there is none.
  Variable* variable(const void* symbol, cudaError_t& error);

 private:
  bool send(Image& image);

  std::deque<Image> images_;
  std::unordered_map<const void*, Kernel> kernels_;
  std::unordered_map<const void*, Variable> variables_;
  std::unordered_map<const void*, Kernel*> handles_;
};

}  // namespace cudart
