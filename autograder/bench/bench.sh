#!/bin/sh
# SPDX-License-Identifier: MIT
# Multiply-adds per second of the virtual GPU, checks on and off, one and all processors: bench.sh AUTOGRADER [N]
# The time of a tiny product (build from the cache, start of the processes) is taken off.
set -eu
autograder=$1
size=${2:-256}
program=$(dirname "$0")/matmul.cu

seconds() {
  start=$(date +%s%N)
  "$autograder" run "$program" --quiet --checks "$2" --threads "$3" -- "$1" "$4" > /dev/null
  echo $(($(date +%s%N) - start))
}

seconds naive none 1 16 > /dev/null  # builds the program
printf '%-8s %-20s %s %18s\n' kernel checks threads 'multiply-adds/s'
for kernel in naive tiled; do
  for checks in none memcheck,initcheck all; do
    for threads in 1 0; do
      empty=$(seconds $kernel $checks $threads 16)
      full=$(seconds $kernel $checks $threads "$size")
      echo "$kernel $checks $threads $size $empty $full" |
        awk '{ printf "%-8s %-20s %2s %22.3g\n", $1, $2, $3 == 0 ? "all" : $3, $4 ^ 3 / (($6 - $5) / 1e9) }'
    done
  done
done
