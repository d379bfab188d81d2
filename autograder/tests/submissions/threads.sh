#!/bin/sh
# SPDX-License-Identifier: MIT
# The number of threads shows in nothing that a program's run gives: output, exit code, findings, counters.
# nvcc takes seconds for each program, so it builds only those that say they need it; EVERY=1 builds all.
. "$(dirname "$0")/common.sh"

for program in "$root"/autograder/tests/programs/*.cu; do
  only=$(sed -n 's|^// compilers: ||p' "$program")
  case $compiler-$only-${EVERY:-} in
    clang-nvcc-*) continue ;;
    nvcc--) continue ;;
  esac
  for threads in 1 2; do
    code=0
    "$autograder" run "$program" --compiler "$compiler" --threads $threads --json "$folder/$threads.json" \
      > "$folder/$threads.out" 2> "$folder/$threads.err" || code=$?
    echo "exit code $code" >> "$folder/$threads.out"
  done
  for kind in json out err; do
    cmp "$folder/1.$kind" "$folder/2.$kind" || fail "$(basename "$program"): $kind depends on the number of threads"
  done
done
