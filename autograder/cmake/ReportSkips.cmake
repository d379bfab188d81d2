# Prints why tests were skipped, each reason once with the number of tests. To be run after ctest:
#
#   cmake -D LOG=<build>/Testing/Temporary/LastTest.log -P autograder/cmake/ReportSkips.cmake
#
# A test skips itself with COURSE_SKIP (tests/support/skip.h).

if(NOT EXISTS "${LOG}")
  message(FATAL_ERROR "ReportSkips: no log of ctest at '${LOG}'")
endif()
file(STRINGS "${LOG}" lines REGEX "^course-skipped: ")
set(reasons ${lines})
list(REMOVE_DUPLICATES reasons)
foreach(reason IN LISTS reasons)
  set(count 0)
  foreach(line IN LISTS lines)
    if(line STREQUAL reason)
      math(EXPR count "${count} + 1")
    endif()
  endforeach()
  string(REPLACE "course-skipped: " "" text "${reason}")
  message(STATUS "skipped: ${count} tests: ${text}")
endforeach()
