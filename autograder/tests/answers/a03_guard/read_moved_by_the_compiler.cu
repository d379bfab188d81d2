// expect: full_marks
// also: finding
// Reads before it looks, and needs the value behind the guard only: a compiler may move the read there, and both do.
// Where one does not, the finding is right.

// FILL-ME-IN(kernel)
  const int i = threadIdx.x;
  const float value = a[i];
  if (i < size) out[i] = value + 10.0f;
// END(kernel)
