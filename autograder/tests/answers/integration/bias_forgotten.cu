// expect: wrong_result
// points: 0-1
// The linear layers only multiply.

// FILL-ME-IN(linear)
  matmul(result, x, weight);
// END(linear)

// FILL-ME-IN(mean)
  reduce(result, x, 1, kAdd, 0.0f);
  zip(result, result, constant(workspace, 1.0f / x.view.shape[1]), kMul);
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
