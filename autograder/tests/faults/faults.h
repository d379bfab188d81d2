// SPDX-License-Identifier: MIT
// What the programs of this folder share: memory with and without contents, and a fresh device for
// the next fault.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>

// `count` elements that hold zeros.
template <class T>
T* zeros(int count) {
  T* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(T));
  cudaMemset(memory, 0, count * sizeof(T));
  return memory;
}

// `count` elements that nobody has written.
template <class T>
T* unwritten(int count) {
  T* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(T));
  return memory;
}

// Ends a part of a program: waits for its kernels, frees its memory and forgets its errors.
inline void next() {
  cudaDeviceSynchronize();
  cudaDeviceReset();
}
