// expect: over_budget
// hint: more reads than two for each element
// No guard. Element number 15 of 3 x 5 is split up into row 0 again, so the result is right and
// written several times; 1,000 elements in a row have no first dimension to hide behind, but split
// up they begin again, too. All of it stays inside: what shows is only the number of accesses.

// FILL-ME-IN(place)
int place = 0;
for (int d = view.dims - 1; d >= 0; --d) {
  place += i % view.shape[d] * view.strides[d];
  i /= view.shape[d];
}
return place;
// END(place)
// FILL-ME-IN(apply)
switch (function) {
  case 0:
    return x + y;
  case 1:
    return x * y;
  default:
    return fmaxf(x, y);
}
// END(apply)
// FILL-ME-IN(kernel)
const int i = blockIdx.x * blockDim.x + threadIdx.x;
out[place_of(out_view, i)] = apply(function, a[place_of(a_view, i)], b[place_of(b_view, i)]);
// END(kernel)
