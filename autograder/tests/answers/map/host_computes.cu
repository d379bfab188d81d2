// expect: finding forbidden_copy
// points: 0
// Copies the input to the host, computes there and copies the result back. Answers must come from a
// kernel: the copies are refused, and nothing is written.

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  static float x[100000], y[100000];
  cudaMemcpy(x, in, count * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < count; ++i) y[i] = apply(function, x[i]);
  cudaMemcpy(out, y, count * sizeof(float), cudaMemcpyHostToDevice);
// END(launch)
