// expect: full_marks
// points: 5
// The mean as a batched product of the shares with the words, powers instead of inverses, the steps
// of the way back in another order, a new tensor for every result.

// FILL-ME-IN(linear)
  Tensor product = workspace.tensor({1, x.size(1), weight.size(2)});
  matmul(product, x, weight);
  zip(result, bias, product, kAdd);
// END(linear)

// FILL-ME-IN(mean)
  matmul(result, transposed(share), x);
// END(mean)

// FILL-ME-IN(softmax)
  Tensor largest = workspace.tensor({x.size(0), x.size(1), 1});
  reduce(largest, x, 2, kMax, -1e30f);
  zip(largest, largest, constant(workspace, -1.0f), kMul);
  zip(result, x, largest, kAdd);
  map(result, result, kExp);
  reduce(row, result, 2, kAdd, 0.0f);
  zip(row, row, constant(workspace, -1.0f), kPow);
  zip(result, result, row, kMul);
// END(softmax)

// FILL-ME-IN(linear_backward)
  reduce(gradients.bias, d, 1, kAdd, 0.0f);
  matmul(gradients.x, d, transposed(weight));
  matmul(gradients.weight, transposed(x), d);
// END(linear_backward)

// FILL-ME-IN(descend)
  Tensor step = workspace.tensor({1, parameter.size(1), parameter.size(2)});
  zip(step, constant(workspace, rate), gradient, kMul);
  map(step, step, kNeg);
  zip(parameter, step, parameter, kAdd);
// END(descend)
