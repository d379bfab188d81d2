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
expect 0 "$autograder" grade --compiler "$compiler" --submission "$folder"
has 'total +0\.0 / 100'
expect 1 "$autograder" check a01_map --compiler "$compiler" --submission "$folder/mine"
has 'a01_map: not attempted'
expect 0 "$autograder" check a01_map --compiler "$compiler" --submission "$root/reference"
has 'a01_map: full marks'
