// expect: build_error
// points: 0
// Four million template instantiations: memory, or the time of the compiler, runs out.

// FILL-ME-IN(helpers)
template <int depth, unsigned place>
struct Tree {
  static constexpr unsigned kSize = Tree<depth - 1, 2 * place>::kSize + Tree<depth - 1, 2 * place + 1>::kSize;
};
template <unsigned place>
struct Tree<0, place> {
  static constexpr unsigned kSize = 1;
};
static_assert(Tree<22, 0>::kSize == 0);
// END(helpers)

// FILL-ME-IN(launch)
  (void)0;
// END(launch)
