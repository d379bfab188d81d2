// expect: build_error
// points: 0
// Ends the function and the namespace, and begins others.

// FILL-ME-IN(launch)
  }
}
void elsewhere() {
// END(launch)
