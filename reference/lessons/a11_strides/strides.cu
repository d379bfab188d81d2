// SPDX-License-Identifier: MIT
/// \file
/// Lesson a11_strides: one kernel for every shape.
///
/// You learn how shape and strides describe transposed, cut and broadcast arrays, and how a kernel
/// chooses a function by its number. Fill in the regions and run
/// `build/bin/autograder check a11_strides`. The assignments map and zip begin where this ends.

/// A view of memory: how many elements there are along each dimension, and how far apart neighbours
/// lie along it. Outermost dimension first.
struct Strided {
  int dims;         ///< How many entries of the two arrays count.
  int shape[10];    ///< Elements along each dimension.
  int strides[10];  ///< Distance between neighbours along each dimension, in elements.
};

/// What is wanted, in plain C++: out = function(a, b), element by element. All three views have the
/// same shape; each has its own strides. Functions: 0 is a + b, 1 is a * b, 2 is the larger one.
void strides_spec(float* out, Strided out_view, const float* a, Strided a_view, const float* b,
                  Strided b_view, int function) {
  int count = 1;
  for (int d = 0; d < out_view.dims; ++d) count *= out_view.shape[d];
  for (int i = 0; i < count; ++i) {
    int rest = i, in_out = 0, in_a = 0, in_b = 0;
    for (int d = out_view.dims - 1; d >= 0; --d) {
      const int index = rest % out_view.shape[d];
      in_out += index * out_view.strides[d];
      in_a += index * a_view.strides[d];
      in_b += index * b_view.strides[d];
      rest /= out_view.shape[d];
    }
    const float x = a[in_a], y = b[in_b];
    out[in_out] = function == 0 ? x + y : function == 1 ? x * y : x > y ? x : y;
  }
}

/// Where element number `i` of a view lies, in elements from its first one. A `__device__` function
/// is called by kernels.
__device__ int place_of(const Strided& view, int i) {
  // FILL-ME-IN(place): about 6 lines
  //   From the last dimension to the first: split off its index, go that many strides.
  // SOLUTION
  int place = 0;
  for (int d = view.dims - 1; d >= 0; --d) {
    place += i % view.shape[d] * view.strides[d];
    i /= view.shape[d];
  }
  return place;
  //| return i;
  // END(place)
}

/// The function with this number, of x and y.
__device__ float apply(int function, float x, float y) {
  // FILL-ME-IN(apply): about 3 lines
  //   0: sum, 1: product, 2: the larger of the two.
  // SOLUTION
  if (function == 0) return x + y;
  if (function == 1) return x * y;
  return x > y ? x : y;
  //| return x;
  // END(apply)
}

/// `count` elements, numbered row after row; the launch has at least that many threads in x.
__global__ void strides(float* out, const __grid_constant__ Strided out_view, const float* a,
                        const __grid_constant__ Strided a_view, const float* b,
                        const __grid_constant__ Strided b_view, int count, int function) {
  // FILL-ME-IN(kernel): about 4 lines
  //   The element's number, a guard, and its place in each of the three.
  // SOLUTION
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[place_of(out_view, i)] = apply(function, a[place_of(a_view, i)], b[place_of(b_view, i)]);
  // END(kernel)
}
