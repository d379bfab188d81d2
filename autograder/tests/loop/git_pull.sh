#!/bin/sh
# SPDX-License-Identifier: MIT
# git_pull.sh AUTOGRADER COURSE: an update of the course by `git pull` never loses a student's edits, and an answer
# to an older skeleton is still graded. Exit 77: no git or no clang.
set -eu
autograder=$1
course=$2
command -v git > /dev/null || { echo "course-skipped: git is not installed"; exit 77; }
command -v clang++ > /dev/null || command -v clang > /dev/null || { echo "course-skipped: clang is not installed"; exit 77; }
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cd "$root"
export XDG_CACHE_HOME="$root/cache" HOME="$root" GIT_CONFIG_NOSYSTEM=1
git config --global user.name student
git config --global user.email student@example.org
git config --global init.defaultBranch main
fail() { echo "FAILED: $1"; exit 1; }

# The course as its authors have it, and a student's clone.
mkdir "$root/authors"
cp -r "$course/lessons" "$course/assignments" "$course/reference" "$root/authors/"
cp "$course/.gitignore" "$root/authors/"
"$autograder" author sync --root "$root/authors" > /dev/null
git -C "$root/authors" init -q
git -C "$root/authors" add .
git -C "$root/authors" commit -q -m 'first edition'
git clone -q "$root/authors" "$root/student"
mine='out[threadIdx.x] = a[threadIdx.x] + 10.0f;  // my own words'
lesson=lessons/a01_map/map.cu
edit() { awk -v text="$mine" '{ print } /FILL-ME-IN\(kernel\)/ { print text }' "$1/$lesson" > "$root/new" && mv "$root/new" "$1/$lesson"; }
has_mine() { grep -qF "$mine" "$root/student/$lesson"; }

# An update of other files goes through beside edits that are not committed.
edit "$root/student"
echo 'another paragraph' >> "$root/authors/lessons/a02_zip/README.md"
git -C "$root/authors" commit -q -a -m 'a paragraph'
git -C "$root/student" pull -q --ff-only || fail "an update of other files was refused"
has_mine || fail "the edit is gone after an update of other files"
grep -q 'another paragraph' "$root/student/lessons/a02_zip/README.md" || fail "the update did not arrive"

# An update of the very file is refused while the edit is not committed; nothing is lost.
sed -i 's|^/// What is wanted, in plain C++:|/// Wanted is, in plain C++:|' "$root/authors/reference/$lesson"
"$autograder" author sync --root "$root/authors" > /dev/null
git -C "$root/authors" commit -q -a -m 'better words in the skeleton'
! git -C "$root/student" pull -q --ff-only 2> /dev/null || fail "git overwrote a file with edits"
has_mine || fail "the edit is gone after an update that was refused"
# The skeleton is made from the reference, so until then the old file is graded all the same.
"$autograder" check a01_map --root "$root/authors" --submission "$root/student" --compiler clang > "$root/out" || true
grep -q '^a01_map: full marks' "$root/out" || { cat "$root/out"; fail "an answer to the older skeleton is not graded"; }

# Once it is committed, git merges: the student's region, our text around it.
git -C "$root/student" commit -q -a -m 'my answer'
git -C "$root/student" pull -q --no-rebase --no-edit || fail "the merge stopped"
has_mine || fail "the edit is gone after the merge"
grep -q 'Wanted is, in plain C++' "$root/student/$lesson" || fail "the new text did not arrive"
"$autograder" check a01_map --root "$root/student" --compiler clang > "$root/out" || true
grep -q '^a01_map: full marks' "$root/out" || { cat "$root/out"; fail "the merged file is not graded"; }
! grep -q 'not used' "$root/out" || { cat "$root/out"; fail "the merged file differs outside of its regions"; }
# Progress is no file of the course.
test -f "$root/student/.course/progress.json" || fail "progress was not kept"
test -z "$(git -C "$root/student" status --porcelain)" || fail "git sees files that are not the course's"
echo "no edit was lost"
