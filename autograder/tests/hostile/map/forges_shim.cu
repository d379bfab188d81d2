// expect: build_error
// points: 0
// Defines the function through which it is called.

// FILL-ME-IN(helpers)
#define JOIN(a, b) a##b
extern "C" void JOIN(autograder_, call_map)(void* const*) {}
// END(helpers)

// FILL-ME-IN(launch)
  (void)0;
// END(launch)
