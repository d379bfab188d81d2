#!/bin/sh
# SPDX-License-Identifier: MIT
# The filter through which Doxygen reads Markdown pages: labels, links, details, code left alone.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/lessons/a01"
cat > "$folder/lessons/README.md" << 'END'
# Lessons
See [one](a01/README.md) and [one again](a01/README.md), and [how](../docs/students.md).
END
cat > "$folder/README.md" << 'END'
# Main
[lessons](lessons/README.md)
END
cat > "$folder/lessons/a01/README.md" << 'END'
# One
## What it is
[back](../README.md), [here](#what-it-is)
![a[0] to a[3]](figures/four.svg) and ![five](../b/figures/five.svg)
<details><summary>How many?</summary>

97. And no more.
</details>
```text
[no](link.md)
```
END
filter() { awk -v root="$folder" -f "$root/docs/doxygen/page_filter.awk" "$folder/$1"; }
expect() {
  if ! filter "$1" | grep -qF -- "$2"; then
    echo "$1: expected a line with: $2"
    filter "$1"
    exit 1
  fi
}
expect lessons/README.md '# Lessons {#page_lessons_README_md}'
expect lessons/README.md '\subpage page_lessons_a01_README_md "one" and \ref page_lessons_a01_README_md "one again"'
expect README.md '\ref page_lessons_README_md "lessons"'
expect lessons/README.md '\ref page_docs_students_md "how"'
expect lessons/a01/README.md '## What it is {#page_lessons_a01_README_md_what-it-is}'
expect lessons/a01/README.md '\ref page_lessons_README_md "back"'
expect lessons/a01/README.md '![a[0] to a[3]](lessons/a01/figures/four.svg) and ![five](lessons/b/figures/five.svg)'
expect lessons/a01/README.md '97\. And no more.'
expect lessons/a01/README.md '[no](link.md)'
if filter lessons/a01/README.md | sed -n '/<details/,/<\/details/p' | grep -q '^$'; then
  echo "a blank line was left inside <details>"
  exit 1
fi
