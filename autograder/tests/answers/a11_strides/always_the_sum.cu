// expect: wrong_result
// Only the sum.

// FILL-ME-IN(place)
int place = 0;
for (int d = view.dims - 1; d >= 0; --d) {
  place += i % view.shape[d] * view.strides[d];
  i /= view.shape[d];
}
return place;
// END(place)
// FILL-ME-IN(apply)
return x + y;
// END(apply)
// FILL-ME-IN(kernel)
const int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i < count) {
  out[place_of(out_view, i)] = apply(function, a[place_of(a_view, i)], b[place_of(b_view, i)]);
}
// END(kernel)
