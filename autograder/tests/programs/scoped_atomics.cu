// cuda::atomic and cuda::atomic_ref: every operation in every order, all scopes, and messages
// handed from block to block.
#include <cstdio>
#include <cuda/atomic>
#include <initializer_list>

using cuda::memory_order_acq_rel;
using cuda::memory_order_acquire;
using cuda::memory_order_relaxed;
using cuda::memory_order_release;
using cuda::memory_order_seq_cst;

/// Whole numbers: the last value of each operation after all threads have done it once.
template <class T, cuda::thread_scope Scope>
__global__ void whole(T* out, cuda::memory_order order) {
  const T t = static_cast<T>(threadIdx.x) - 3;  // below zero, or huge
  cuda::atomic_ref<T, Scope>(out[0]).fetch_add(t, order);
  cuda::atomic_ref<T, Scope>(out[1]).fetch_sub(t, order);
  cuda::atomic_ref<T, Scope>(out[2]).fetch_min(t, order);
  cuda::atomic_ref<T, Scope>(out[3]).fetch_max(t, order);
  cuda::atomic_ref<T, Scope>(out[4]).fetch_and(~(T(1) << threadIdx.x), order);
  cuda::atomic_ref<T, Scope>(out[5]).fetch_or(T(1) << threadIdx.x, order);
  cuda::atomic_ref<T, Scope>(out[6]).fetch_xor(t, order);
  T expected = static_cast<T>(threadIdx.x);
  cuda::atomic_ref<T, Scope> chain(out[7]);
  while (!chain.compare_exchange_weak(expected, expected + 1, order)) {
    expected = static_cast<T>(threadIdx.x);
  }
  if (chain.load(memory_order_acquire) == static_cast<T>(blockDim.x))
    cuda::atomic_ref<T, Scope>(out[8]).exchange(77, order);
  ++cuda::atomic_ref<T, Scope>(out[9]);
}

template <class T>
int check(const char* name, T* memory, void (*kernel)(T*, cuda::memory_order),
          cuda::memory_order order) {
  const T first[10] = {5, 5, 100, 0, T(-1), 0, 0, 0, 0, 0};
  T got[10], wanted[10];
  for (int i = 0; i < 10; ++i) wanted[i] = first[i];
  for (int i = 0; i < 24; ++i) {
    const T t = static_cast<T>(i) - 3;
    wanted[0] += t;
    wanted[1] -= t;
    wanted[2] = t < wanted[2] ? t : wanted[2];
    wanted[3] = t > wanted[3] ? t : wanted[3];
    wanted[4] &= ~(T(1) << i);
    wanted[5] |= T(1) << i;
    wanted[6] ^= t;
  }
  wanted[7] = wanted[9] = 24;
  wanted[8] = 77;
  cudaMemcpy(memory, first, sizeof first, cudaMemcpyHostToDevice);
  kernel<<<1, 24>>>(memory, order);
  cudaMemcpy(got, memory, sizeof got, cudaMemcpyDeviceToHost);
  int wrong = cudaGetLastError() != cudaSuccess;
  for (int i = 0; i < 10; ++i) {
    if (got[i] != wanted[i]) std::printf("%s: operation %d is wrong\n", name, i), ++wrong;
  }
  return wrong;
}

const auto kOrders = {memory_order_relaxed, memory_order_acquire, memory_order_release,
                      memory_order_acq_rel, memory_order_seq_cst};

template <class T, cuda::thread_scope Scope>
int check_orders(const char* name, T* memory) {
  int wrong = 0;
  for (const auto order : kOrders) wrong += check<T>(name, memory, whole<T, Scope>, order);
  return wrong;
}

__device__ cuda::atomic<int, cuda::thread_scope_device> turn;
__device__ int message;

/// Block after block takes its turn and adds to a plain variable.
__global__ void in_turn() {
  while (turn.load(memory_order_acquire) != static_cast<int>(blockIdx.x)) {
  }
  message = message * 3 + static_cast<int>(blockIdx.x);
  turn.store(static_cast<int>(blockIdx.x) + 1, memory_order_release);
}

/// The same handed on by fences, in real numbers.
__global__ void sums(float* single, double* twofold) {
  cuda::atomic_ref<float, cuda::thread_scope_device>(*single).fetch_add(0.5F);
  cuda::atomic_ref<double, cuda::thread_scope_device>(*twofold).fetch_sub(0.25);
  cuda::atomic_thread_fence(memory_order_seq_cst, cuda::thread_scope_device);
}

int main() {
  void* memory;
  cudaMalloc(&memory, 80);
  const int wrong = check_orders<int, cuda::thread_scope_block>("int", static_cast<int*>(memory)) +
                    check_orders<unsigned, cuda::thread_scope_device>(
                        "unsigned", static_cast<unsigned*>(memory)) +
                    check_orders<long long, cuda::thread_scope_system>(
                        "long long", static_cast<long long*>(memory)) +
                    check_orders<unsigned long long, cuda::thread_scope_device>(
                        "unsigned long long", static_cast<unsigned long long*>(memory));
  std::printf("whole numbers: %d wrong\n", wrong);
  cudaMemset(memory, 0, 80);
  sums<<<4, 32>>>(static_cast<float*>(memory), static_cast<double*>(memory) + 1);
  float single;
  double twofold;
  cudaMemcpy(&single, memory, sizeof single, cudaMemcpyDeviceToHost);
  cudaMemcpy(&twofold, static_cast<double*>(memory) + 1, sizeof twofold, cudaMemcpyDeviceToHost);
  std::printf("sums: %g %g\n", single, twofold);
  in_turn<<<5, 1>>>();
  int got = 0;
  cudaMemcpyFromSymbol(&got, message, sizeof got);
  std::printf("in turn: %d\n", got);
  cudaFree(memory);
  return 0;
}
