// expect: wrong_result
// points: 0-2
// Adds the words up without dividing by their number: right for sentences of one word.

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
