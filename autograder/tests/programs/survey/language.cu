// The survey's kernels that use a part of the language or of the hardware, and the main function.
namespace {

void language() {
  const Ints indices{3, 1, 2, 0};
  Buffer<int> dindices(indices);
  Buffer<float> marked(4);
  k21::checked<<<1, 32>>>(dindices, marked, 4);
  compare("21 assert holds", marked.get(), 4, [](int) { return 1; });
  const std::vector<double> a{1.5, 100.25, 3}, b{0.5, -7, 9};
  Buffer<double> da(a), db(b), out(3);
  k22::f64<<<1, 32>>>(da, db, out, 3);
  compare(
      "22 doubles", out.get(), 3,
      [&](int i) {
        return a[i] / b[i] + std::sqrt(a[i]) * std::fabs(b[i]) - std::min(a[i], b[i]) + i;
      },
      1e-15);
  const std::vector<long long> p{1234567890123LL, -5, 7}, q{987654321LL, 3, -2};
  const std::vector<unsigned long long> u{1, 0xFFFFFFFFFFULL, 77};
  Buffer<long long> dp(p), dq(q), product(3);
  Buffer<unsigned long long> du(u);
  k22::i64<<<1, 32>>>(dp, dq, product, du, 3);
  int wrong = 0;
  const auto got = product.get();
  for (int i = 0; i < 3; ++i) {
    const auto low = static_cast<long long>(static_cast<unsigned long long>(p[i]) *
                                            static_cast<unsigned long long>(q[i]));
    const auto high = static_cast<long long>((static_cast<__int128>(p[i]) * q[i]) >> 64);
    wrong += got[i] != low + p[i] / q[i] - p[i] % q[i] + (p[i] >> 3) + high;
  }
  std::printf("22 integers: %d wrong\n", wrong);
  const Ints select = ints(8, 32);
  Buffer<int> dselect(select), picked(8);
  k23::local_index<<<1, 8>>>(dselect, picked, 8);
  compare("23 local array", picked.get(), 8, [&](int i) {
    int array[32];
    for (int k = 0; k < 32; ++k) array[k] = k * i;
    for (int k = 0; k < 8; ++k) array[select[k] & 31] += k;
    return array[select[i] & 31];
  });
  Ints data = ints(50, 1000);
  Buffer<int> ddata(data), numbers(32);
  k24::rec<<<1, 32>>>(numbers, ddata, 50);
  const int fib[8] = {0, 1, 1, 2, 3, 5, 8, 13};
  compare("24 fibonacci", numbers.get(), 32, [&](int i) { return fib[i & 7]; });
  std::sort(data.begin(), data.end());
  compare("24 quicksort", ddata.get(), 50, [&](int i) { return data[i]; });
  const Floats sizes = floats(20);
  Buffer<float> dsizes(sizes), areas(20);
  k25::areas<<<1, 32>>>(dsizes, areas, 20);
  compare(
      "25 virtual", areas.get(), 20,
      [&](int i) { return (i & 1) != 0 ? sizes[i] * sizes[i] : 3.14159F * sizes[i] * sizes[i]; },
      1e-6);
  Ints values = ints(60, 70);
  Buffer<int> dvalues(values), flowed(60, -1);
  k36::flow<<<2, 32>>>(dvalues, flowed, 60);
  compare("36 flow", flowed.get(), 60, [&](int i) {
    const int v = values[i];
    int r = 0;
    for (int k = 0; k < v; ++k) {
      if (k == 7) continue;
      if (k > 50) break;
      if ((k & 1) != 0 && v > 3)
        r += (v & 8) != 0 ? k : -k;
      else
        r ^= k;
    }
    bool done = false;
    switch (v & 15) {
      case 0:
        r += 3;
        break;
      case 1:
        r *= 5;
        break;
      case 2:
        r -= 8;
        break;
      case 3:
        r ^= 77;
        break;
      case 4:
        r = static_cast<int>(static_cast<unsigned>(r) << 2);
        break;
      case 5:
        r = -r;
        break;
      case 6:
        r = r / 3;
        break;
      case 7:
        r = ~r;
        break;
      case 8:
        r += values[0];
        break;
      case 9:
        r *= values[1];
        break;
      case 10:
        if (r > 3) return -1;
        break;
      default:
        done = true;
    }
    if (!done) r += 1;
    while (r > 1000) r = (r & 1) != 0 ? 3 * r + 1 : r >> 1;
    return r;
  });
}

void warps_and_atomics() {
  Ints in(64);
  for (int i = 0; i < 64; ++i) in[i] = i % 3 - 1;
  Buffer<int> din(in), out(80);
  k26::votes<<<2, 32>>>(din, out, 64);
  const Ints got = out.get();
  compare("26 votes", got, 1, [&](int) { return std::count(in.begin(), in.end(), 1); });
  std::vector<unsigned> words{0, 1, 0xFFFFFFFF, 0x80000001, 12345};
  Ints signs{1, -1, 7, 1 << 30, -77};
  Buffer<unsigned> dwords(words), bits(5);
  Buffer<int> dsigns(signs);
  k27::bits<<<1, 32>>>(dwords, dsigns, bits, 5);
  std::printf("27 bits: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  Buffer<int> integers(10);
  Buffer<unsigned> unsigneds(5);
  Buffer<unsigned long long> longs(4);
  Buffer<float> floats_(2);
  Buffer<double> doubles(3);
  Buffer<int> results(64);
  k28::zoo<<<1, 64>>>(integers, unsigneds, longs, floats_, doubles, results);
  const Ints i = integers.get();
  std::printf("28 atomics: %d %d %d %d %d %d %d | %u | %g %g\n", i[0], i[1], i[3], i[4], i[7], i[8],
              i[9], unsigneds.get()[3], floats_.get()[1], doubles.get()[1]);
  Buffer<float> ones(std::vector<float>(256, 1.5F)), parts(4), total(1);
  k29::last_block<<<4, 64>>>(ones, parts, total);
  compare("29 last block", total.get(), 1, [](int) { return 4 * (1.5 + 64 + 1); });
  Buffer<int> counter(1);
  k29::spin<<<5, 32>>>(counter);
  compare("29 spin lock", counter.get(), 1, [](int) { return 5; });
}

void numbers() {
  const Floats x{0.5F, 1, 2.25F, -3, 7.75F, -0.1F};
  Buffer<float> dx(x), y(6);
  k34::math<<<1, 32>>>(dx, y, 6);
  compare(
      "34 math", y.get(), 6,
      [&](int i) {
        const double v = x[i];
        return std::sin(v) + std::cos(v) + std::exp(v) + std::log(std::fabs(v) + 1) + std::tanh(v) +
               std::pow(std::fabs(v), 1.5) + std::sqrt(std::fabs(v)) + 1 / std::sqrt(v * v + 1) +
               std::floor(v) + std::ceil(v) + std::trunc(v) + std::rint(v) + std::round(v) +
               std::fmod(v, 3) + std::min(v, 2.0) + std::max(v, -2.0) + std::erf(v) +
               std::copysign(1, v);
      },
      1e-5);
  const Floats positive{0.5F, 1, 2.25F, 3};
  Buffer<float> dpositive(positive);
  k34::fast<<<1, 32>>>(dpositive, y, 4);
  compare(
      "34 fast", y.get(), 4,
      [&](int i) {
        const double v = positive[i];
        return std::exp(v) + std::log(v) + std::sin(v) + std::cos(v) + v / 3 + std::sqrt(v) +
               1 / v + 2 * v + 1 + std::min(v, 1.0) + v + 1;
      },
      1e-5);
  const Floats f{1.5F, -2.5F, 100, 0.25F};
  const std::vector<double> d{2.75, 3, 1e5, 0.125};
  const Ints n{1, -70000, 300, 5};
  const std::vector<unsigned> u{1, 4000000000U, 9, 77};
  const std::vector<long long> l{1, -2, 1LL << 40, 3};
  const std::vector<short> h{1, -2, 3, 400};
  Buffer<float> df(f), of(4);
  Buffer<double> dd(d), od(4);
  Buffer<int> dn(n), oi(4);
  Buffer<unsigned> du(u), ou(4);
  Buffer<long long> dl(l), ol(4);
  Buffer<short> dh(h);
  Buffer<signed char> oc(4);
  k35::conv<<<1, 4>>>(df, dd, dn, du, dl, dh, of, od, oi, ou, ol, oc);
  compare("35 to double", od.get(), 4, [&](int i) { return double(n[i]) + u[i] + f[i] + l[i]; });
  compare("35 to long", ol.get(), 4, [&](int i) {
    return static_cast<long long>(f[i]) + static_cast<long long>(d[i]) + n[i] + u[i];
  });
  compare("35 to char", oc.get(), 4, [&](int i) { return static_cast<signed char>(f[i]); });
}

void structures() {
  std::vector<k38::Particle> particles(24);
  for (int i = 0; i < 24; ++i) particles[i] = {make_float3(i, i, i), make_float3(1, 2, 3), 100 + i};
  Buffer<k38::Particle> dparticles(particles);
  k38::Params params{10, 10, 10, {1, 2, 3, 4}, 5.5, 'a'};
  k38::step<<<dim3(2, 1, 1), dim3(2, 3, 2)>>>(dparticles, params, 24);
  const auto moved = dparticles.get();
  int wrong = 0;
  for (int i = 0; i < 24; ++i) {
    const float x = i + 1.F, z = i + 3 * params.k[i & 3];
    wrong += moved[i].pos.x != x || moved[i].pos.y != i + 4.F || moved[i].pos.z != z ||
             moved[i].vel.x != (x > 10 ? -1 : 1) || moved[i].id != 100 + i + 'a' + 5;
  }
  std::printf("38 structs: %s, %d wrong\n", cudaGetErrorName(cudaGetLastError()), wrong);
  const Floats g = floats(64);
  Buffer<float> dg(g), out(128);
  Buffer<int> count(1);
  std::vector<k37::Node> nodes(3);
  Buffer<k37::Node> dnodes(nodes);
  k37::Node* first = dnodes;
  for (int i = 0; i < 3; ++i) nodes[i] = {i < 2 ? first + i + 1 : nullptr, i + 5};
  cudaMemcpy(first, nodes.data(), 3 * sizeof(k37::Node), cudaMemcpyHostToDevice);
  k37::generic<<<1, 62>>>(dg, out, count, first, 0);
  compare(
      "37 generic", out.get(), 62, [&](int i) { return g[i] + g[i + 1] + g[i + 2]; }, 1e-6);
  const Ints code{0, 2, 3, 12, 8, 13, 14, 17}, argument{5, 3, 9, 0, 0, 0, 2, 0};
  Buffer<int> dcode(code), dargument(argument), machine(64);
  k39::vm<<<1, 1>>>(dcode, dargument, machine, 8);
  compare("39 machine", machine.get(), 4, [](int i) { return i == 3 ? (5 * 3 ^ 9) : 0; });
}

}  // namespace

int main() {
  elementwise();
  sums();
  matrices();
  convolutions();
  vectors_and_bytes();
  sparse_and_sorted();
  language();
  warps_and_atomics();
  numbers();
  structures();
  Buffer<float> words(floats(3));
  k20::hello<<<1, 2>>>(nullptr, 0);
  std::printf("20 printf: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 0;
}
