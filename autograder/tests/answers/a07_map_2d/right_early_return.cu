// expect: full_marks

// FILL-ME-IN(kernel)
if (threadIdx.x >= size || threadIdx.y >= size) return;
const int place = threadIdx.y * size + threadIdx.x;
out[place] = a[place] + 10.0f;
// END(kernel)
