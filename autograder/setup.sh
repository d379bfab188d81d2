#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the Debian/Ubuntu packages that are missing, says so before, and does nothing when none is.
#   autograder/setup.sh         what building, grading and testing need
#   autograder/setup.sh docs    that, and what the documentation needs
#   autograder/setup.sh bench   that, and for `make bench` the simulators that are timed beside ours, and gnuplot
set -eu

packages="cmake ninja-build g++ clang clang-format catch2 libcli11-dev nlohmann-json3-dev libtomlplusplus-dev
  libfmt-dev libarchive-dev libssl-dev libseccomp-dev bubblewrap"
[ "${1:-}" = bench ] && packages="$packages oclgrind pocl-opencl-icd ocl-icd-opencl-dev opencl-c-headers gnuplot-nox"
[ "${1:-}" = docs ] && packages="$packages doxygen doxygen-awesome-css libjs-mathjax"

if ! command -v dpkg-query > /dev/null; then
  echo "This machine has no Debian packages. Please install the equivalents of:" $packages >&2
  exit 1
fi

# One query for all: it is asked before every `make grade`.
installed=$(dpkg-query -W -f '${Status} ${Package}\n' $packages 2> /dev/null | sed -n 's/^install ok installed //p')
missing=
for package in $packages; do
  case "
$installed
" in
    *"
$package
"*) ;;
    *) missing="$missing $package" ;;
  esac
done
[ -z "$missing" ] && exit 0

echo "These packages are missing and will be installed:$missing"
install="apt-get install --yes --no-install-recommends$missing"
as_root=
if [ "$(id -u)" -ne 0 ]; then
  if command -v sudo > /dev/null && { [ -t 0 ] || sudo -n true 2> /dev/null; }; then
    as_root=sudo
  else
    echo "No rights to install them. Please run this line as root, then try again:" >&2
    echo "  apt-get update && $install" >&2
    exit 1
  fi
fi
if [ -t 0 ]; then
  printf 'Go on? [Y/n] '
  read -r answer
  case $answer in
    '' | [Yy]*) ;;
    *) exit 1 ;;
  esac
fi
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
$as_root $install -qq > /dev/null
