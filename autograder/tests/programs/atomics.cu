// Every atomic operation, on every type it takes, at every scope.
#include <cstdio>

struct Cells {
  int i[12];
  unsigned u[16];
  unsigned long long l[12];
  long long s[4];
  float f[4];
  double d[3];
  unsigned short h[2];
};

__global__ void atomics(Cells* c) {
  const int t = threadIdx.x;
  atomicAdd(&c->i[0], t);
  atomicSub(&c->i[1], t);
  atomicExch(&c->i[2], t);
  atomicMin(&c->i[3], -t);
  atomicMax(&c->i[4], t);
  atomicAnd(&c->i[5], t);
  atomicOr(&c->i[6], t);
  atomicXor(&c->i[7], t);
  atomicCAS(&c->i[8], t, t + 1);
  atomicAdd_block(&c->i[9], t);
  atomicMin_system(&c->i[10], t);
  atomicSub_block(&c->i[11], t);
  atomicAdd(&c->u[0], t);
  atomicSub(&c->u[1], 1u);
  atomicInc(&c->u[2], 17u);
  atomicDec(&c->u[3], 17u);
  atomicMin(&c->u[4], 5u);
  atomicMax_block(&c->u[5], 0x80000000u + t);
  atomicAnd_system(&c->u[6], 0xf0u);
  atomicCAS_block(&c->u[7], 0u, 1u);
  atomicInc_block(&c->u[8], 9u);
  atomicExch_block(&c->u[9], 3u);
  atomicAdd(&c->l[0], 1ull << 40);
  atomicExch(&c->l[1], 3ull);
  atomicMin(&c->l[2], 3ull);
  atomicMax_block(&c->l[3], 3ull);
  atomicOr(&c->l[4], 1ull << t);
  atomicCAS(&c->l[5], 0ull, 1ull);
  atomicMin(&c->s[0], -1ll);
  atomicMax_block(&c->s[1], -1ll);
  atomicAdd(&c->f[0], 0.5);
  atomicExch(&c->f[1], 2.0f);
  atomicAdd_block(&c->f[2], 1.0f);
  atomicAdd(&c->d[0], 0.25);
  atomicAdd_system(&c->d[1], 0.25);
  atomicCAS(&c->h[1], static_cast<unsigned short>(0), static_cast<unsigned short>(7));
}

// The classic way to an operation that the hardware lacks.
__device__ float multiply(float* address, float factor) {
  int* bits = reinterpret_cast<int*>(address);
  int old = *bits, seen;
  do {
    seen = old;
    old = atomicCAS(bits, seen, __float_as_int(factor * __int_as_float(seen)));
  } while (seen != old);
  return __int_as_float(old);
}

__global__ void products(float* p) {
  multiply(p, 1.0f + threadIdx.x);
}

int main() {
  Cells* cells = nullptr;
  cudaMalloc(&cells, sizeof(Cells));
  cudaMemset(cells, 0, sizeof(Cells));
  atomics<<<2, 32>>>(cells);
  products<<<1, 4>>>(&cells->f[3]);
  Cells host;
  cudaMemcpy(&host, cells, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(cells);
  std::printf("%d %u %g\n", host.i[0], host.u[5], host.f[0]);
  return 0;
}
