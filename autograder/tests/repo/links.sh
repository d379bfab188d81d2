#!/bin/sh
# SPDX-License-Identifier: MIT
# Every relative link in a Markdown page leads to a file, and no file names a folder of one developer's machine.
set -eu
cd "$1"
status=0
pages=$(find . -name '*.md' -not -path './build*' -not -path './.git/*')
for page in $pages; do
  folder=$(dirname "$page")
  for target in $(sed -e '/^```/,/^```/d' "$page" | grep -o '](\([^)#: ]*\)' | sed 's/^](//' | sort -u); do
    [ -e "$folder/$target" ] && continue
    echo "$page: link to $target, which does not exist"
    status=1
  done
done
if grep -rnIE '/(home|work|root|tmp/bash_jobs)/[a-z]' --include='*.md' --include='*.cpp' --include='*.h' --include='*.toml' \
  --include='*.cu' --include='*.sh' --include='CMakeLists.txt' --include='*.cmake' . --exclude-dir='build*' --exclude-dir=.git \
  --exclude-dir=repo --exclude-dir=answers --exclude-dir=hostile; then
  echo "paths of a machine"
  status=1
fi
exit $status
