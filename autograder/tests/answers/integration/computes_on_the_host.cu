// expect: finding forbidden_copy
// points: 0-1
// Copies the scores to the host to make probabilities of them.

// FILL-ME-IN(linear)
  matmul(result, x, weight);
  zip(result, result, bias, kAdd);
// END(linear)

// FILL-ME-IN(mean)
  Tensor weighted = workspace.tensor({x.size(0), x.size(1), x.size(2)});
  zip(weighted, x, share, kMul);
  reduce(result, weighted, 1, kAdd, 0.0f);
// END(mean)

// FILL-ME-IN(softmax)
  float scores[2];
  cudaMemcpy(scores, x.data, sizeof scores, cudaMemcpyDeviceToHost);
  const float e0 = exp(scores[0]), e1 = exp(scores[1]);
  float probabilities[2] = {e0 / (e0 + e1), e1 / (e0 + e1)};
  cudaMemcpy(result.data, probabilities, sizeof probabilities, cudaMemcpyHostToDevice);
// END(softmax)

// FILL-ME-IN(linear_backward)
  matmul(gradients.weight, transposed(x), d);
  matmul(gradients.x, d, transposed(weight));
  reduce(gradients.bias, d, 1, kAdd, 0.0f);
// END(linear_backward)

// FILL-ME-IN(descend)
  zip(gradient, gradient, constant(workspace, -rate), kMul);
  zip(parameter, parameter, gradient, kAdd);
// END(descend)
