// expect: wrong_result
// points: 2-4.9
// Does not subtract the largest score: e^100 is more than a float can hold.

// FILL-ME-IN(linear)
  matmul(result, x, weight);
  zip(result, result, bias, kAdd);
// END(linear)

// FILL-ME-IN(mean)
  reduce(result, x, 1, kAdd, 0.0f);
  zip(result, result, constant(workspace, 1.0f / x.view.shape[1]), kMul);
// END(mean)

// FILL-ME-IN(softmax)
  map(result, x, kExp);
  reduce(row, result, 2, kAdd, 0.0f);
  map(row, row, kInv);
  zip(result, result, row, kMul);
// END(softmax)
