#!/bin/sh
# SPDX-License-Identifier: MIT
# Endurance: class.sh AUTOGRADER SOURCE_DIR N [COMPILER [OPTION of batch...]]
# Makes a class of N submissions to all five assignments and grades it by `batch` with an empty cache. Seven of ten files are
# right (the reference, and the answers called right_...), the others are the wrong answers of autograder/tests/answers in
# turn. Which a student has follows from the number alone; a comment with it makes each text another one, so that nothing
# comes from the cache. Prints time, memory over time and what was left behind. Exit 1: rows are missing, an error of the
# grader, or something was left behind.
set -eu
autograder=$(realpath "$1") source=$(realpath "$2") all=$3 compiler=${4:-auto}
shift $(($# > 4 ? 4 : $#))
folder=$(mktemp -d)
running=
trap 'stop; rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
mkdir "$folder/class" "$folder/tmp"

# fill ANSWER SKELETON MARK: the skeleton with the answer's regions, and the mark in the first region.
fill() {
  awk -v mark="$3" '
    function name(line) { sub(/.*\/\/ FILL-ME-IN\(/, "", line); sub(/\).*/, "", line); return line }
    FNR == NR && /\/\/ END\(/ { here = "" }
    FNR == NR && here != "" && !/^ *\/\/ SOLUTION$/ { text[here] = text[here] $0 "\n" }
    FNR == NR && /\/\/ FILL-ME-IN\(/ { here = name($0); text[here] = "" }
    FNR == NR { next }
    /\/\/ END\(/ { skip = 0 }
    !skip { print }
    /\/\/ FILL-ME-IN\(/ {
      if (!marked++) print "// " mark
      if (name($0) in text) { printf "%s", text[name($0)]; skip = 1 }
    }' "$1" "$2"
}

# pick N FILE...: the file with that number, counted round and round.
pick() {
  shift $((1 + $1 % ($# - 1)))
  printf '%s\n' "$1"
}

# make_assignment NAME PLACE: every student's file. The place shifts who is wrong: three of ten have all five right.
make_assignment() {
  skeleton=$source/assignments/$1/$1.cu
  right=$source/reference/assignments/$1/$1.cu wrong=
  for answer in "$source/autograder/tests/answers/$1"/*.cu; do
    case $answer in
      */right_*) right="$right $answer" ;;
      *) wrong="$wrong $answer" ;;
    esac
  done
  student=0 rights=0 wrongs=0
  while [ "$student" -lt "$all" ]; do
    if [ $(((student * 3 + $2) % 10)) -lt 7 ]; then
      # shellcheck disable=SC2086
      answer=$(pick $rights $right) rights=$((rights + 1))
    else
      # shellcheck disable=SC2086
      answer=$(pick $wrongs $wrong) wrongs=$((wrongs + 1))
    fi
    student=$((student + 1))
    own=$(printf '%s/class/s%04d/assignments/%s' "$folder" $student "$1")
    mkdir -p "$own"
    fill "$answer" "$skeleton" "student $student" > "$own/$1.cu"
  done
}

# What is there of processes: id, parent, start, resident pages, program.
processes() {
  cat /proc/[0-9]*/stat 2> "$folder/log" | sed -n 's/^\([0-9]*\) (.*) . \([0-9]*\) /\1 \2 /p' | awk '{ print $1, $2, $20, $22 }'
}

# Ends a batch that is under way: the shell around it has no other child.
stop() {
  [ -n "$running" ] || return 0
  processes | awk -v shell="$running" '$2 == shell { print $1 }' | xargs -r kill || true
  wait "$running" || true
}

# Those of our programs, wherever they hang: "id start".
ours() {
  for exe in /proc/[0-9]*/exe; do
    case $(readlink "$exe" || true) in
      "${autograder%/*}"/*) echo "${exe%/exe}/stat" ;;
    esac
  done 2> "$folder/log" | xargs -r cat 2> "$folder/log" | sed -n 's/^\([0-9]*\) (.*) . /\1 /p' | awk '{ print $1, $20 }'
}

# A line of what runs at this moment: second, MB of all together, MB of the autograder itself, processes, students done.
# All descendants are noted too.
sample() {
  processes | awk -v root="$running" -v seen="$folder/seen" -v page="$page" -v second="$1" -v done="$2" '
    { parent[$1] = $2; start[$1] = $3; pages[$1] = $4 }
    END {
      for (id in parent) {
        for (up = id; up in parent && up != root; up = parent[up]) {}
        if (up != root || id == root) continue
        print id, start[id] >> seen
        sum += pages[id]; ++count
        if (parent[id] == root && pages[id] > own) own = pages[id]
      }
      printf "%d %.1f %.1f %d %d\n", second, sum * page / 1e6, own * page / 1e6, count, done
    }' >> "$folder/samples"
}

listing() { (cd "$folder/class" && find . -printf '%y %m %s %T@ %p\n' | sort); }

place=0
for assignment in map zip reduce matmul integration; do
  make_assignment $assignment $place
  place=$((place + 1))
done
listing > "$folder/before"
ours | sort > "$folder/ours.before"
touch "$folder/seen" "$folder/samples"
page=$(getconf PAGESIZE)

# The shell between has no other child, so that its `times` are those of the batch and all that it waited for.
load=$(cut -d ' ' -f 1 /proc/loadavg)
begin=$(date +%s.%N)
cd "$source"
TMPDIR=$folder/tmp XDG_CACHE_HOME=$folder/cache sh -c '
  code=0
  "$@" > "$0/out" 2> "$0/err" || code=$?
  echo $code > "$0/code"
  times > "$0/times"' "$folder" "$autograder" batch "$folder/class" --out "$folder/results" --compiler "$compiler" "$@" &
running=$!
while kill -0 $running 2> "$folder/log"; do
  graded=$(find "$folder/results/students" -name result.json 2> "$folder/log" | wc -l)
  sample $(($(date +%s) - ${begin%.*})) "$graded"
  sleep 1
done
wait $running || true
running=
end=$(date +%s.%N)
code=$(cat "$folder/code")

csv=$folder/results/grades.csv
[ -f "$csv" ] || { cat "$folder/err"; exit 1; }
rows=$(($(wc -l < "$csv") - 1))
printf '%s submissions, %s, on %s processors; exit code %s\n' "$all" "$compiler" "$(nproc)" "$code"
printf 'Programs that wanted a processor before: %s\n' "$load"
cat "$folder/results/summary.txt"

awk -v begin="$begin" -v end="$end" -v all="$all" '
  FNR == 2 {
    split($1 " " $2, part, /[ms ]+/)
    processor = part[1] * 60 + part[2] + part[3] * 60 + part[4]
    printf "\n%-22s %10s %15s\n", "seconds", "in all", "per submission"
    printf "%-22s %10.1f %15.2f\n", "by the clock", end - begin, (end - begin) / all
    printf "%-22s %10.1f %15.2f\n", "of processor time", processor, processor / all
  }' "$folder/times"

printf '\nResident memory in MB, sampled each second (what processes share counts for each)\n'
awk '
  { second[NR] = $1; sum[NR] = $2; own[NR] = $3; count[NR] = $4; done[NR] = $5; if ($2 > peak) peak = $2 }
  END {
    printf "%8s %12s %15s %10s %8s\n", "second", "all, at most", "the autograder", "processes", "graded"
    row = NR < 10 ? NR : 10
    for (i = 1; i <= row; ++i) {
      most = procs = 0
      for (j = int((i - 1) * NR / row) + 1; j <= int(i * NR / row); ++j) {
        if (sum[j] > most) most = sum[j]
        if (count[j] > procs) procs = count[j]
        last = j
      }
      printf "%8d %12.0f %15.1f %10d %8d\n", second[last], most, own[last], procs, done[last]
    }
    printf "peak: %.0f MB\n", peak
  }' "$folder/samples"

# Descendants that still live, and our programs that did not run before (a process may have left the tree).
{
  processes | awk '{ print $1, $3 }' | sort > "$folder/alive"
  sort -u "$folder/seen" | comm -12 - "$folder/alive"
  ours | sort | comm -13 "$folder/ours.before" -
} | sort -u > "$folder/left.processes"
ls -A "$folder/tmp" > "$folder/left.temporary"
listing > "$folder/after"
diff "$folder/before" "$folder/after" > "$folder/left.class" || true
printf '\nrows in grades.csv: %s; with an error of the grader: %s\n' "$rows" "$(grep -c ',grader_error,' "$csv" || true)"
printf 'cache: %s files, %s MB\n' "$(find "$folder/cache" -type f | wc -l)" "$(du -sm "$folder/cache" | cut -f 1)"
printf 'left behind: %s processes, %s in the temporary folder, %s changes in the submissions\n' \
  "$(wc -l < "$folder/left.processes")" "$(wc -l < "$folder/left.temporary")" "$(grep -c '^[<>]' "$folder/left.class" || true)"
head -n 20 "$folder/left.processes" "$folder/left.temporary" "$folder/left.class" | sed -n '/^==>/!{/./p}'
[ "$code" = 0 ] && [ "$rows" = "$all" ] && [ ! -s "$folder/left.processes" ] && [ ! -s "$folder/left.temporary" ] &&
  [ ! -s "$folder/left.class" ]
