// The survey's kernels that need a header of the toolkit, those that both compilers take, and the
// main function.
#include <cooperative_groups.h>

namespace {

// The bits of the 16-bit float nearest to a value, ties to even: 5 and 10 bits of exponent and
// fraction (half) or 8 and 7 (bfloat16). No value of the checks is below the normal numbers.
template <int kFraction>
uint16_t to_bits(double value) {
  if (value == 0) return std::signbit(value) ? 0x8000 : 0;
  int exponent = 0;
  const double part = std::frexp(std::fabs(value), &exponent);
  const auto scaled = static_cast<int>(std::nearbyint(std::ldexp(part, kFraction + 1)));
  const int bias = (1 << (14 - kFraction)) - 1;
  const int bits = ((exponent - 1 + bias) << kFraction) + scaled - (1 << kFraction);
  return static_cast<uint16_t>(bits | (value < 0 ? 0x8000 : 0));
}

template <int kFraction>
double from_bits(uint16_t bits) {
  const int magnitude = bits & 0x7FFF;
  if (magnitude == 0) return 0;
  const int bias = (1 << (14 - kFraction)) - 1;
  const double value =
      std::ldexp(1.0 + (magnitude & ((1 << kFraction) - 1)) / double(1 << kFraction),
                 (magnitude >> kFraction) - bias);
  return (bits & 0x8000) != 0 ? -value : value;
}

template <int kFraction>
double rounded(double value) {
  return from_bits<kFraction>(to_bits<kFraction>(value));
}

constexpr int kHalf = 10, kBfloat = 7;
using Words = std::vector<uint16_t>;

template <int kFraction>
Words packed(const Floats& values) {
  Words bits;
  for (const float value : values) bits.push_back(to_bits<kFraction>(value));
  return bits;
}

template <int kFraction>
std::vector<double> unpacked(const Words& bits) {
  std::vector<double> values;
  for (const uint16_t word : bits) values.push_back(from_bits<kFraction>(word));
  return values;
}

template <class T>
T* as(uint16_t* words) {
  return reinterpret_cast<T*>(words);
}

Floats uneven(size_t count, float first) {
  Floats values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = (first + static_cast<float>(i * 29 % 83) * 0.173F) * (i % 3 == 1 ? -1.F : 1.F);
  return values;
}

void halves() {
  const Words px = packed<kHalf>(uneven(70, 0.3F)), py = packed<kHalf>(uneven(70, 1.9F));
  const std::vector<double> x = unpacked<kHalf>(px), y = unpacked<kHalf>(py);
  Buffer<uint16_t> dx(px), dy(py);
  const uint16_t a = to_bits<kHalf>(1.7);
  __half factor;
  std::memcpy(&factor, &a, sizeof a);
  k40::haxpy<<<3, 32>>>(as<__half>(dx), as<__half>(dy), factor, 70);
  compare("40 multiply-add", unpacked<kHalf>(dy.get()), 70,
          [&](int i) { return rounded<kHalf>(from_bits<kHalf>(a) * x[i] + y[i]); });

  Buffer<uint16_t> pairs(py);
  Buffer<float> sums(35);
  k40::half2_k<<<2, 32>>>(as<__half2>(dx), as<__half2>(pairs), sums, 35);
  std::vector<double> wanted(70);
  for (int i = 0; i < 70; ++i) wanted[i] = rounded<kHalf>(rounded<kHalf>(x[i] * y[i]) + 0.5);
  for (int i = 0; i < 70; i += 2)
    if (wanted[i] > wanted[i + 1]) std::swap(wanted[i], wanted[i + 1]);
  compare("40 pairs", unpacked<kHalf>(pairs.get()), 70, [&](int i) { return wanted[i]; });
  compare("40 sums", sums.get(), 35, [&](int i) { return wanted[2 * i] + wanted[2 * i + 1]; });

  Floats positive(32);
  for (int i = 0; i < 32; ++i) positive[i] = 0.1F + static_cast<float>(i) * 0.07F;
  const Words pp = packed<kHalf>(positive);
  const std::vector<double> p = unpacked<kHalf>(pp);
  Buffer<uint16_t> dp(pp), functions(32);
  k40::hmath<<<1, 32>>>(as<__half>(dp), as<__half>(functions));
  compare(
      "40 functions", unpacked<kHalf>(functions.get()), 32,
      [&](int i) { return std::sqrt(p[i]) + std::exp(p[i]) - std::max(p[0], p[1]); }, 2e-3);
}

void bfloats() {
  const Words px = packed<kBfloat>(uneven(70, 0.3F)), py = packed<kBfloat>(uneven(70, 1.9F));
  const std::vector<double> x = unpacked<kBfloat>(px), y = unpacked<kBfloat>(py);
  Buffer<uint16_t> dx(px), dy(py);
  Buffer<float> same(70);
  k41::bf<<<3, 32>>>(as<__nv_bfloat16>(dx), as<__nv_bfloat16>(dy), same, 70);
  compare("41 bfloat16", unpacked<kBfloat>(dy.get()), 70,
          [&](int i) { return rounded<kBfloat>(x[i] + rounded<kBfloat>(y[i] * 2)); });
  compare("41 to float", same.get(), 70, [&](int i) { return x[i]; });
}

// What the kernel of 42_cg_tiles does with one block. The last votes are taken by the first lane
// alone, which is reported; it counts its own value.
Ints tiles_on_host(const Ints& in, int n, int threads) {
  Ints v(threads), out(1 + threads / 32);
  for (int t = 0; t < threads; ++t) v[t] = t < n ? in[t] : 0;
  for (int d = 4; d > 0; d /= 2) {
    const Ints before = v;
    for (int t = 0; t < threads; ++t) v[t] += before[t % 8 + d < 8 ? t + d : t];
  }
  for (int warp = 0; warp < threads / 32; ++warp) {
    const auto first = v.begin() + warp * 32;
    const int sum = std::accumulate(first, first + 32, 0);
    const int most = *std::max_element(first, first + 32);
    const auto alike =
        std::count_if(first, first + 32, [&](int x) { return (x & 3) == (*first & 3); });
    const int votes = *first > 2 ? 2 : 0;
    out[1 + warp] = sum + most + *first + static_cast<int>(alike) + votes;
    out[0] +=
        static_cast<int>(std::count_if(first, first + 32, [](int x) { return (x & 1) != 0; }));
  }
  return out;
}

void groups() {
  const Ints in = ints(90, 7);
  Buffer<int> din(in), out(4);
  k42::tiles<<<1, 96>>>(din, out, 90);
  const Ints wanted = tiles_on_host(in, 90, 96);
  compare("42 tiles", out.get(), 4, [&](int i) { return wanted[i]; });

  const Floats a = floats(300);
  Buffer<float> da(a), db(300);
  float* arrays[2] = {da, db};
  int n = 300;
  void* arguments[] = {&arrays[0], &arrays[1], &n};
  cudaLaunchCooperativeKernel(k43::two_phase, dim3(3), dim3(64), arguments, 0, nullptr);
  compare("43 first phase", db.get(), 300, [&](int i) { return 2 * a[i]; });
  compare("43 second phase", da.get(), 300, [&](int i) { return 2 * a[299 - i]; });
}

void atomic_references() {
  Buffer<int> data(1), ready(1);
  Buffer<unsigned> count(1);
  Buffer<float> sum(1);
  k44::flag<<<1, 64>>>(data, ready, count, sum);
  const int ones[4] = {data.get()[0] - 41, ready.get()[0], static_cast<int>(count.get()[0]) - 63,
                       static_cast<int>(sum.get()[0]) - 63};
  compare("44 one block", Ints(ones, ones + 4), 4, [](int) { return 1; });
  // The second block waits for the first, copies what it published, and both count: the copy may
  // come before the first block's count or after it.
  Buffer<int> second_ready(1);
  k44::flag<<<2, 1>>>(data, second_ready, count, sum);
  const unsigned counted = count.get()[0];
  const int passed =
      (counted == 43 || counted == 44) && second_ready.get()[0] == 1 && sum.get()[0] == 66;
  compare("44 message between blocks", Ints{passed}, 1, [](int) { return 1; });
}

void copies() {
  const Floats in = floats(1024);
  Buffer<float> din(in), out(1024);
  k45::staged<<<1, 256>>>(din, out, 1024);
  compare("45 barrier", out.get(), 1024, [&](int i) { return in[i / 256 * 256 + 255 - i % 256]; });
  // Items of four floats, mirrored within 128 of them.
  const auto mirrored = [&](int i) { return in[i / 512 * 512 + (127 - i % 512 / 4) * 4 + i % 4]; };
  Buffer<float> quads(1024);
  k45::cg_async<<<2, 128>>>(reinterpret_cast<int4*>(static_cast<float*>(din)),
                            reinterpret_cast<int4*>(static_cast<float*>(quads)));
  compare("45 group", quads.get(), 1024, mirrored);
  Buffer<float> tiles(1024);
  k46::dbl<<<1, 128>>>(reinterpret_cast<float4*>(static_cast<float*>(din)),
                       reinterpret_cast<float4*>(static_cast<float*>(tiles)), 2);
  compare("46 pipeline", tiles.get(), 1024, mirrored);
}

void instructions() {
  const Ints in = ints(32, 9);
  Buffer<int> din(in), out(32, -1);
  Buffer<unsigned long long> times(33);
  k51::asm_k<<<1, 32>>>(din, out, times);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  // The kernel mixes the number of its multiprocessor in: it must be one that the device has.
  const Ints got = out.get();
  int fewest = 32;
  for (int sm = 0; sm < properties.multiProcessorCount; ++sm) {
    int wrong = 0;
    for (int i = 0; i < 32; ++i) {
      const int v = in[i] ^ i ^ sm;
      wrong += got[i] != (v > 3 ? v : -1);
    }
    fewest = std::min(fewest, wrong);
  }
  std::printf("51 inline PTX: %s, %d wrong\n", cudaGetErrorName(cudaGetLastError()), fewest);
  const auto clocks = times.get();
  std::printf("51 clocks: %d at zero\n",
              static_cast<int>(std::count(clocks.begin(), clocks.end(), 0)));

  Ints first{9, 0, 0, 0};
  Buffer<int> one(first);
  k52::heap<<<1, 1>>>(one, 20);
  compare("52 heap", one.get(), 1, [](int) { return 19 * 20 / 2 + 9; });

  Ints signs(32);
  for (int i = 0; i < 32; ++i) signs[i] = ~(i * 37 % 101);
  Buffer<int> dsigns(signs), reduced(32);
  k54::redux<<<1, 32>>>(dsigns, reduced);
  const int sum = std::accumulate(signs.begin(), signs.end(), 0);
  const int most = *std::max_element(signs.begin(), signs.end());
  const int all = std::accumulate(signs.begin(), signs.end(), -1, std::bit_and<int>());
  compare("54 redux", reduced.get(), 32, [&](int) { return sum + most + all; });
}

void bytes() {
  std::vector<int> a(32), b(32);
  for (int i = 0; i < 32; ++i) {
    a[i] = static_cast<int>(static_cast<uint32_t>(i) * 2654435761U);
    b[i] = static_cast<int>(static_cast<uint32_t>(i + 5) * 2246822519U);
  }
  Buffer<int> da(a), db(b), out(64);
  k55::dp<<<1, 32>>>(da, db, out);
  compare("55 bytes", out.get(), 64, [&](int i) {
    const auto x = static_cast<uint32_t>(a[i % 32]), y = static_cast<uint32_t>(b[i % 32]);
    uint32_t sum = i < 32 ? 0 : static_cast<uint32_t>(a[1]), added = 0, most = 0;
    for (int shift = 0; shift < 32; shift += 8) {
      const uint32_t p = x >> shift & 255, q = y >> shift & 255;
      sum += static_cast<uint32_t>(static_cast<int8_t>(p) * static_cast<int8_t>(q));
      added |= (p + q & 255) << shift;
      most |= std::max(p, q) << shift;
    }
    return static_cast<int>(sum + added + most);
  });
}

#ifdef __NVCC__
void libraries();
#endif

}  // namespace

int main() {
  halves();
  bfloats();
  groups();
  atomic_references();
  copies();
  instructions();
  bytes();
#ifdef __NVCC__
  libraries();
#endif
  return 0;
}
