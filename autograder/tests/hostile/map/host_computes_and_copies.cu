// expect: finding forbidden_copy
// rungs: all
// points: 0
// Copies the input back, computes on the host, copies the result into the output.

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  static float x[100000], y[100000];
  cudaMemcpy(x, in, count * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < count; ++i) y[i] = apply(function, x[i]);
  cudaMemcpy(out, y, count * sizeof(float), cudaMemcpyHostToDevice);
// END(launch)
