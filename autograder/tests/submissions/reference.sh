#!/bin/sh
# SPDX-License-Identifier: MIT
# The reference gets all points, every lesson is solved, and the second time comes from the cache.
. "$(dirname "$0")/common.sh"
expect 0 "$autograder" grade --compiler "$compiler" --submission reference --lessons --json "$folder/r.json" --fail-under 100
has 'total +100\.0 / 100'
grep -q '"verdict": "full_marks"' "$folder/r.json" || fail "no full marks in the JSON"
if grep '"verdict"' "$folder/r.json" | grep -vq full_marks; then fail "a verdict other than full_marks"; fi
cp "$folder/r.json" "$folder/first.json"
expect 0 "$autograder" grade --compiler "$compiler" --submission reference --lessons --json "$folder/r.json"
cmp "$folder/first.json" "$folder/r.json" || fail "the second run gave another result"
