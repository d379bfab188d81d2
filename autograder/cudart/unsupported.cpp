// SPDX-License-Identifier: MIT
// Functions of the runtime that are not implemented, and the forms for per-thread default streams.
#include <cstdio>
#include <set>
#include <string>

#include "cudart/client.h"
#include "cudart/host_line.h"

namespace cudart {

namespace {

cudaError_t unsupported(const char* name, const void* return_address) {
  const Lock lock;
  static auto& named = *new std::set<std::string>;
  if (named.insert(name).second) {
    std::fprintf(stderr, "CUDA: %s is not supported here; it returns cudaErrorNotSupported\n",
                 name);
    Client::get().note_unsupported(name, host_line(return_address));
  }
  return finish(cudaErrorNotSupported);
}

}  // namespace

}  // namespace cudart

/// What cudaCreateChannelDesc gives; it only fills in a struct, so it cannot return an error.
struct cudaChannelFormatDesc {
  int x;  ///< bits of the first component
  int y;  ///< bits of the second component
  int z;  ///< bits of the third component
  int w;  ///< bits of the fourth component
  int f;  ///< kind of the components
};

CUDART_EXPORT cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, int f) {
  return {x, y, z, w, f};
}

#define CUDART_FUNCTION(name)
#define CUDART_ALIAS(name, other)
#define CUDART_UNSUPPORTED(name)                                    \
  CUDART_EXPORT cudaError_t name() {                                \
    return cudart::unsupported(#name, __builtin_return_address(0)); \
  }
#include "cudart/api.def"
#undef CUDART_FUNCTION
#undef CUDART_ALIAS
#undef CUDART_UNSUPPORTED
