// Host code that knows CUDA's types.
#include "parts.h"

double sum(const float4& v) {
  return static_cast<double>(v.x) + v.y + v.z + v.w;
}
