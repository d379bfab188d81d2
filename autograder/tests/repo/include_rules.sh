#!/bin/sh
# SPDX-License-Identifier: MIT
# Who may include whom (docs/ARCHITECTURE.md): each folder lists what it may use; anything else is an error.
set -eu
cd "$1/autograder"
status=0
check() {
  folder=$1
  allowed=" $1 $2 "
  for file in $(find "$folder" -name '*.h' -o -name '*.cpp' -o -name '*.inl'); do
    case $file in *_test.cpp | toolchain/include/*) continue ;; esac
    for used in $(grep -v '\.def"' "$file" | sed -n 's/^ *# *include "\([a-z_]*\)\/.*/\1/p' | sort -u); do
      case $allowed in
        *" $used "*) ;;
        *)
          echo "$file includes \"$used/...\"; $folder may use only:$allowed"
          status=1
          ;;
      esac
    done
  done
}
check base ""
check sandbox "base"
check toolchain "base"
check protocol "base"
check ptx "base"
check vgpu "base ptx"
check checkers "base ptx vgpu protocol"
check device "base ptx vgpu checkers protocol"
check cudart "protocol toolchain"  # the declarations that programs compiled by clang see
check course "base"
check grader "base sandbox toolchain protocol course"
check report "base protocol course grader"
check cli "base sandbox toolchain protocol course grader report"
exit $status
