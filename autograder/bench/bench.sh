#!/bin/sh
# SPDX-License-Identifier: MIT
# How fast the engine is: bench.sh ENGINE_BENCH SOURCE_DIR OUTPUT_DIR [--quick]
# Prints what each check costs, the cost against threads and against size, and our rate beside those of Oclgrind and PoCL
# on the same kernels in the same run. Oclgrind gets smaller sizes: a rate does not depend on them much, and it would take
# hours. OUTPUT_DIR/speed.txt has what was printed, speed.svg the picture. `autograder/setup.sh bench` installs the peers and gnuplot.
set -eu
engine=$1 source=$2/autograder/bench output=$3 quick=${4:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
repeat=3 sizes=64,128,256,512
[ "$quick" = --quick ] && repeat=1 sizes=64,128
processors=$(nproc)
threads=1 more=2
while [ "$more" -lt "$processors" ]; do threads=$threads,$more more=$((more * 2)); done
[ "$processors" -gt 1 ] && threads=$threads,$processors

# All that is printed from here on goes into the file too. (A pipe behind each command would hide whether it failed.)
mkdir -p "$output"
mkfifo "$folder/printed"
tee "$output/speed.txt" < "$folder/printed" &
exec > "$folder/printed"

load() { cut -d ' ' -f 1 /proc/loadavg; }
model=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
printf 'Processors: %s, %s\n' "$processors" "${model:-$(uname -m)}"
printf 'Programs that wanted one when this began: %s. Where that is not near 0, go by processor seconds.\n' "$(load)"

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

# ours TABLE HEADING OPTION...: a table, printed and kept.
ours() {
  table=$1
  printf '\n%s (kernels compiled by %s)\n' "$2" "$compiler"
  printf '%-10s %8s %-20s %2s %11s %11s %10s %10s\n' kernel size checks th seconds processor per-second per-cpu-s
  shift 2
  { "$engine" "$folder/kernels.ptx" --repeat $repeat "$@" || touch "$folder/failed"; } | tee "$folder/$table"
  [ ! -e "$folder/failed" ]
}

ours checks 'What each check costs' --checks none,memcheck,initcheck,synccheck,racecheck,all
ours threads 'All checks against threads' --threads "$threads"
ours sizes 'Matrix products against size, all checks' --kernels naive,tiled --sizes $sizes

# peer NAME COMMAND...: the rates of a peer, if it is there.
peer() {
  name=$1
  shift
  "$@" 2> "$folder/$name.log" | awk '{ print $1, $5 }' > "$folder/$name"
  [ -s "$folder/$name" ] || printf 'No rates from %s: %s\n' "$name" "$(tail -n 1 "$folder/$name.log")"
}
printf '\nBeside others (operations a second; ours with %s threads; all checks of ours and of Oclgrind on, PoCL has none)\n' "$processors"
touch "$folder/Oclgrind" "$folder/PoCL"
if printf '#include <CL/cl.h>\n' | g++ -E -x c++ - > "$folder/log" 2>&1 && g++ -std=c++20 -O2 -I "$source/.." \
  "$source/opencl_bench.cpp" "$source/workloads.cpp" -o "$folder/opencl_bench" -lOpenCL 2> "$folder/log"; then
  if command -v oclgrind > /dev/null; then
    peer Oclgrind oclgrind --data-races --uninitialized "$folder/opencl_bench" "$source/kernels.cl" smaller
  else
    echo '-: Oclgrind is not installed (autograder/setup.sh bench)'
  fi
  if ls /etc/OpenCL/vendors/*pocl* > "$folder/log" 2>&1; then
    peer PoCL "$folder/opencl_bench" "$source/kernels.cl" usual
  else
    echo '-: PoCL is not installed (autograder/setup.sh bench)'
  fi
else
  echo '-: OpenCL is not installed (autograder/setup.sh bench)'
fi
printf '%-10s %10s %10s %10s %14s %10s\n' kernel ours Oclgrind PoCL ours/Oclgrind ours/PoCL
awk -v threads="$processors" -v folder="$folder" '
  function ratio(a, b, form) { return b > 0 ? sprintf(form, a / b) : "-" }
  function rates(name, into, line, word) {
    while ((getline line < (folder "/" name)) > 0) { split(line, word, " "); into[word[1]] = word[2] }
  }
  function known(rate) { return rate == "" ? "-" : rate }
  BEGIN { rates("Oclgrind", oclgrind); rates("PoCL", pocl) }
  $4 == threads {
    printf "%-10s %10s %10s %10s %14s %10s\n", $1, $9, known(oclgrind[$1]), known(pocl[$1]),
      ratio($9, oclgrind[$1], "%.0f"), ratio($9, pocl[$1], "%.2f")
  }' "$folder/threads" | tee "$folder/beside"

printf '\nPrograms that wanted a processor when this ended, this one among them: %s\n' "$(load)"
if command -v gnuplot > /dev/null; then
  gnuplot -e "folder='$folder'; output='$folder/speed.svg'; compiler='$compiler'; processors=$processors" "$source/speed.gp"
  # Dark pages: what is black and white by light.
  sed '/^<desc>/a <style>@media (prefers-color-scheme: dark) { rect[fill="#ffffff"] { fill: #0d1117 } g[color="black"] { color: #e6edf3 } [fill="black"] { fill: #e6edf3 } [stroke="black"] { stroke: #e6edf3 } }</style>' \
    "$folder/speed.svg" > "$output/speed.svg"
  printf 'The picture: %s\n' "$output/speed.svg"
else
  echo 'No picture: gnuplot is not installed (autograder/setup.sh bench)'
fi
exec >&2
wait
