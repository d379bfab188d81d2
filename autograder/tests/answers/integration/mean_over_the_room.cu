// expect: wrong_result
// points: 1.5-3
// Divides by the room for words instead of their number, and counts what is no word: right where
// every sentence has its full length.

// FILL-ME-IN(linear)
  matmul(result, x, weight);
  zip(result, result, bias, kAdd);
// END(linear)

// FILL-ME-IN(mean)
  reduce(result, x, 1, kAdd, 0.0f);
  zip(result, result, constant(workspace, 1.0f / x.size(1)), kMul);
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
