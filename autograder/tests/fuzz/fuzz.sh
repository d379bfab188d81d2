#!/bin/sh
# SPDX-License-Identifier: MIT
# Fuzzes every target for some seconds: autograder/tests/fuzz/fuzz.sh [SECONDS] [TARGET...]
# Builds with clang's libFuzzer, ASan and UBSan into build-fuzz (Debian packages: clang, libclang-rt-14-dev). What libFuzzer
# finds is left in build-fuzz/found; an input that shows a fault belongs into corpus/<target>.
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
seconds=${1:-60}
[ $# -gt 0 ] && shift
targets=${*:-ptx engine differential fatbin messages exercise archive}
cmake -S "$root" -B "$root/build-fuzz" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_COMPILER=clang++ \
  -DCOURSE_FUZZ=ON "-DCOURSE_SANITIZE=address,undefined,fuzzer-no-link" > "$root/build-fuzz.log" || { cat "$root/build-fuzz.log"; exit 1; }
rm -f "$root/build-fuzz.log"
for target in $targets; do cmake --build "$root/build-fuzz" --target "fuzz_$target"; done
mkdir -p "$root/build-fuzz/found"
cd "$root/build-fuzz/found"
for target in $targets; do
  echo "== $target, $seconds s"
  mkdir -p "../corpus-$target"
  seeds="$root/autograder/tests/fuzz/corpus/$target"
  case $target in
    ptx | engine) seeds="$seeds $root/autograder/tests/kernels" ;;
  esac
  # shellcheck disable=SC2086
  "../bin/fuzz_$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=65536 -print_final_stats=1 \
    -artifact_prefix="$target-" "../corpus-$target" $seeds 2>&1 | tail -n 12
done
