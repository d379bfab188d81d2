#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs a program and holds what is found against the marks in its source: faults.sh AUTOGRADER COMPARE COMPILER PROGRAM.cu
# Exit 77: skipped, with the reason.
set -eu
if ! "$1" doctor | grep -q "^compiler *$3"; then
  echo "course-skipped: $3 is not installed"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
code=0
"$1" run "$4" --compiler "$3" --everywhere --limit 3000000 --json "$folder/run.json" > "$folder/out" 2>&1 || code=$?
[ -f "$folder/run.json" ] || { cat "$folder/out"; exit 1; }
"$2" "$folder/run.json" "$4" "$3" "$code"
