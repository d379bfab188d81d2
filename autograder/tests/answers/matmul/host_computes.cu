// expect: finding forbidden_copy
// points: 0
// Copies the inputs to the host and multiplies there. Answers must come from a kernel: the copies are
// refused, and nothing is written.

// FILL-ME-IN(launch)
  const int a_count = element_count(a_view), b_count = element_count(b_view);
  const int count = element_count(out_view);
  static float x[100000], y[100000], z[100000];
  cudaMemcpy(x, a, a_count * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(y, b, b_count * sizeof(float), cudaMemcpyDeviceToHost);
  matmul_spec(z, out_view, x, a_view, y, b_view);
  cudaMemcpy(out, z, count * sizeof(float), cudaMemcpyHostToDevice);
// END(launch)
