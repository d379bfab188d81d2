// expect: build_error
// points: 0
// Constant expressions without an end.

// FILL-ME-IN(helpers)
template <int n>
constexpr int spin() {
  int sum = 0;
  for (int i = 0; i < 90000; ++i) sum += i % (n + 1);
  return sum > 0 ? spin<n - 1>() : 0;
}
template <>
constexpr int spin<0>() {
  return 1;
}
constexpr int kSpun[] = {spin<800>(), spin<801>() / 0};
// END(helpers)

// FILL-ME-IN(launch)
  (void)0;
// END(launch)
