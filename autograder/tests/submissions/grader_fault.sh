#!/bin/sh
# SPDX-License-Identifier: MIT
# A device worker that dies is our fault: points are withheld and the exit code is 3.
. "$(dirname "$0")/common.sh"
mkdir -p "$folder/bin" "$folder/lib"
cp "$autograder" "$(dirname "$autograder")/host-runner" "$folder/bin"
cp "$(dirname "$autograder")/../lib/libcourse_cudart.so" "$folder/lib"
printf '#!/bin/sh\nkill -KILL $$\n' > "$folder/bin/vgpu-worker"
chmod +x "$folder/bin/vgpu-worker"
expect 3 "$folder/bin/autograder" grade map --compiler "$compiler" --submission reference --no-cache --json "$folder/r.json"
has 'withheld / 15'
has 'grader_error'
grep -q '"points": null' "$folder/r.json" || fail "points are not withheld in the JSON"
