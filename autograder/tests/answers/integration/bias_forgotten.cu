// expect: wrong_result
// points: 0-0.5
// The linear layers only multiply.

// FILL-ME-IN(linear)
  matmul(result, x, weight);
// END(linear)

// FILL-ME-IN(mean)
  Tensor weighted = workspace.tensor({x.size(0), x.size(1), x.size(2)});
  zip(weighted, x, share, kMul);
  reduce(result, weighted, 1, kAdd, 0.0f);
// END(mean)

// FILL-ME-IN(softmax)
  reduce(row, x, 2, kMax, -INFINITY);
  map(row, row, kNeg);
  zip(result, x, row, kAdd);
  map(result, result, kExp);
  reduce(row, result, 2, kAdd, 0.0f);
  map(row, row, kInv);
  zip(result, result, row, kMul);
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
