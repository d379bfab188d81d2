// SPDX-License-Identifier: MIT
/// \file
/// Assignment zip: one function applied to the elements of two strided tensors, pair by pair, where
/// the smaller one is broadcast over the larger.
///
/// Write the broadcasting rule, the kernel and the function that launches it. README.md says what
/// is wanted and how it is graded. Try it with `make grade A=zip`.
#include "../common/functions.h"
#include "../common/strided.h"

namespace zip_assignment {

constexpr int kBlockSize = 256;  ///< Threads of a block in every launch.

/// Where `view` has the element that belongs to element number `index` of `out_view`: shapes are
/// aligned at their last dimensions; dimensions that are missing or of size 1 stand still.
int broadcast_offset_spec(const Strided& view, const Strided& out_view, int index) {
  int offset = 0;
  for (int d = 1; d <= out_view.dims; ++d) {  // d counts dimensions from the last one
    const int extent = out_view.shape[out_view.dims - d];
    if (d <= view.dims && view.shape[view.dims - d] != 1) {
      offset += index % extent * view.strides[view.dims - d];
    }
    index /= extent;
  }
  return offset;
}

/// What is wanted: out = function(a, b), element by element, a and b broadcast to the shape of out.
void zip_spec(float* out, Strided out_view, const float* a, Strided a_view, const float* b,
              Strided b_view, int function) {
  for (int i = 0; i < element_count(out_view); ++i) {
    const double x = a[broadcast_offset_spec(a_view, out_view, i)];
    const double y = b[broadcast_offset_spec(b_view, out_view, i)];
    out[offset_of(out_view, i)] = static_cast<float>(apply(function, x, y));
  }
}

// FILL-ME-IN(helpers): as many lines as you like, or none
//   Room for functions and constants of your own.
// END(helpers)

/// The view that shows `view` in the shape of `out_view`: same memory, no copy.
Strided broadcast_to(const Strided& view, const Strided& out_view) {
  // FILL-ME-IN(broadcast): about 8 lines
  //   Start from out_view. A dimension that stands still has stride 0.
  return view;
  // END(broadcast)
}

__global__ void zip_kernel(float* out, const __grid_constant__ Strided out_view, const float* a,
                           const __grid_constant__ Strided a_view, const float* b,
                           const __grid_constant__ Strided b_view, int count, int function) {
  // FILL-ME-IN(kernel): about 5 lines
  //   All three views have the same shape here.
  // END(kernel)
}

/// Launches zip_kernel. The pointers are device pointers to the first element of their view.
void zip(float* out, Strided out_view, const float* a, Strided a_view, const float* b,
         Strided b_view, int function) {
  // FILL-ME-IN(launch): about 6 lines
  //   Broadcast both inputs, then enough blocks of kBlockSize threads for every element.
  // END(launch)
}

}  // namespace zip_assignment
using zip_assignment::zip;
using zip_assignment::zip_spec;
