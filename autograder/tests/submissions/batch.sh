#!/bin/sh
# SPDX-License-Identifier: MIT
# A class: the honest get what they get alone, whatever the others hand in; a batch that is killed twice and resumed ends
# with the same figures as one that is left alone, and leaves nothing behind.
# By hand, with a larger class and nothing from the cache: CLASS=60 OWN=1 batch.sh AUTOGRADER COMPILER ROOT.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/class.sh"
make_class "$folder/class" "${CLASS:-15}" "${OWN:-}"
mkdir "$folder/tmp"
cat > "$folder/batch" << SH
#!/bin/sh
export TMPDIR="$folder/tmp" XDG_CACHE_HOME="$folder/\$1.cache"
exec "$autograder" batch "$folder/class" --out "$folder/\$1" --compiler "$compiler" --no-sandbox --resume
SH
chmod +x "$folder/batch"

for stop in 2 $((${CLASS:-15} / 2)); do
  "$folder/batch" disturbed > "$folder/killed.out" 2> "$folder/killed.err" &
  running=$!
  while kill -0 $running 2> "$folder/null"; do
    done=$(find "$folder/disturbed/students" -name result.json 2> "$folder/null" | wc -l)
    [ "$done" -ge "$stop" ] && break
    sleep 0.1
  done
  kill -KILL $running 2> "$folder/null" || true
  wait $running 2> "$folder/null" || true
done
rm -rf "$folder/tmp" && mkdir "$folder/tmp"
expect 0 "$folder/batch" disturbed
csv=$folder/disturbed/grades.csv
[ "$(ls "$folder/tmp" | wc -l)" = 0 ] || fail "left behind: $(ls "$folder/tmp")"

# line PATTERN: grades.csv has it.
line() {
  grep -Eq -- "$1" "$csv" || { cat "$csv"; fail "no line '$1' in grades.csv"; }
}
line '^s00,graded,100\.00,100'
line '^s01,graded,15\.00,100,15\.00,full_marks'
line '^s02,graded,40\.00,100,15\.00,full_marks,25\.00,full_marks'
line '^s03,graded,0\.00,100,0\.00,crashed'
line '^s04,graded,[0-9.]+,100,0\.00,not_attempted,0\.00,not_attempted,[0-9.]+,finding'
line '^s05,graded,0\.00,100,0\.00,build_error'
line '^s06,graded,0\.00,100,0\.00,timed_out'
line '^s07,graded,15\.00,100,15\.00,full_marks'
line '^s08,graded,15\.00,100,15\.00,full_marks.*My map \(final\)\.cu taken for map\.cu'
line '^s09,empty,0\.00,100'
line '^s10,unreadable,,,'
line '^s11,graded,0\.00,100,0\.00,not_attempted'
line '^s12,empty,0\.00,100'
line '^s13 ..:odd,graded,15\.00,100'
line '^s14,graded,15\.00,100,15\.00,full_marks.*handed in again. not used: s14\.tar\.gz'
[ "$(wc -l < "$csv")" = $((${CLASS:-15} + 1)) ] || fail "grades.csv has not one line for each"
[ ! -e "$folder/escaped.cu" ] && [ ! -e "$folder/class/escaped.cu" ] || fail "an archive wrote outside"
grep -q 'lost most often' "$folder/disturbed/summary.txt" || fail "no losses in the summary"
[ -s "$folder/disturbed/students/s05/map.compiler.txt" ] || fail "the compiler's words are missing"

cp -r "$folder/disturbed.cache" "$folder/undisturbed.cache"
[ -z "${OWN:-}" ] || rm -r "$folder/undisturbed.cache"
begin=$(date +%s)
expect 0 "$folder/batch" undisturbed
echo "undisturbed: $(($(date +%s) - begin)) s for ${CLASS:-15}"
cmp "$csv" "$folder/undisturbed/grades.csv" || fail "killed and resumed, the figures differ"
for student in "$folder"/undisturbed/students/*; do
  cmp "$student/report.txt" "$folder/disturbed/students/$(basename "$student")/report.txt" || fail "a report differs"
done
