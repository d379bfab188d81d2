// The survey's kernels that only nvcc takes: NVIDIA's libraries of headers (cuda::std, CUB,
// cuRAND, WMMA), and a whole program with a managed variable.
#include <array>
#include <complex>

namespace {

void tensor_product() {
  const int n = 32;
  Floats a(16 * n), b(16 * n);
  for (int i = 0; i < 16 * n; ++i) {
    a[i] = static_cast<float>(i * 7 % 13 - 6) * 0.25F;
    b[i] = static_cast<float>(i * 5 % 11 - 5) * 0.5F;
  }
  Buffer<uint16_t> da(packed<kHalf>(a)), db(packed<kHalf>(b));
  Buffer<float> c(16 * n, -1.F);
  k47::wmma_k<<<1, 32>>>(as<half>(da), as<half>(db), c, n);
  compare("47 tensor product", c.get(), 16 * n, [&](int i) {
    const int row = i / n, column = i % n;
    if (column >= 16) return -1.F;
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[column * n + k];
    return sum;
  });
}

void block_collectives() {
  Ints in = ints(512);
  for (int& value : in) value -= 47;
  Buffer<int> din(in), out(512);
  k48::cub_k<<<1, 128>>>(din, out);
  Ints sorted(512);
  std::exclusive_scan(in.begin(), in.end(), sorted.begin(), 0);
  std::sort(sorted.begin(), sorted.end());
  const int sum = std::accumulate(in.begin(), in.end(), 0);
  const Ints got = out.get();
  compare("48 sum, scan and sort", got, 4, [&](int i) { return sorted[i] + sum; });
  // Only the first thread has the sum; what the others add is their own, one value for four items.
  Ints steps(512);
  for (int i = 0; i < 512; ++i) steps[i] = got[i] - got[i / 4 * 4];
  compare("48 sort", steps, 512, [&](int i) { return sorted[i] - sorted[i / 4 * 4]; });
}

// Philox4x32-10 as its authors describe it: the words of one counter.
std::array<uint32_t, 4> philox(std::array<uint32_t, 4> counter, uint64_t seed) {
  auto low = static_cast<uint32_t>(seed), high = static_cast<uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const uint64_t p = uint64_t{0xD2511F53} * counter[0], q = uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<uint32_t>(q >> 32) ^ counter[1] ^ low, static_cast<uint32_t>(q),
               static_cast<uint32_t>(p >> 32) ^ counter[3] ^ high, static_cast<uint32_t>(p)};
    low += 0x9E3779B9;
    high += 0xBB67AE85;
  }
  return counter;
}

float uniform(uint32_t word) {
  const float unit = 2.3283064e-10F;
  return std::fma(static_cast<float>(word), unit, unit / 2);
}

using Xorwow = std::array<uint32_t, 5>;

uint32_t step(Xorwow& v) {
  const uint32_t t = v[0] ^ (v[0] >> 2);
  v = {v[1], v[2], v[3], v[4], (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1))};
  return v[4];
}

// A step is linear over bits: one column for each of the 160 bits. Squared 67 times it is the step
// from one subsequence to the next.
using Matrix = std::array<Xorwow, 160>;

Xorwow times(const Matrix& matrix, const Xorwow& v) {
  Xorwow result{};
  for (int bit = 0; bit < 160; ++bit)
    if ((v[bit / 32] >> (bit % 32) & 1) != 0)
      for (int word = 0; word < 5; ++word) result[word] ^= matrix[bit][word];
  return result;
}

Matrix to_next_subsequence() {
  Matrix matrix{};
  for (int bit = 0; bit < 160; ++bit) {
    matrix[bit][bit / 32] = 1U << (bit % 32);
    step(matrix[bit]);
  }
  for (int power = 0; power < 67; ++power) {
    const Matrix once = matrix;
    for (Xorwow& column : matrix) column = times(once, column);
  }
  return matrix;
}

void random_numbers() {
  const uint64_t seed = 0x123456789ABCULL;
  const int per = 11;
  Buffer<unsigned> hits(1);
  k49::pi<<<1, 64>>>(seed, hits, per);
  unsigned wanted = 0;
  for (uint32_t thread = 0; thread < 64; ++thread) {
    std::vector<float> numbers;
    for (uint32_t block = 0; 4 * block < 2 * per; ++block)
      for (const uint32_t word : philox({block, 0, thread, 0}, seed))
        numbers.push_back(uniform(word));
    for (int k = 0; k < per; ++k) {
      const float x = numbers[2 * k], y = numbers[2 * k + 1];
      wanted += x * x + y * y <= 1.F ? 1 : 0;
    }
  }
  compare("49 hits", hits.get(), 1, [&](int) { return wanted; });

  Buffer<float> normal(32);
  k49::xorwow<<<1, 32>>>(seed, normal);
  const uint32_t t0 = 1099087573U * (static_cast<uint32_t>(seed) ^ 0xAAD26B49U);
  const uint32_t t1 = 2591861531U * (static_cast<uint32_t>(seed >> 32) ^ 0xF7DCEFDDU);
  Xorwow start{123456789U + t0, 362436069U ^ t0, 521288629U + t1, 88675123U ^ t1, 5783321U + t0};
  const Matrix next = to_next_subsequence();
  std::vector<double> numbers;
  for (int thread = 0; thread < 32; ++thread) {
    Xorwow v = start;
    uint32_t weyl = 6615241U + t1 + t0;
    const uint32_t x = step(v) + (weyl += 362437U), y = step(v) + (weyl += 362437U);
    const double unit = 1 / 4294967296.0;
    numbers.push_back(std::sqrt(-2 * std::log((x + 0.5) * unit)) *
                      std::sin((y + 0.5) * unit * 6.283185307179586));
    start = times(next, start);
  }
  compare(
      "49 normal", normal.get(), 32, [&](int i) { return numbers[i]; }, 1e-5);
}

void standard_library() {
  const Floats in = floats(100);
  Buffer<float> din(in), out(100);
  const float* input = din;
  float* output = out;
  k50::stdk<<<2, 64>>>({input, 100}, {output, 100});
  compare(
      "50 cuda::std", out.get(), 100,
      [&](int i) {
        const float a[4] = {1, 2, 3, in[i]};
        const std::complex<double> z(a[i & 3], in[i]);
        return std::abs(z * z + std::complex<double>(0.1, 0.2)) + std::hypot(in[i], 2.0);
      },
      1e-5);
}

void whole_program() {
  std::printf("56 whole program prints: ");
  const int code = k56::main();
  Buffer<float> filled(40, -1.F);
  k56::fill<float><<<1, 64>>>(filled, 33, 1.5F);
  compare("56 fill", filled.get(), 40,
          [](int i) { return i < 33 ? 1.5F * static_cast<float>(i % 4 + 1) : -1.F; });
  int count = 0;
  cudaMemcpyFromSymbol(&count, k56::counter, sizeof count);
  std::printf("56 whole program: code %d, counter %d, flag %d\n", code, count, k56::managed_flag);
}

void libraries() {
  whole_program();
  tensor_product();
  block_collectives();
  random_numbers();
  standard_library();
}

}  // namespace
