#!/bin/sh
# SPDX-License-Identifier: MIT
# An edit of one assignment compiles that one alone, though integration uses it; and an integration that uses more of another
# file than its function is built as one program.
. "$(dirname "$0")/common.sh"
export XDG_CACHE_HOME="$folder/cache"
cp -r "$root/reference/assignments" "$folder/"
grade() {
  expect 0 "$autograder" grade map integration --submission "$folder" --compiler "$compiler"
  has "total +$1 / 20"
}
shared_objects() {
  grep -rlc ELF "$folder/cache" | wc -l
}
grade 20.0
before=$(shared_objects)
sed -i 's,// END(launch),  // edited\n  &,' "$folder/assignments/map/map.cu"
grade 20.0
[ $(($(shared_objects) - before)) = 1 ] || fail "an edit of map gave $(($(shared_objects) - before)) builds"

sed -i 's,// END(linear),  static_assert(map_assignment::kBlockSize == 256);\n  &,' \
  "$folder/assignments/integration/integration.cu"
grade 20.0
sed -i 's,== 256,== 255,' "$folder/assignments/integration/integration.cu"
expect 0 "$autograder" grade map integration --submission "$folder" --compiler "$compiler"
has 'build_error'
has 'integration.cu:[0-9]+'
