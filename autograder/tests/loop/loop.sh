#!/bin/sh
# SPDX-License-Identifier: MIT
# loop.sh AUTOGRADER COURSE: a student's way through a lesson, on a copy of the course. Exit 77: no clang.
set -eu
autograder=$1
course=$2
command -v clang++ > /dev/null || command -v clang > /dev/null || { echo "course-skipped: clang is not installed"; exit 77; }
root=$(mktemp -d)
watcher=
trap 'test -z "$watcher" || kill "$watcher" 2> /dev/null || true; rm -rf "$root"' EXIT
cp -r "$course/lessons" "$course/assignments" "$course/reference" "$root/"
export XDG_CACHE_HOME="$root/cache"
lesson=$root/lessons/a01_map/map.cu
# An edited course is no test of the loop: begin with the skeleton.
"$autograder" author sync --root "$root" > /dev/null

fail() { echo "FAILED: $1"; test $# -lt 2 || cat "$2"; exit 1; }
says() { grep -q -- "$2" "$1" || fail "no '$2' in $1:" "$1"; }
run() { # WANTED-EXIT-CODE COMMAND...: output in $root/out
  wanted=$1; shift
  code=0
  "$autograder" "$@" --root "$root" > "$root/out" 2>&1 < "$root/in" || code=$?
  test "$code" = "$wanted" || fail "'$*' ended with $code, not $wanted:" "$root/out"
}
answer() { # TEXT: puts it into the region, the way editors save: a new file, then a rename
  awk -v text="$1" '{ print } /FILL-ME-IN\(kernel\)/ { print text }' "$lesson" > "$root/new"
  mv "$root/new" "$lesson"
}
: > "$root/in"

run 0 list
says "$root/out" '\[\.*\] 0 of [0-9]* lessons solved, 0 of [0-9]* minutes'
says "$root/out" 'part A: thinking in threads (0 of '
says "$root/out" 'next: a01_map'

run 1 check a01_map --compiler clang
says "$root/out" '^a01_map: not attempted'

answer 'out[0] = a[0] + 10.0f;'
run 1 check a01_map --compiler clang
head -1 "$root/out" | grep -q '^a01_map: wrong result, 1 of [0-9]* cases pass$' || fail "the verdict does not come first:" "$root/out"
says "$root/out" 'out\[1\.\.\] was never written, though the launch has 4 threads for 4 elements'
says "$root/out" '^hint: Who writes out\[1\]?'
! grep -q "$(printf '\033')" "$root/out" || fail "colours without a terminal:" "$root/out"
run 0 hint a01_map --compiler clang
says "$root/out" '^hint 2 of [0-9]*: Every thread runs the same lines'
run 0 list --compiler clang
says "$root/out" 'tried   a01_map'

# A copied folder is worked on from within it, although the program was built for another one.
mkdir "$root/autograder"
code=0
(cd "$root/lessons" && "$autograder" check a01 --compiler clang) > "$root/out" 2>&1 || code=$?
test $code = 1 || fail "'check' within a copy ended with $code:" "$root/out"
says "$root/out" '^a01_map: wrong result, 1 of '
rmdir "$root/autograder"

# A wrong value comes with the thread that wrote it, and the line.
"$autograder" reset a01_map --root "$root" --yes > /dev/null
answer 'out[threadIdx.x] = a[0] + 10.0f;'
run 1 check a01_map --compiler clang
says "$root/out" 'four  *wrong result: out\[1\]: got '
says "$root/out" '^ *thread (1,0,0) of block (0,0,0) wrote it at map.cu:[0-9]*   out\[threadIdx.x\] = a\[0\] + 10.0f;$'

# A save is seen, and a solved lesson leads on to the next.
"$autograder" watch a01_map --root "$root" --compiler clang > "$root/watched" 2>&1 < /dev/null &
watcher=$!
wait_for() { # TEXT SECONDS
  ticks=$(($2 * 20))
  while ! grep -q -- "$1" "$root/watched"; do
    ticks=$((ticks - 1))
    test $ticks -gt 0 || fail "watch did not say '$1':" "$root/watched"
    sleep 0.05
  done
}
wait_for '^watching .*map.cu' 60
"$autograder" reset a01_map --root "$root" --yes > /dev/null
wait_for '^a01_map: not attempted' 60
answer 'out[threadIdx.x] = a[threadIdx.x] + 10.0f;'
wait_for '^a01_map: full marks, [0-9]* of [0-9]* cases' 60
wait_for '^solved; next lesson: a02_zip' 10
wait_for '^watching .*zip.cu' 10
kill "$watcher"
wait "$watcher" 2> /dev/null || true
watcher=

run 0 list --compiler clang
says "$root/out" 'solved  a01_map'
says "$root/out" '\] 1 of '
says "$root/out" '^> .*a02_zip'

run 0 solution a01_map --compiler clang
says "$root/out" 'out\[threadIdx.x\] = a\[threadIdx.x\] + 10.0f; *|'
says "$root/out" '| *const int i = threadIdx.x;'
run 1 solution a02_zip --compiler clang
says "$root/out" 'not solved yet'
! grep -q 'a\[i\] + b\[i\]' "$root/out" || fail "the solution was shown without asking:" "$root/out"
echo y > "$root/in"
run 0 solution a02_zip --compiler clang
says "$root/out" 'a\[i\] + b\[i\]'

# Without a yes nothing is reset; with one, the file is kept beside.
cp "$lesson" "$root/solved.cu"
echo n > "$root/in"
run 1 reset a01_map
cmp -s "$lesson" "$root/solved.cu" || fail "reset did not wait for a yes"
echo y > "$root/in"
run 0 reset a01_map
! grep -q 'out\[threadIdx.x\]' "$lesson" || fail "reset left the answer there"
cmp -s "$root/.course/before_reset/a01_map/map.cu.3" "$root/solved.cu" || fail "the file was not kept"
: > "$root/in"
run 0 list --compiler clang
says "$root/out" 'solved  a01_map'

printf '32\n97\nC\n' > "$root/in"
run 0 quiz a01_map
says "$root/out" '3 of 3 right'
printf '31\n97\nA\n' > "$root/in"
run 1 quiz a01_map
says "$root/out" 'no: 32'
says "$root/out" '1 of 3 right'
echo "the loop works"
