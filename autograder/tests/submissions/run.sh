#!/bin/sh
# SPDX-License-Identifier: MIT
# `run`: output, arguments, exit codes, findings and JSON of programs with their own main.
. "$(dirname "$0")/common.sh"
cat > "$folder/good.cu" <<'CU'
#include <cstdio>
#include <cstdlib>
__global__ void add(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n + GUARD) out[i] = i;
}
int main(int argc, char** argv) {
  const int n = 100;
  int* device = nullptr;
  int host[n];
  cudaMalloc(&device, n * sizeof(int));
  add<<<4, 32>>>(device, n);
  cudaMemcpy(host, device, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(device);
  std::printf("last %d, argument %s\n", host[n - 1], argc > 1 ? argv[1] : "none");
  if (argc > 2) std::abort();
  return argc > 1 ? std::atoi(argv[1]) : 0;
}
CU
sed 's/n + GUARD/n/' "$folder/good.cu" > "$folder/clean.cu"
sed 's/n + GUARD/n + 1/' "$folder/good.cu" > "$folder/faulty.cu"
sed 's/n + GUARD/n + /' "$folder/good.cu" > "$folder/broken.cu"
cd "$folder"

expect 0 "$autograder" run clean.cu --compiler "$compiler" --json one.json
has '^last 99, argument none$'
grep -q '"name": *"add"' one.json || fail "no launch of add in the JSON"
expect 0 "$autograder" run clean.cu --compiler "$compiler" --threads 1 --json two.json
cmp one.json two.json || fail "JSON depends on the number of threads"
expect 7 "$autograder" run clean.cu --compiler "$compiler" -- 7
has '^last 99, argument 7$'
expect 134 "$autograder" run clean.cu --compiler "$compiler" -- 7 8
has 'SIGABRT'
expect 86 "$autograder" run faulty.cu --compiler "$compiler"
has 'out_of_bounds_write'
has 'faulty.cu:5'
expect 0 "$autograder" run faulty.cu --compiler "$compiler" --checks none
expect 2 "$autograder" run broken.cu --compiler "$compiler"
has 'broken.cu[:(]5'
expect 2 "$autograder" run missing.cu
