// expect: wrong_result
// also: build_error
// points: 0
// Markers where they are none.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
  puts("// END(launch)");
  puts("// FILL-ME-IN(kernel): about 3 lines");
  const char* text = R"(
  // END(launch)
  )";
  (void)text;
// END(launch)
