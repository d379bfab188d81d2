# SPDX-License-Identifier: MIT
# make_class FOLDER N [OWN]: N synthetic submissions, of the kinds that come in. With OWN every text differs in a comment,
# so that nothing comes from the cache. Used by batch.sh; needs $root.

# put FILE EXERCISE REGION TEXT: the skeleton of an assignment with a region's text replaced.
put() {
  mkdir -p "$(dirname "$1")"
  awk -v name="$3" -v text="$4" '
    index($0, "// FILL-ME-IN(" name ")") { print; print text; skip = 1; next }
    index($0, "// END(" name ")") { skip = 0 }
    !skip { print }' "$root/assignments/$2/$2.cu" > "$1"
}

# solved FOLDER NUMBER ASSIGNMENT...: the reference's answers.
solved() {
  to=$1 mark=$2
  shift 2
  for assignment in "$@"; do
    mkdir -p "$to/assignments/$assignment"
    sed "s|^ *// SOLUTION\$|&$mark|" "$root/reference/assignments/$assignment/$assignment.cu" \
      > "$to/assignments/$assignment/$assignment.cu"
  done
}

make_class() {
  class=$1 all=$2
  mkdir -p "$class"
  number=0
  while [ "$number" -lt "$all" ]; do
    id=$(printf 's%02d' "$number")
    mark=
    [ -n "${3:-}" ] && mark=" $id"
    one=$class/$id
    case $((number % 15)) in
      0) solved "$one" "$mark" map zip reduce matmul integration ;;
      1) solved "$class/tmp" "$mark" map && tar -czf "$one.tar.gz" -C "$class/tmp" . && rm -r "$class/tmp" ;;
      2) solved "$one/cuda-course-main" "$mark" map zip ;;
      3) put "$one/assignments/map/map.cu" map launch "  __builtin_trap(); // $mark" ;;
      4)
        solved "$one" "$mark" reduce
        sed -i 's/^ *__syncthreads();$//' "$one/assignments/reduce/reduce.cu"
        ;;
      5) put "$one/map/map.cu" map launch "  this is no C++; // $mark" ;;
      6) put "$one/map.cu" map launch "  for (volatile int i = 0;; i = i + 1) {} // $mark" ;;
      7)
        solved "$class/tmp/inner" "$mark" map
        (cd "$class/tmp/inner" && cmake -E tar cf ../work.zip --format=zip assignments)
        (cd "$class/tmp" && cmake -E tar cf "$one.zip" --format=zip work.zip)
        rm -r "$class/tmp"
        ;;
      8)
        solved "$class/tmp" "$mark" map
        mkdir "$one" && mv "$class/tmp/assignments/map/map.cu" "$one/My map (final).cu"
        rm -r "$class/tmp"
        ;;
      9) mkdir "$one" ;;
      10) echo "no archive" > "$one.zip" ;;
      11) mkdir "$one" && cp -r "$root/assignments" "$one" ;;
      12)
        # A name that leads out, and a link to the reference in the place of a file.
        mkdir -p "$class/tmp/in/assignments/map" && echo "out" > "$class/tmp/escaped.cu"
        ln -s "$root/reference/assignments/map/map.cu" "$class/tmp/in/assignments/map/map.cu"
        (cd "$class/tmp/in" && tar -P -cf "$one.tar" ../escaped.cu assignments)
        rm -r "$class/tmp"
        ;;
      13)
        odd="$class/$(printf 's%02d\n../odd' "$number" | tr / :)"
        solved "$odd" "$mark" map
        ;;
      14)
        put "$class/tmp/map.cu" map launch "  first try;"
        tar -czf "$one.tar.gz" -C "$class/tmp" map.cu && rm -r "$class/tmp"
        solved "$class/tmp" "$mark" map
        (cd "$class/tmp" && cmake -E tar cf "$one.zip" --format=zip assignments)
        rm -r "$class/tmp"
        ;;
    esac
    number=$((number + 1))
  done
}
