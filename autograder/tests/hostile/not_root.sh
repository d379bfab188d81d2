#!/bin/sh
# SPDX-License-Identifier: MIT
# The same submissions graded by somebody who is not root. Exit 77: skipped, with the reason.
[ "$(id -u)" = 0 ] || { echo "course-skipped: the tests do not run as root, so the other hostile tests show it"; exit 77; }
command -v setpriv > /dev/null || { echo "course-skipped: setpriv is not installed"; exit 77; }
nobody="setpriv --reuid=61234 --regid=61234 --clear-groups --inh-caps=-all"
$nobody test -x "$1" || { echo "course-skipped: the build folder is closed to other users"; exit 77; }
HOME=/tmp exec $nobody "$1" clang auto
