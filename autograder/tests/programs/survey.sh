#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the kernels of the PTX survey, which lies beside the repository, against an oracle:
#   survey.sh AUTOGRADER COMPILER SURVEY_FOLDER
# Every file of the survey's core folder gets a namespace of its own (01_vector_add.cu: k01), then
# come the checks of the folder survey beside this script. Exit 77: skipped, with the reason.
set -eu
autograder=$1
compiler=$2
survey=$3
checks=$(dirname "$0")/survey
if [ ! -d "$survey/core" ]; then
  echo "course-skipped: there is no PTX survey beside the repository"
  exit 77
fi
if ! "$autograder" doctor 2>/dev/null | grep -q "^compiler *$compiler"; then
  echo "course-skipped: $compiler is not installed"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{
  printf '#include <cassert>\n#include <cstdio>\n#include <cmath>\n'
  for file in "$survey"/core/*.cu; do
    number=$(basename "$file" | cut -c1-2)
    printf 'namespace k%s {\n' "$number"
    cat "$file"
    printf '}\n'
    sed -n 's/^#define \([A-Za-z_]*\).*/#undef \1/p' "$file"
  done
  cat "$checks/oracle.cu" "$checks/algorithms.cu" "$checks/language.cu"
} >"$folder/survey.cu"
# Some kernels of the survey race on purpose (all threads store one value): findings are no failure
# here, wrong results are.
code=0
"$autograder" run "$folder/survey.cu" --compiler "$compiler" >"$folder/out" 2>"$folder/err" || code=$?
if [ "$code" != 0 ] && [ "$code" != 86 ]; then
  cat "$folder/out" "$folder/err"
  exit 1
fi
diff -u "$checks/core.expected" "$folder/out"
