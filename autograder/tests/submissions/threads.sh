#!/bin/sh
# SPDX-License-Identifier: MIT
# The number of threads shows in nothing that a program's run gives: output, exit code, findings, counters.
# nvcc takes seconds for each program, so it builds only those that say they need it; EVERY=1 builds all.
# PROGRAMS="one.cu two.cu" takes others, TIMES=20 runs each as often with either number.
. "$(dirname "$0")/common.sh"

for program in ${PROGRAMS:-"$root"/autograder/tests/programs/*.cu}; do
  only=$(sed -n 's|^// compilers: ||p' "$program")
  case $compiler-$only-${EVERY:-} in
    clang-nvcc-*) continue ;;
    nvcc--) continue ;;
  esac
  before=
  for run in $(seq "${TIMES:-1}"); do
    for threads in 1 2; do
      code=0
      "$autograder" run "$program" --compiler "$compiler" --threads $threads --json "$folder/$threads.json" \
        > "$folder/$threads.out" 2> "$folder/$threads.err" || code=$?
      echo "exit code $code" >> "$folder/$threads.out"
      for kind in json out err; do
        [ -z "$before" ] || cmp "$folder/$before.$kind" "$folder/$threads.$kind" ||
          fail "$(basename "$program"): $kind of run $run with $threads threads differs from the one before, with $before"
      done
      before=$threads
    done
  done
done
