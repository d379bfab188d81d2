// The survey's kernels that compute something known: maps, sums, matrices,
// convolutions, bytes, sorting.
namespace {

void elementwise() {
  const Floats a = floats(300), b = floats(300, 3);
  Buffer<float> da(a), db(b), out(300);
  k01::vector_add<<<2, 256>>>(da, db, out, 300);
  compare("01 vector_add", out.get(), 300, [&](int i) { return a[i] + b[i]; });

  // A 4 x 5 result from a broadcast row of 5 and a 4 x 5 matrix.
  const Ints shape{4, 5}, strides{5, 1}, row{1, 5};
  Buffer<int> dshape(shape), dstrides(strides), drow(row);
  Buffer<float> mapped(20), zipped(20), reduced(4);
  k02::map_k<<<1, 32>>>(mapped, dshape, dstrides, 20, da, drow, dstrides, 2, 3);
  compare("02 map", mapped.get(), 20, [&](int i) { return -a[i % 5]; });
  k02::zip_k<<<1, 32>>>(zipped, dshape, dstrides, 20, 2, da, dshape, dstrides, 2, db, drow,
                        dstrides, 2, 0);
  compare("02 zip", zipped.get(), 20, [&](int i) { return a[i] + b[i % 5]; });
  const Ints column{4, 1}, ones{1, 1};
  Buffer<int> dcolumn(column), dones(ones);
  k02::reduce_k<<<4, 8>>>(reduced, dcolumn, dones, 4, da, dshape, dstrides, 1, 0.F, 2, 0);
  compare("02 reduce", reduced.get(), 4,
          [&](int i) { return std::accumulate(a.begin() + 5 * i, a.begin() + 5 * i + 5, 0.F); });

  for (int which = 0; which < 3; ++which) {
    k03::map_ptr<<<2, 256>>>(da, out, 300, which);
    compare("03 map_ptr", out.get(), 300, [&](int i) {
      return which == 0 ? -a[i] : which == 1 ? a[i] * a[i] : std::max(a[i], 0.F);
    });
  }
  k33::saxpy<<<1, 64>>>(300, 2.F, da, db);
  compare("33 saxpy", db.get(), 300, [&](int i) { return 2 * a[i] + b[i]; });
  k33::hints<<<2, 256>>>(da, out, 300);
  compare("33 hints", out.get(), 300, [&](int i) { return a[i] + a[299 - i]; });
  k18::map<<<1, 64>>>(da, out, 300, k18::Scale{3});
  compare("18 scale", out.get(), 300, [&](int i) { return 3 * a[i]; });
  k18::map<<<1, 64>>>(da, out, 300, k18::Clamp{-1, 2});
  compare("18 clamp", out.get(), 300, [&](int i) { return std::min(std::max(a[i], -1.F), 2.F); });
  k18::inner_lambda<<<2, 256>>>(da, out, 300, 0.5F);
  compare(
      "18 lambda", out.get(), 300, [&](int i) { return (a[i] + 0.5F) * a[i] - 1; }, 1e-6);
}

void sums() {
  const Floats a = floats(512), b = floats(512, 2);
  Buffer<float> da(a), db(b), total(1);
  k04::dot<<<2, 256>>>(da, db, total, 512);
  double dot = 0;
  for (int i = 0; i < 512; ++i) dot += a[i] * b[i];
  compare(
      "04 dot", total.get(), 1, [&](int) { return dot; }, 1e-5);
  Buffer<float> sum(1);
  k09::reduce_shfl<<<2, 128>>>(da, sum, 512);
  compare(
      "09 reduce", sum.get(), 1, [&](int) { return std::accumulate(a.begin(), a.end(), 0.0); },
      1e-5);
  const Ints n = ints(1024);
  Buffer<int> dn(n), out(1024), blocks(8);
  const auto block_sum = [&](int i, int size) {
    return std::accumulate(n.begin() + i * size, n.begin() + (i + 1) * size, 0);
  };
  k08::reduce_mod<<<4, 256>>>(dn, blocks);
  compare("08 modulo", blocks.get(), 4, [&](int i) { return block_sum(i, 256); });
  k08::reduce_idx<<<4, 256>>>(dn, blocks);
  compare("08 index", blocks.get(), 4, [&](int i) { return block_sum(i, 256); });
  k08::reduce_unrolled<256><<<2, 256>>>(dn, blocks);
  compare("08 unrolled", blocks.get(), 2, [&](int i) { return block_sum(i, 512); });
  k06::scan_hs<<<1, 1024>>>(dn, out, 1000);
  Ints running(1024);
  std::partial_sum(n.begin(), n.end(), running.begin());
  compare("06 scan", out.get(), 1000, [&](int i) { return running[i]; });
  k07::scan_blelloch<<<2, 256, 4 * (512 + 16)>>>(dn, out, blocks, 512);
  compare("07 exclusive scan", out.get(), 1024,
          [&](int i) { return running[i] - n[i] - (i >= 512 ? running[511] : 0); });
  k07::add_back<<<2, 512>>>(out, blocks, 512);
  compare("07 add_back", out.get(), 1024, [&](int i) {
    return running[i] - n[i] - (i >= 512 ? running[511] : 0) + block_sum(i / 512, 512);
  });
  k09::warp_scan<<<1, 32>>>(dn, out);
  compare("09 warp scan", out.get(), 32,
          [&](int i) { return running[i] + running[31] * 2 + running[i ^ 1]; });
  std::vector<unsigned char> bytes(3000);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(i * i % 251);
  std::vector<unsigned> bins(256);
  for (const auto byte : bytes) ++bins[byte];
  Buffer<unsigned char> dbytes(bytes);
  Buffer<unsigned> first(256), second(256);
  k10::hist_global<<<2, 128>>>(dbytes, first, 3000);
  compare("10 global", first.get(), 256, [&](int i) { return bins[i]; });
  k10::hist_shared<<<2, 128>>>(dbytes, second, 3000);
  compare("10 shared", second.get(), 256, [&](int i) { return bins[i]; });
}

void matrices() {
  const int w = 45, h = 70;
  const Floats m = floats(w * h);
  Buffer<float> dm(m), out(w * h);
  const auto turned = [&](int i) { return m[i % h * w + i / h]; };
  k11::transpose_naive<<<dim3(2, 3), dim3(32, 32)>>>(dm, out, w, h);
  compare("11 naive", out.get(), w * h, turned);
  k11::transpose_tile<0><<<dim3(2, 3), dim3(32, 8)>>>(dm, out, w, h);
  compare("11 tile", out.get(), w * h, turned);
  k11::transpose_tile<1><<<dim3(2, 3), dim3(32, 8)>>>(dm, out, w, h);
  compare("11 padded", out.get(), w * h, turned);
  const int rows = 20, columns = 33, depth = 18;
  const auto product = [&](int i) {
    double sum = 0;
    for (int k = 0; k < depth; ++k)
      sum += m[i / columns * depth + k] * m[k * columns + i % columns];
    return sum;
  };
  k12::mm_naive<<<dim3(3, 2), dim3(16, 16)>>>(dm, dm, out, rows, columns, depth);
  compare("12 naive", out.get(), rows * columns, product, 1e-5);
  k12::mm_tiled<16><<<dim3(3, 2), dim3(16, 16)>>>(dm, dm, out, rows, columns, depth);
  compare("12 tiled", out.get(), rows * columns, product, 1e-5);
  k12::mm_tiled<32><<<dim3(2, 1), dim3(32, 32)>>>(dm, dm, out, rows, columns, depth);
  compare("12 tiled 32", out.get(), rows * columns, product, 1e-5);
  const Floats square = floats(64 * 64);
  Buffer<float> dsquare(square), big(64 * 64);
  k12::mm_reg<<<1, dim3(16, 16)>>>(dsquare, dsquare, big, 64);
  compare(
      "12 registers", big.get(), 64 * 64,
      [&](int i) {
        double sum = 0;
        for (int k = 0; k < 64; ++k) sum += square[i / 64 * 64 + k] * square[k * 64 + i % 64];
        return sum;
      },
      1e-5);
  k16::softmax<<<3, 256>>>(dm, out, 40);
  compare(
      "16 softmax", out.get(), 120,
      [&](int i) {
        const float* row = m.data() + i / 40 * 40;
        double sum = 0;
        for (int k = 0; k < 40; ++k) sum += std::exp(row[k] - row[i % 40]);
        return 1 / sum;
      },
      1e-5);
  const Floats gain(64, 2.F), bias(64, 0.5F);
  Buffer<float> dgain(gain), dbias(bias);
  k17::layernorm<<<4, 32>>>(dm, dgain, dbias, out, 64, 1e-5F);
  compare(
      "17 layernorm", out.get(), 256,
      [&](int i) {
        const float* row = m.data() + i / 64 * 64;
        double mean = 0, power = 0;
        for (int k = 0; k < 64; ++k) mean += row[k] / 64.0, power += row[k] * row[k] / 64.0;
        return (row[i % 64] - mean) / std::sqrt(power - mean * mean + 1e-5) * 2 + 0.5;
      },
      1e-4);
  k17::rmsnorm<<<1, 4>>>(dm, out, 64);
  compare(
      "17 rmsnorm", out.get(), 256,
      [&](int i) {
        const float* row = m.data() + i / 64 * 64;
        double power = 0;
        for (int k = 0; k < 64; ++k) power += row[k] * row[k] / 64.0;
        return row[i % 64] / std::sqrt(power);
      },
      1e-4);
}

void convolutions() {
  const Floats in = floats(300), weights = floats(25);
  Buffer<float> din(in), dw(weights), out(600);
  k05::conv1d_tile<<<3, 128>>>(din, dw, out, 300);
  compare(
      "05 tile", out.get(), 300,
      [&](int i) {
        double sum = 0;
        for (int k = -4; k <= 4; ++k)
          if (i + k >= 0 && i + k < 300) sum += in[i + k] * weights[k + 4];
        return sum;
      },
      1e-5);
  // Two batches, two channels in, three out, 20 wide, 3 weights.
  k05::conv1d_batch<<<dim3(1, 3, 2), 32>>>(din, dw, out, 2, 20, 3, 3);
  compare(
      "05 batch", out.get(), 120,
      [&](int i) {
        const int x = i % 20, o = i / 20 % 3, b = i / 60;
        double sum = 0;
        for (int c = 0; c < 2; ++c)
          for (int k = 0; k < 3 && x + k < 20; ++k)
            sum += in[(b * 2 + c) * 20 + x + k] * weights[(o * 2 + c) * 3 + k];
        return sum;
      },
      1e-5);
  cudaMemcpyToSymbol(k19::kern, weights.data(), 25 * sizeof(float));
  k19::conv2d<<<dim3(2, 1), dim3(16, 16)>>>(din, out, 20, 15);
  compare(
      "19 conv2d", out.get(), 300,
      [&](int i) {
        double sum = 0;
        for (int dy = -2; dy <= 2; ++dy)
          for (int dx = -2; dx <= 2; ++dx) {
            const int x = std::clamp(i % 20 + dx, 0, 19), y = std::clamp(i / 20 + dy, 0, 14);
            sum += in[y * 20 + x] * weights[(dy + 2) * 5 + dx + 2];
          }
        return sum * (i % 20 % 2 == 0 ? 3 : 7);
      },
      1e-5);
  Buffer<float> heated(in);
  k30::heat<<<dim3(2, 1), dim3(16, 16)>>>(din, heated, 20, 15, 0.1F);
  compare(
      "30 heat", heated.get(), 300,
      [&](int i) {
        const int x = i % 20, y = i / 20;
        if (x == 0 || y == 0 || x == 19 || y == 14) return in[i];
        return in[i] + 0.1F * (in[i - 1] + in[i + 1] + in[i - 20] + in[i + 20] - 4 * in[i]);
      },
      1e-5);
  Buffer<float> cube(floats(216)), inner(216);
  const Floats c = floats(216);
  k30::stencil7<<<1, dim3(6, 6, 6)>>>(cube, inner, 6);
  compare(
      "30 stencil", inner.get(), 216,
      [&](int i) {
        const int x = i % 6, y = i / 6 % 6, z = i / 36;
        if (x % 5 == 0 || y % 5 == 0 || z % 5 == 0) return 0.F;
        return 0.5F * c[i] +
               0.1F * (c[i - 1] + c[i + 1] + c[i - 6] + c[i + 6] + c[i - 36] + c[i + 36]);
      },
      1e-5);
  std::vector<float4> bodies(128), pulls(128);
  for (int i = 0; i < 128; ++i) bodies[i] = make_float4(i % 7, i % 5, i % 3, 1 + i % 2);
  Buffer<float4> dbodies(bodies), dpulls(pulls);
  k30::nbody<<<1, 128>>>(dbodies, dpulls, 128);
  pulls = dpulls.get();
  Floats x_pull(128);
  for (int i = 0; i < 128; ++i) x_pull[i] = pulls[i].x;
  compare(
      "30 nbody", x_pull, 128,
      [&](int i) {
        double sum = 0;
        for (const float4& b : bodies) {
          const double dx = b.x - bodies[i].x, dy = b.y - bodies[i].y, dz = b.z - bodies[i].z;
          const double r = 1 / std::sqrt(dx * dx + dy * dy + dz * dz + 1e-6);
          sum += dx * b.w * r * r * r;
        }
        return sum;
      },
      1e-3);
}

void vectors_and_bytes() {
  std::vector<float4> fours(100);
  for (int i = 0; i < 100; ++i) fours[i] = make_float4(i, 2 * i, 3 * i, 4 * i);
  Buffer<float4> dfours(fours), out4(100);
  k13::copy4<<<1, 128>>>(dfours, out4, 100);
  const auto copied = out4.get();
  Floats flat(400);
  std::memcpy(flat.data(), copied.data(), 400 * sizeof(float));
  compare("13 copy4", flat, 400, [](int i) {
    const int j = i / 4;
    return i % 4 == 0 ? 2 * j : i % 4 == 3 ? 4 * j + 1 : (i % 4 + 1) * j;
  });
  std::vector<int2> pairs(64);
  std::vector<double2> doubles(64);
  std::vector<uchar4> colours(64);
  for (int i = 0; i < 64; ++i) {
    pairs[i] = make_int2(i, -i);
    doubles[i] = make_double2(i, 0.5);
    colours[i] = make_uchar4(1, static_cast<unsigned char>(i), 200, 4);
  }
  Buffer<int2> dpairs(pairs), swapped(64);
  Buffer<double2> ddoubles(doubles), added(64);
  Buffer<uchar4> dcolours(colours);
  k13::mix2<<<1, 64>>>(dpairs, ddoubles, swapped, added, dcolours, 64);
  const auto s = swapped.get();
  const auto d = added.get();
  const auto e = dcolours.get();
  std::vector<double> mixed(64);
  for (int i = 0; i < 64; ++i) mixed[i] = s[i].x + 1000.0 * s[i].y + d[i].x + 1e6 * e[i].x;
  compare("13 mix2", mixed, 64,
          [](int i) { return -i + 1000.0 * i + i + 0.5 + 1e6 * ((i + 200) % 256); });
  Buffer<float> in(floats(256)), sums(64);
  const Floats f = floats(256);
  k13::shared4<<<1, 64>>>(in, sums);
  compare("13 shared4", sums.get(), 64, [&](int i) {
    const int j = 4 * (63 - i);
    return f[j] + f[j + 1] + f[j + 2] + f[j + 3];
  });
  const Ints keys = ints(100);
  Buffer<int> dkeys(keys);
  Buffer<float> carved(100);
  k14::carve<<<2, 64, 64 * 8>>>(in, dkeys, carved, 100);
  compare("14 carve", carved.get(), 100, [&](int i) {
    const int j = i / 64 * 64 + (keys[i] & 63);
    return j < 100 ? f[j] : 0.F;
  });
  const int w = 12, h = 10;
  std::vector<unsigned char> cells(w * h);
  for (int i = 0; i < w * h; ++i) cells[i] = i * 7 % 3 == 0;
  Buffer<unsigned char> dcells(cells), next(w * h);
  k31::life<<<1, dim3(16, 16)>>>(dcells, next, w, h);
  compare("31 life", next.get(), w * h, [&](int i) {
    int count = 0;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        if (dx != 0 || dy != 0) count += cells[(i / w + dy + h) % h * w + (i % w + dx + w) % w];
    return count == 3 || (count == 2 && cells[i] != 0);
  });
  std::vector<uchar3> rgb(50);
  for (int i = 0; i < 50; ++i) rgb[i] = make_uchar3(i * 5, 255 - i, i);
  Buffer<uchar3> drgb(rgb);
  Buffer<unsigned char> grey(50);
  k31::grey<<<1, 64>>>(drgb, grey, 50);
  compare(
      "31 grey", grey.get(), 50,
      [&](int i) {
        return static_cast<unsigned char>(0.299F * rgb[i].x + 0.587F * rgb[i].y +
                                          0.114F * rgb[i].z);
      },
      0.01);
  std::vector<short> big(64);
  for (int i = 0; i < 64; ++i) big[i] = static_cast<short>(i * 1000 - 32000);
  Buffer<short> dbig(big), clamped(64);
  Buffer<signed char> high(64);
  k31::sat16<<<1, 64>>>(dbig, dbig, clamped, high, 64);
  compare("31 saturate", clamped.get(), 64,
          [&](int i) { return std::clamp(2 * big[i], -32768, 32767); });
  compare("31 high byte", high.get(), 64,
          [&](int i) { return static_cast<signed char>((2 * big[i]) >> 8); });
}

void sparse_and_sorted() {
  Ints starts{0}, columns;
  Floats values;
  for (int row = 0; row < 40; ++row) {
    for (int k = 0; k < row % 7; ++k)
      columns.push_back((row * 3 + k * 5) % 40), values.push_back(k + 1.F);
    starts.push_back(static_cast<int>(columns.size()));
  }
  const Floats x = floats(40);
  Buffer<int> dstarts(starts), dcolumns(columns);
  Buffer<float> dvalues(values), dx(x), y(40);
  const auto wanted = [&](int row) {
    double sum = 0;
    for (int j = starts[row]; j < starts[row + 1]; ++j) sum += values[j] * x[columns[j]];
    return sum;
  };
  k15::spmv_scalar<<<1, 64>>>(dstarts, dcolumns, dvalues, dx, y, 40);
  compare("15 scalar", y.get(), 40, wanted, 1e-5);
  k15::spmv_warp<<<10, 128>>>(dstarts, dcolumns, dvalues, dx, y, 40);
  compare("15 warp", y.get(), 40, wanted, 1e-5);
  Ints keys = ints(256);
  Buffer<int> dkeys(keys);
  k32::bitonic<<<1, 256, 1024>>>(dkeys, 256);
  std::sort(keys.begin(), keys.end());
  compare("32 bitonic", dkeys.get(), 256, [&](int i) { return keys[i]; });
}

}  // namespace
