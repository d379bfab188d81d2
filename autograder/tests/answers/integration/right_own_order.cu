// expect: full_marks
// points: 5
// Scales the words before it adds them, and divides by powers of e.

// FILL-ME-IN(linear)
  Tensor product = workspace.tensor({x.view.shape[0], x.view.shape[1], weight.view.shape[2]});
  matmul(product, x, weight);
  zip(result, bias, product, kAdd);
// END(linear)

// FILL-ME-IN(mean)
  Tensor scaled = workspace.tensor({x.view.shape[0], x.view.shape[1], x.view.shape[2]});
  zip(scaled, x, constant(workspace, 1.0f / x.view.shape[1]), kMul);
  reduce(result, scaled, 1, kAdd, 0.0f);
// END(mean)

// FILL-ME-IN(softmax)
  Tensor largest = workspace.tensor({x.view.shape[0], x.view.shape[1], 1});
  reduce(largest, x, 2, kMax, -1e30f);
  zip(largest, largest, constant(workspace, -1.0f), kMul);
  zip(result, x, largest, kAdd);
  map(result, result, kExp);
  reduce(row, result, 2, kAdd, 0.0f);
  zip(row, row, constant(workspace, -1.0f), kPow);
  zip(result, result, row, kMul);
// END(softmax)
