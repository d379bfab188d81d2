# How targets of this project are made: one interface target for flags, one function per kind of target.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

find_program(COURSE_CCACHE ccache)
if(COURSE_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${COURSE_CCACHE})
endif()

add_library(course_options INTERFACE)
target_compile_options(course_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion>
  # GCC 12 warns wrongly inside std::string and std::variant at -O3 (its bugs 105651, 105593).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-maybe-uninitialized>
  $<$<AND:$<BOOL:${COURSE_WERROR}>,$<COMPILE_LANGUAGE:CXX>>:-Werror>)
target_include_directories(course_options INTERFACE ${PROJECT_SOURCE_DIR}/autograder)
if(COURSE_SANITIZE)
  target_compile_options(course_options INTERFACE -fsanitize=${COURSE_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(course_options INTERFACE -fsanitize=${COURSE_SANITIZE})
  add_library(course_sanitizer_options OBJECT ${PROJECT_SOURCE_DIR}/autograder/base/sanitizer_options.cpp)
  target_sources(course_options INTERFACE $<TARGET_OBJECTS:course_sanitizer_options>)
endif()

find_package(Catch2 REQUIRED)
include(Catch)

# Catch2's main takes 13 s to compile: once, as an object library.
add_library(course_catch_main OBJECT ${PROJECT_SOURCE_DIR}/autograder/tests/support/catch_main.cpp)
target_link_libraries(course_catch_main PUBLIC Catch2::Catch2)

# course_component(<name> SOURCES ... [TESTS ...] [DEPENDS <component>...] [LIBRARIES <target>...])
#
# Makes the static library course_<name> and, where there are TESTS, the executable <name>_test whose cases
# ctest knows as "<name>.<case>". A case that leaves by COURSE_SKIP (tests/support/skip.h) counts as skipped.
function(course_component name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;TESTS;DEPENDS;LIBRARIES")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "course_component(${name}): unknown arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  list(TRANSFORM ARG_DEPENDS PREPEND course_)
  add_library(course_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(course_${name} PUBLIC course_options ${ARG_DEPENDS} ${ARG_LIBRARIES})
  if(ARG_TESTS)
    add_executable(${name}_test ${ARG_TESTS})
    target_link_libraries(${name}_test PRIVATE course_${name} course_catch_main Catch2::Catch2)
    catch_discover_tests(${name}_test TEST_PREFIX "${name}."
      PROPERTIES LABELS unit SKIP_REGULAR_EXPRESSION "course-skipped:")
  endif()
endfunction()
