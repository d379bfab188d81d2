// Recursion, function pointers, virtual functions, lambdas, by-value structs, inline PTX.
#include <cstdio>

__device__ __noinline__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

using Unary = float (*)(float);
__device__ __noinline__ float twice(float x) {
  return 2 * x;
}
__device__ __noinline__ float square(float x) {
  return x * x;
}
__device__ Unary table[2] = {twice, square};

struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual int corners() const { return 0; }
};
struct Square : Shape {
  float side;
  __device__ explicit Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
  __device__ int corners() const override { return 4; }
};
struct Circle : Shape {
  float radius;
  __device__ explicit Circle(float r) : radius(r) {}
  __device__ float area() const override { return 3.0F * radius * radius; }
};

struct Settings {
  char tag;
  double scale;
  int offsets[3];
};

template <class Function>
__global__ void apply(float* data, Function function) {
  data[threadIdx.x] = function(data[threadIdx.x]);
}

struct AddThen {
  float offset;
  Settings settings;
  __device__ float operator()(float x) const {
    const auto inner = [&](float y) { return y * static_cast<float>(settings.scale); };
    return inner(x + offset) + static_cast<float>(settings.offsets[threadIdx.x % 3]) +
           (settings.tag == 'k' ? 0.5F : 0.0F);
  }
};

__global__ void calls(int* integers, float* floats) {
  const int t = threadIdx.x;
  integers[t] = fibonacci(t % 10);
  floats[t] = table[t % 2](static_cast<float>(t));
  const Square square_shape(static_cast<float>(t));
  const Circle circle(static_cast<float>(t));
  const Shape* shape = t % 3 == 0 ? static_cast<const Shape*>(&square_shape) : &circle;
  floats[32 + t] = shape->area() + static_cast<float>(shape->corners());
  int lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  int sum;
  asm("{ .reg .u32 partial; add.u32 partial, %1, %2; shl.b32 %0, partial, 1; }"
      : "=r"(sum)
      : "r"(lane), "r"(t));
  integers[32 + t] = sum;
}

int main() {
  int *integers, host_integers[64];
  float *floats, host_floats[64];
  cudaMalloc(&integers, sizeof host_integers);
  cudaMalloc(&floats, sizeof host_floats);
  calls<<<1, 32>>>(integers, floats);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  const Settings settings{'k', 0.25, {100, 200, 300}};
  apply<<<1, 32>>>(floats, AddThen{4, settings});
  cudaMemcpy(host_integers, integers, sizeof host_integers, cudaMemcpyDeviceToHost);
  cudaMemcpy(host_floats, floats, sizeof host_floats, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d | %d %d\n", host_integers[9], host_integers[10], host_integers[27],
              host_integers[32], host_integers[63]);
  std::printf("%g %g %g | %g %g %g\n", host_floats[0], host_floats[2], host_floats[3],
              host_floats[32], host_floats[33], host_floats[62]);
  cudaFree(integers);
  cudaFree(floats);
  return 0;
}
