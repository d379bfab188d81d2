/// \file
/// What the files of several_files.cu share.
#pragma once

#include <cuda_runtime.h>

/// Multiplies by SCALE on the device; scale.cu.
void scale(float* device, int count);
/// Adds the components; sums.cpp.
double sum(const float4& v);
/// A function in C; plain.c.
extern "C" int in_c(int value);
