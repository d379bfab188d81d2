#!/bin/sh
# SPDX-License-Identifier: MIT
# The figures of the pages are those that the references draw now (under clang, which every machine has).
#   figures.sh AUTOGRADER COURSE
set -eu
exec "$1" author figures --root "$2" --check
