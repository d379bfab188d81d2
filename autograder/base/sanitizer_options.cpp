// SPDX-License-Identifier: MIT
/// \file
/// What sanitizer builds do unless the environment says otherwise. It is linked into every program
/// then: the sandbox passes no environment on, and what a confined process says of itself is read
/// only when it fails.

extern "C" {

// clang's names; the runtimes ask for them at the start.
const char* __ubsan_default_options();
const char* __tsan_default_options();
const char* __tsan_default_suppressions();

const char* __ubsan_default_options() {
  return "halt_on_error=1:print_stacktrace=1";
}

/// A child of a fork remembers threads of its parent that were not joined yet, and would call them
/// leaked when it ends.
const char* __tsan_default_options() {
  return "halt_on_error=1:report_thread_leaks=0";
}

/// A kernel may race on device memory, that is what racecheck is for. While the race screen looks
/// at it, its blocks run on several host threads, which then meet on the same bytes; what they read
/// is thrown away (docs/design/speed.md). So the functions that move bytes between registers and
/// device memory are no news, and nothing else of the engine is excepted.
const char* __tsan_default_suppressions() {
  return "race:vgpu::Block<*>::move_data(\n"
         "race:vgpu::Block<*>::quick_move(\n"
         "race:vgpu::Block<*>::move_bytes(\n"
         "race:vgpu::Block<*>::async_copy(\n";
}

}  // extern "C"
