// SPDX-License-Identifier: MIT
/// \file
/// Assignment map: one function applied to every element of a strided tensor.
///
/// Write the kernel and the function that launches it. README.md says what is wanted and how it is
/// graded. Try it with `make grade A=map`.
#include "../common/functions.h"
#include "../common/strided.h"

namespace map_assignment {

constexpr int kBlockSize = 256;  ///< Threads of a block in every launch.

/// What is wanted: out = function(in), element by element. Both views have the same shape.
void map_spec(float* out, Strided out_view, const float* in, Strided in_view, int function) {
  for (int i = 0; i < element_count(out_view); ++i) {
    const double x = in[offset_of(in_view, i)];
    out[offset_of(out_view, i)] = static_cast<float>(apply(function, x));
  }
}

// FILL-ME-IN(helpers): as many lines as you like, or none
//   Room for functions and constants of your own.
// END(helpers)

__global__ void map_kernel(float* out, const __grid_constant__ Strided out_view, const float* in,
                           const __grid_constant__ Strided in_view, int count, int function) {
  // FILL-ME-IN(kernel): about 3 lines
  //   Find the number of this thread's element, guard the tail, apply the function.
  // END(kernel)
}

/// Launches map_kernel. Both pointers are device pointers to the first element of their view.
void map(float* out, Strided out_view, const float* in, Strided in_view, int function) {
  // FILL-ME-IN(launch): about 3 lines
  //   Enough blocks of kBlockSize threads for every element; an empty tensor needs no launch.
  // END(launch)
}

}  // namespace map_assignment
using map_assignment::map;
using map_assignment::map_spec;
