// expect: wrong_result
// hint: begins again at 0 in every block
// Every block does the work of the first. Equal values from one instruction: a warning, no error.

// FILL-ME-IN(kernel)
const int i = threadIdx.x;
if (i < size) out[i] = a[i] + 10.0f;
// END(kernel)
