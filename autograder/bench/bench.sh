#!/bin/sh
# SPDX-License-Identifier: MIT
# How fast the engine is: bench.sh ENGINE_BENCH SOURCE_DIR [--quick]
# Prints what each check costs, the cost against size and against threads, and our rate beside those of Oclgrind and PoCL
# on the same kernels in the same run (`autograder/setup.sh bench` installs them). Oclgrind gets smaller sizes: a rate
# does not depend on them much, and it would take hours.
set -eu
engine=$1 source=$2/autograder/bench quick=${3:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
repeat=3 sizes=64,128,256,512
[ "$quick" = --quick ] && repeat=1 sizes=64,128

if command -v nvcc > /dev/null; then
  compiler=nvcc
  nvcc -O3 -lineinfo -ptx -gencode arch=compute_75,code=compute_75 "$source/kernels.cu" -o "$folder/kernels.ptx"
else
  compiler=clang
  headers=$2/autograder/toolchain/include
  clang -x cuda --cuda-device-only -S -O2 -nocudainc -nocudalib --cuda-gpu-arch=sm_70 -Wno-unknown-cuda-version \
    -Xclang -target-sdk-version=11.2 -Xclang -target-feature -Xclang +ptx72 -fdeclspec -I "$headers" \
    -include "$headers/cuda_runtime.h" "$source/kernels.cu" -o "$folder/kernels.ptx"
fi

heading() {
  printf '\n%s (kernels compiled by %s)\n' "$1" "$compiler"
  printf '%-10s %8s %-20s %2s %11s %11s %10s %10s\n' kernel size checks th seconds processor per-second per-cpu-s
}

heading 'What the checks cost'
"$engine" "$folder/kernels.ptx" --repeat $repeat --checks none --checks memcheck,initcheck --checks all --threads 1,2
heading 'Matrix products against size'
"$engine" "$folder/kernels.ptx" --repeat $repeat --kernels naive,tiled --sizes $sizes --threads 1,2 |
  tee "$folder/sizes"

printf '\nBeside others (operations a second, all checks of ours and of Oclgrind on)\n'
if ! printf '#include <CL/cl.h>\n' | g++ -E -x c++ - > /dev/null 2>&1 || ! g++ -std=c++20 -O2 -I "$source/.." \
  "$source/opencl_bench.cpp" "$source/workloads.cpp" -o "$folder/opencl_bench" -lOpenCL 2> "$folder/log"; then
  echo 'OpenCL is not installed: autograder/setup.sh bench'
  exit 0
fi
# Each peer's lines: kernel, rate.
rates() { awk '{ print $1, $5 }'; }
"$engine" "$folder/kernels.ptx" --repeat $repeat --threads 2 | awk '{ print $1, $9 }' > "$folder/ours"
if command -v oclgrind > /dev/null; then
  oclgrind --data-races --uninitialized "$folder/opencl_bench" "$source/kernels.cl" smaller 2> /dev/null | rates > "$folder/oclgrind"
fi
if ls /etc/OpenCL/vendors/*pocl* > /dev/null 2>&1; then
  "$folder/opencl_bench" "$source/kernels.cl" usual 2> /dev/null | rates > "$folder/pocl"
fi
touch "$folder/oclgrind" "$folder/pocl"
printf '%-10s %10s %10s %10s %14s\n' kernel ours Oclgrind PoCL ours/Oclgrind
while read -r kernel ours; do
  value() { awk -v kernel="$kernel" '$1 == kernel { print $2 }' "$folder/$1"; }
  oclgrind=$(value oclgrind) pocl=$(value pocl)
  printf '%-10s %10s %10s %10s %14s\n' "$kernel" "$ours" "${oclgrind:--}" "${pocl:--}" \
    "$(awk -v a="$ours" -v b="${oclgrind:-0}" 'BEGIN { if (b > 0) printf "%.0f", a / b; else print "-" }')"
done < "$folder/ours"
[ -s "$folder/oclgrind" ] || echo '-: Oclgrind is not installed (autograder/setup.sh bench)'
[ -s "$folder/pocl" ] || echo '-: PoCL is not installed (autograder/setup.sh bench)'
