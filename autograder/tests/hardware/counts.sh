#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs a program on the virtual GPU and holds its counters against the recorded ones:
#   counts.sh AUTOGRADER COMPARE_COUNTS COMPILER PROGRAM.cu RECORDED.csv DIFFERENCES.csv
# Exit 77: skipped, with the reason.
set -eu
if [ "$3" = nvcc ] && ! command -v nvcc > /dev/null && [ ! -x /usr/local/cuda/bin/nvcc ]; then
  echo "course-skipped: nvcc is not installed"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
code=0
"$1" run "$4" --compiler "$3" --everywhere --json "$folder/run.json" 2> "$folder/profile" || code=$?
# 86: with findings (the anchors have a race), which are no matter here.
[ $code = 0 ] || [ $code = 86 ] || { cat "$folder/profile"; exit 1; }
"$2" "$folder/run.json" "$5" "$6" "$3"
