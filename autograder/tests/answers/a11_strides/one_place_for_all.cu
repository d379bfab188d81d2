// expect: finding out_of_bounds_read
// The places in out used for a and b: these have no room for them where out is cut out of something
// wider, or where they are broadcast.

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
if (i >= count) return;
const int place = place_of(out_view, i);
out[place] = apply(function, a[place], b[place]);
// END(kernel)
