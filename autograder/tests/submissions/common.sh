# SPDX-License-Identifier: MIT
# What the scripts of this folder share. Arguments of each: AUTOGRADER COMPILER ROOT.
# Exit 77: skipped, with the reason.
set -eu
autograder=$1 compiler=$2 root=$3
if ! "$autograder" doctor | grep -q "^compiler *$compiler"; then
  echo "course-skipped: $compiler is not installed"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
  echo "FAIL: $1"
  exit 1
}

# expect CODE COMMAND...: runs it, output to $folder/out and $folder/err.
expect() {
  wanted=$1
  shift
  code=0
  "$@" > "$folder/out" 2> "$folder/err" || code=$?
  [ "$code" = "$wanted" ] || { cat "$folder/out" "$folder/err"; fail "exit code $code instead of $wanted: $*"; }
}

# has TEXT: the output holds a line that matches.
has() {
  grep -Eq -- "$1" "$folder/out" "$folder/err" || { cat "$folder/out" "$folder/err"; fail "no '$1' in the output"; }
}
