#!/bin/sh
# SPDX-License-Identifier: MIT
# `autograder draw` from source to picture, under one compiler.
#   draw.sh AUTOGRADER COURSE COMPILER
set -eu
autograder=$1
course=$2
compiler=$3
if [ "$compiler" = nvcc ] && ! command -v nvcc >/dev/null && [ ! -x /usr/local/cuda/bin/nvcc ]; then
  echo "course-skipped: nvcc is not installed"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
draw() {
  "$autograder" draw --root "$course" --compiler "$compiler" --out "$work/picture.svg" "$@" >"$work/said" 2>&1
}
expect() {
  grep -qF -- "$1" "$work/picture.svg" && return
  echo "the picture lacks: $1"
  status=1
}
refused() {
  if draw "$@"; then
    echo "drawn, and should not be: $*"
    status=1
  fi
}

# The reference: every access of every thread.
draw a01_map --submission reference
expect 'thread 3 reads a[3]'
expect 'thread 3 writes out[3]'
expect 'global memory: 4 reads, 4 writes (busiest thread: 1 and 1)'
if grep -q 'First difference' "$work/picture.svg"; then
  echo "the reference differs from itself"
  status=1
fi
cp "$work/picture.svg" "$work/first.svg"
draw a01_map --submission reference
cmp "$work/first.svg" "$work/picture.svg" || status=1

# A wrong answer: accesses past the end, beside the reference.
mkdir -p "$work/wrong"
cp "$course/autograder/tests/answers/a03_guard/no_guard.cu" "$work/wrong/guard.cu"
draw a03_guard --submission "$work/wrong"
expect 'thread 4 reads a[4], which is not there'
expect 'First difference: thread 4 '
expect 'outside of the array'
draw a03_guard --submission "$work/wrong" --alone
if grep -q 'First difference' "$work/picture.svg"; then
  echo "--alone draws the reference"
  status=1
fi

# Many threads, shared memory, a request's sectors and banks.
draw a01_map --submission reference --case largest_block
expect 'one colour, one warp'
draw matmul --submission reference --warp 0
expect 'barrier: all threads'
draw matmul --submission reference --sectors a
expect 'sectors of 32 bytes'
draw matmul --submission reference --banks a_tile
expect 'Each column is a bank'

# A whole program.
draw "$course/autograder/tests/programs/vector_add.cu"
expect 'global memory'

refused a01_map --submission reference --case no_such_case
refused a01_map --submission reference --banks 1
refused a01_map --submission "$course/autograder/tests/answers/a01_map/untouched.cu"
exit $status
