#!/bin/sh
# SPDX-License-Identifier: MIT
# An untouched course: no points, nothing attempted, and grading itself works.
. "$(dirname "$0")/common.sh"
mkdir "$folder/mine"
cp -r "$root/assignments" "$root/lessons" "$folder/mine"
expect 0 "$autograder" grade --compiler "$compiler" --submission "$folder/mine" --json "$folder/r.json"
has 'total +0\.0 / 100'
if grep '"verdict"' "$folder/r.json" | grep -vq not_attempted; then fail "a verdict other than not_attempted"; fi
expect 1 "$autograder" grade --compiler "$compiler" --submission "$folder/mine" --fail-under 1
# A wrong folder: the table is written all the same, and the error says what is wrong.
mkdir "$folder/wrong"
expect 2 "$autograder" grade --compiler "$compiler" --submission "$folder/wrong"
has 'total +0\.0 / 100'
has 'there is no assignments/map/map.cu in the submission'
has 'holds no file of any exercise'
expect 2 "$autograder" check a01_map --compiler "$compiler" --submission "$folder/wrong"
has 'holds no file of any exercise'
mkdir -p "$folder/linked/assignments/map"
ln -s "$root/reference/assignments/map/map.cu" "$folder/linked/assignments/map/map.cu"
expect 0 "$autograder" grade map map --compiler "$compiler" --submission "$folder/linked"
has 'map.cu is a link, and links are not followed'
has 'total +0\.0 / 15'
# What cannot be meant is refused before anything is graded.
expect 2 "$autograder" grade --device tpu
expect 2 "$autograder" run --limit -3 x.cu
expect 2 "$autograder" run "$folder"
has 'is a folder'
expect 2 "$autograder" grad
has "did you mean 'grade'"
mkdir "$folder/class"
expect 2 "$autograder" batch "$folder/class" --out "$folder/results" --no-sandbox
has 'holds no submission'
expect 2 "$autograder" batch "$folder" --out "$folder/results" --no-sandbox
has 'lies in the folder of the submissions'
expect 1 "$autograder" check a01_map --compiler "$compiler" --submission "$folder/mine"
has 'a01_map: not attempted'
expect 0 "$autograder" check a01_map --compiler "$compiler" --submission "$root/reference"
has 'a01_map: full marks'
