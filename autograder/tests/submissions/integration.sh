#!/bin/sh
# SPDX-License-Identifier: MIT
# The reference's kernels train the sentiment classifier, as `make integration` does, and it judges sentences.
. "$(dirname "$0")/common.sh"
cp -r "$root/assignments" "$folder/"
for name in map zip reduce matmul integration; do
  cp "$root/reference/assignments/$name/$name.cu" "$folder/assignments/$name/"
done
printf 'A wonderful film, I loved it\nWhat a waste of money\n\n' |
  "$autograder" run "$folder/assignments/integration/train.cu" --compiler "$compiler" --checks none --quiet \
    -- "$root/assignments/integration/data" 4 > "$folder/out" 2> "$folder/err" || fail "the program ended with $?"
has '2375 sentences to train with, 594 to test with'
awk '$1 == 1 && NF == 4 { first = $2 } $1 == 4 && NF == 4 { last = $2; accuracy = $3 }
  END { exit !(first > 0.6 && last < 0.4 && accuracy > 75) }' "$folder/out" || fail "the loss does not fall as it should"
has 'praise \([0-9]+ %\), [0-9]+ of 6 words known'
has 'complaint \([0-9]+ %\), 5 of 5 words known'
