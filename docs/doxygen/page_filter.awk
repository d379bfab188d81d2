# SPDX-License-Identifier: MIT
# Doxygen's input filter for Markdown pages that must read well on a code host, too.
#
# - Every page gets the label page_<path>, and links between pages become references to those labels; in an index page
#   (a README that lists others) they become \subpage, which makes the tree on the left.
# - Pictures are named from the repository's root; CopyFigures.cmake puts them beside the pages at that place.
# - Blank lines inside <details> are dropped and <picture> is cut down to its <img>: Doxygen 1.9.4 warns about both.
# Called as: awk -v root=<source folder> -f page_filter.awk <file>

function label_of(path) {
  if (path == "README.md") return "mainpage"
  gsub(/[^A-Za-z0-9]/, "_", path)
  return "page_" path
}

# "a/b/../c" and "./a" without the detours.
function normalized(path,   parts, count, i, kept, n, result) {
  count = split(path, parts, "/")
  n = 0
  for (i = 1; i <= count; ++i) {
    if (parts[i] == "" || parts[i] == ".") continue
    if (parts[i] == ".." && n > 0) { --n; continue }
    kept[++n] = parts[i]
  }
  result = ""
  for (i = 1; i <= n; ++i) result = result (i > 1 ? "/" : "") kept[i]
  return result
}

# The anchor that code hosts give a heading: "What you get" is what-you-get.
function slug(heading) {
  sub(/^#+ */, "", heading)
  heading = tolower(heading)
  gsub(/[^a-z0-9 _-]/, "", heading)
  gsub(/ /, "-", heading)
  return heading
}

# "![alt](figures/four.svg)" with the picture's place in the repository.
function with_pictures(line,   out, start) {
  out = ""
  while (match(line, /\]\([^) :]+\.svg\)/)) {
    start = RSTART + 2
    out = out substr(line, 1, start - 1) normalized(folder "/" substr(line, start, RSTART + RLENGTH - 1 - start)) ")"
    line = substr(line, RSTART + RLENGTH)
  }
  return out line
}

function with_references(line,   out, start, text, target, before, reference) {
  out = ""
  while (match(line, /\[[^]]*\]\([^) #]+\.md(#[^)]*)?\)/)) {
    before = substr(line, 1, RSTART - 1)
    text = substr(line, RSTART, RLENGTH)
    line = substr(line, RSTART + RLENGTH)
    start = index(text, "](")
    target = substr(text, start + 2, length(text) - start - 2)
    sub(/#.*/, "", target)
    text = substr(text, 2, start - 2)
    gsub(/`/, "", text)
    reference = label_of(normalized(folder "/" target))
    if (reference == "mainpage") reference = "index"
    if (is_child(reference) && !(reference in seen)) {
      seen[reference] = 1
      out = out before "\\subpage " reference " \"" text "\""
    } else {
      out = out before "\\ref " reference " \"" text "\""
    }
  }
  line = out line
  while (match(line, /\]\(#[A-Za-z0-9_-]+\)/)) {
    line = substr(line, 1, RSTART) "(\\ref " label_of(path) "_" substr(line, RSTART + 3, RLENGTH - 4) ")" substr(line, RSTART + RLENGTH)
  }
  return line
}

function without_list(line) {
  if (match(line, /^[0-9]+\./)) return substr(line, 1, RLENGTH - 1) "\\" substr(line, RLENGTH)
  return line
}

# Does this page show the other one below itself in the tree? (Never the main page: Doxygen 1.9.4 leaves its children out.)
# A link from an index to a page elsewhere makes no child either.
function is_child(reference) {
  return is_index && reference ~ ("^page_" label_part(folder) "_")
}

function label_part(path) {
  gsub(/[^A-Za-z0-9]/, "_", path)
  return path
}

BEGIN {
  in_code = in_details = in_picture = titled = 0
}

FNR == 1 {
  path = FILENAME
  if (index(path, root "/") == 1) path = substr(path, length(root) + 2)
  folder = path
  if (!sub(/\/[^\/]*$/, "", folder)) folder = ""
  is_index = path == "lessons/README.md" || path ~ /^assignments\/([a-z_]+\/)?README\.md$/ || path == "docs/ARCHITECTURE.md"
}

/^[ \t]*(```|~~~)/ { in_code = !in_code }

!in_code && /<details/ { in_details = 1 }
!in_code && /<\/details>/ { in_details = 0; print; next }
in_details && /^[ \t]*$/ { next }

!in_code && /<picture>/ { in_picture = 1; next }
!in_code && /<\/picture>/ { in_picture = 0; next }
in_picture && !/<img/ { next }

!in_code && !titled && /^# / {
  titled = 1
  sub(/[ \t]*\{#[A-Za-z0-9_]*\}[ \t]*$/, "")
  print $0 " {#" label_of(path) "}"
  next
}

!in_code && /^##/ {
  anchor = slug($0)
  if (match($0, /[ \t]*\{#[A-Za-z0-9_-]+\}[ \t]*$/)) {
    anchor = substr($0, RSTART)
    gsub(/[ \t{}#]/, "", anchor)
    $0 = substr($0, 1, RSTART - 1)
  }
  print $0 " {#" label_of(path) "_" anchor "}"
  next
}

# A number at the start of a line would begin a list, and the list would swallow the end of the details.
in_details { $0 = without_list($0) }

in_code { print; next }
{ print with_references(with_pictures($0)) }
