#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the kernels of the PTX survey, which lies beside the repository, against an oracle:
#   survey.sh AUTOGRADER COMPILER SURVEY_FOLDER PART
# PART is a folder of the survey, core or toolkit. Every file of it gets a namespace of its own
# (01_vector_add.cu: k01) in one program, then come the checks of the folder survey beside this
# script. Files that the compiler cannot take, and those that use what is not modelled, are run
# alone: they must end with a message that names the thing and the line.
# Exit 77: skipped, with the reason.
set -eu
autograder=$1
compiler=$2
survey=$3
part=$4
checks=$(dirname "$0")/survey
if [ ! -d "$survey/$part" ]; then
  echo "course-skipped: there is no PTX survey beside the repository"
  exit 77
fi
if ! "$autograder" doctor 2>/dev/null | grep -q "^compiler *$compiler"; then
  echo "course-skipped: $compiler is not installed"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Files that are run alone with this compiler, and the file of their expected messages.
alone=
messages=$checks/messages_$compiler.expected
if [ "$part" = toolkit ]; then alone=$(sed -n 's/^== //p' "$messages"); fi

number_of() { basename "$1" | cut -c1-2; }
is_alone() { case " $(echo $alone) " in *" $(number_of "$1") "*) true ;; *) false ;; esac }

# The program: headers first, outside of the namespaces; what a file includes there is then no more.
{
  printf '#include <cassert>\n#include <cstdio>\n#include <cmath>\n'
  for file in "$survey/$part"/*.cu; do
    if ! is_alone "$file"; then sed -n '/^#include/p' "$file"; fi
  done | sort -u
  for file in "$survey/$part"/*.cu; do
    if is_alone "$file"; then continue; fi
    printf 'namespace k%s {\n' "$(number_of "$file")"
    cat "$file"
    printf '}\n'
    sed -n 's/^#define \([A-Za-z_]*\).*/#undef \1/p' "$file"
  done
  cat "$checks/oracle.cu"
  case $part-$compiler in
    core-*) cat "$checks/algorithms.cu" "$checks/language.cu" ;;
    *-clang) cat "$checks/toolkit.cu" ;;
    *) cat "$checks/toolkit.cu" "$checks/libraries.cu" ;;
  esac
} >"$folder/survey.cu"
# Some kernels of the survey race on purpose (all threads store one value): findings are no failure
# here, wrong results are.
code=0
"$autograder" run "$folder/survey.cu" --compiler "$compiler" --everywhere >"$folder/out" 2>"$folder/err" || code=$?
if [ "$code" != 0 ] && [ "$code" != 86 ]; then
  cat "$folder/out" "$folder/err"
  exit 1
fi
# A line of the results begins with the number of its file.
cp "$checks/$part.expected" "$folder/expected"
for number in $alone; do sed -i "/^$number /d" "$folder/expected"; done
diff -u "$folder/expected" "$folder/out"

[ -n "$alone" ] || exit 0
for number in $alone; do
  echo "== $number"
  name=$(basename "$survey/$part/$number"_*.cu)
  cp "$survey/$part/$name" "$folder/$name"
  if [ "$compiler" = nvcc ] && [ -e "$checks/$number.cu" ]; then cat "$checks/$number.cu" >>"$folder/$name"; fi
  "$autograder" run "$folder/$name" --compiler "$compiler" 2>&1 |
    grep -E "^[0-9]+_[a-z0-9_]+\.cu:[0-9]+:[0-9]+: (fatal )?error|^help: |^not modelled: |^$number " || true
done >"$folder/messages"
if [ "${COURSE_UPDATE_GOLDEN:-0}" = 1 ]; then cp "$folder/messages" "$messages"; fi
diff -u "$messages" "$folder/messages"
