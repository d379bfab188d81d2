#!/bin/sh
# SPDX-License-Identifier: MIT
# A class: the honest get what they earned, whatever the others hand in; a second run resumes.
. "$(dirname "$0")/common.sh"
class=$folder/class
mkdir -p "$class/broken/assignments/map" "$class/crashes/assignments/map" "$class/endless/assignments/map" "$class/nothing"
cp -r "$root/reference" "$class/solved"
# put FILE REGION TEXT: the skeleton of map with a region's text replaced.
put() {
  awk -v name="$2" -v text="$3" '
    index($0, "// FILL-ME-IN(" name ")") { print; print text; skip = 1; next }
    index($0, "// END(" name ")") { skip = 0 }
    !skip { print }' "$root/assignments/map/map.cu" > "$1"
}
put "$class/broken/assignments/map/map.cu" launch '  this is no C++;'
put "$class/crashes/assignments/map/map.cu" launch '  __builtin_trap();'
put "$class/endless/assignments/map/map.cu" launch '  for (volatile int i = 0;; i = i + 1) {}'
(cd "$class/solved" && tar -czf "$class/packed.tar.gz" .)

expect 0 "$autograder" batch "$class" --out "$folder/graded" --compiler "$compiler" --no-sandbox
csv=$folder/graded/grades.csv
grep -q '^solved,graded,100.00,100' "$csv" || { cat "$csv"; fail "the solved one has not 100"; }
grep -q '^packed,graded,100.00,100' "$csv" || { cat "$csv"; fail "the packed one has not 100"; }
grep -q '^broken,graded,0.00,100,0.00,build_error' "$csv" || { cat "$csv"; fail "broken"; }
grep -q '^crashes,graded,0.00,100,0.00,crashed' "$csv" || { cat "$csv"; fail "crashes"; }
grep -q '^endless,graded,0.00,100,0.00,timed_out' "$csv" || { cat "$csv"; fail "endless"; }
grep -q '^nothing,graded,0.00,100,0.00,not_attempted' "$csv" || { cat "$csv"; fail "nothing"; }
cp "$csv" "$folder/first.csv"
rm "$folder/graded/students/broken/result.json"
expect 0 "$autograder" batch "$class" --out "$folder/graded" --compiler "$compiler" --no-sandbox --resume
cmp "$csv" "$folder/first.csv" || fail "resuming gave another result"
