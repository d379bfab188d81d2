// expect: over_budget
// Numbers elements column after column in all three arrays: the same elements meet, in an order
// that touches more sectors.

// FILL-ME-IN(place)
int place = 0;
for (int d = 0; d < view.dims; ++d) {
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
if (i < count) {
  out[place_of(out_view, i)] = apply(function, a[place_of(a_view, i)], b[place_of(b_view, i)]);
}
// END(kernel)
