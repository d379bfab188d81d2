#!/bin/sh
# SPDX-License-Identifier: MIT
# The students' copy: no solutions and no hidden cases in it, and grading there still compares.
. "$(dirname "$0")/common.sh"
expect 0 "$autograder" author bundle --compiler "$compiler" --out "$folder/copy.tar.gz"
tar -xzf "$folder/copy.tar.gz" -C "$folder"
copy=$folder/cuda-course
[ ! -e "$copy/reference" ] || fail "the copy holds reference/"
if grep -rlE '^ *// SOLUTION$' "$copy/lessons" "$copy/assignments" "$copy/autograder/golden"; then fail "the copy holds a solution"; fi
if grep -rl 'hidden_' "$copy/assignments" "$copy/lessons" "$copy/autograder/golden"; then fail "the copy holds hidden cases"; fi
[ ! -e "$copy/autograder/tests/answers" ] || fail "the copy holds answers"

expect 0 "$autograder" grade --root "$copy" --compiler "$compiler"
has 'total +0\.0 / 100'
cp "$root/reference/assignments/map/map.cu" "$copy/assignments/map/map.cu"
expect 0 "$autograder" grade map --root "$copy" --compiler "$compiler" --json "$folder/r.json"
has 'total +15\.0 / 15'
grep -q '"by_reference": true' "$folder/r.json" || fail "nothing was compared with the reference"

# Without a reference the skeleton comes from what is kept beside it.
expect 0 "$autograder" reset map --root "$copy" --yes
cmp "$copy/assignments/map/map.cu" "$root/assignments/map/map.cu" || fail "reset gave another skeleton"
