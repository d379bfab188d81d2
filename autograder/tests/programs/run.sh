#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs one program on the virtual GPU and compares what it prints with the file beside it.
# usage: run.sh AUTOGRADER COMPILER PROGRAM.cu
# Comments of the program may say:
#   // compilers: nvcc      only with this compiler
#   // exit: 86             the exit code, where it is not 0
#   // stderr: some text    what must stand among the messages
#   // with: words           more words for the command, with paths from the program's folder
# Exit 77: skipped, with the reason.
set -eu
autograder=$1
compiler=$2
program=$3
expected=${program%.cu}.expected

comment() { sed -n "s|^// $1: ||p" "$program"; }

only=$(comment compilers)
if [ -n "$only" ] && [ "$only" != "$compiler" ]; then
  echo "course-skipped: the program needs $only"
  exit 77
fi
if ! "$autograder" doctor 2>/dev/null | grep -q "^compiler *$compiler"; then
  echo "course-skipped: $compiler is not installed"
  exit 77
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
code=0
with=$(comment with)
cd "$(dirname "$program")"
# shellcheck disable=SC2086
"$autograder" run "$program" --compiler "$compiler" --everywhere $with >"$folder/out" 2>"$folder/err" || code=$?
wanted=$(comment exit)
if [ "$code" != "${wanted:-0}" ]; then
  echo "exit code $code, expected ${wanted:-0}"
  cat "$folder/out" "$folder/err"
  exit 1
fi
comment stderr >"$folder/wanted"
while IFS= read -r text; do
  if ! grep -qF -- "$text" "$folder/err"; then
    echo "not among the messages: $text"
    cat "$folder/err"
    exit 1
  fi
done <"$folder/wanted"
if [ "${COURSE_UPDATE_GOLDEN:-0}" = 1 ]; then
  cp "$folder/out" "$expected"
  exit 0
fi
diff -u "$expected" "$folder/out"
