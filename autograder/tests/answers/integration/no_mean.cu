// expect: wrong_result
// points: 0-1
// Adds the words up without their shares: right for sentences of one word.

// FILL-ME-IN(linear)
  matmul(result, x, weight);
  zip(result, result, bias, kAdd);
// END(linear)

// FILL-ME-IN(mean)
  reduce(result, x, 1, kAdd, 0.0f);
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
