#!/bin/sh
# SPDX-License-Identifier: MIT
# The second and third rung of the sandbox's ladder give the same points, and the table says which; a class is not graded
# on the last one unless somebody says so.
. "$(dirname "$0")/common.sh"
for rung in landlock limits; do
  expect 0 "$autograder" grade map --compiler "$compiler" --submission reference --no-cache --sandbox $rung
  has 'total +15\.0 / 15'
  if [ $rung = limits ]; then has 'sandbox: limits only'; else has 'sandbox: (landlock|limits only)'; fi
done
mkdir -p "$folder/class/ada"
cp "$root/assignments/map/map.cu" "$folder/class/ada"
expect 2 "$autograder" batch "$folder/class" --out "$folder/graded" --compiler "$compiler" --sandbox limits
has '--no-sandbox goes on all the same'
expect 0 "$autograder" batch "$folder/class" --out "$folder/graded" --compiler "$compiler" --sandbox limits --no-sandbox
