// Locks that lanes of one warp fight for: the holder must get on while the others spin.
#include <cstdio>

__device__ int mutex_word = 0;
__device__ int ticket = 0, serving = 0;

/// The critical section stands behind the loop that waits for the lock.
__global__ void behind_the_loop(int* counter) {
  while (atomicCAS(&mutex_word, 0, 1) != 0) {
  }
  __threadfence();
  *counter = *counter + 1;
  __threadfence();
  atomicExch(&mutex_word, 0);
}

/// The critical section stands within it.
__global__ void within_the_loop(int* counter) {
  for (bool done = false; !done;) {
    if (atomicCAS(&mutex_word, 0, 1) == 0) {
      __threadfence();
      *counter = *counter + 1;
      __threadfence();
      atomicExch(&mutex_word, 0);
      done = true;
    }
  }
}

__device__ __noinline__ void take_turn(int mine) {
  while (atomicAdd(&serving, 0) != mine) {
  }
}

__global__ void in_turn(int* order, int* next) {
  const int mine = atomicAdd(&ticket, 1);
  take_turn(mine);
  __threadfence();
  const int place = *next;
  order[place] = mine;
  *next = place + 1;
  __threadfence();
  atomicAdd(&serving, 1);
}

int main() {
  int* data;
  cudaMalloc(&data, 128 * sizeof(int));
  cudaMemset(data, 0, 128 * sizeof(int));
  behind_the_loop<<<2, 48>>>(data);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  within_the_loop<<<2, 48>>>(data);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  int count = 0;
  cudaMemcpy(&count, data, sizeof count, cudaMemcpyDeviceToHost);
  std::printf("%d threads were there\n", count);
  in_turn<<<1, 64>>>(data + 1, data + 100);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  int order[64], wrong = 0;
  cudaMemcpy(order, data + 1, sizeof order, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i) wrong += order[i] != i;
  std::printf("%d out of turn\n", wrong);
  cudaFree(data);
  return 0;
}
