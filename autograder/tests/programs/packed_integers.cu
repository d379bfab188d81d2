// Words as two halfwords or four bytes: every intrinsic of that kind against the host, with parts
// at both ends of their range.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define SUMS(F) F(vadd) F(vaddss) F(vaddus) F(vsub) F(vsubss) F(vsubus)
#define MEANS(F) F(vavgs) F(vavgu) F(vhaddu)
#define LIMITS(F) F(vmaxs) F(vmaxu) F(vmins) F(vminu)
#define DIFFERENCES(F) F(vabsdiffs) F(vabsdiffu) F(vsads) F(vsadu)
#define ALIKE(F) F(vcmpeq) F(vcmpne) F(vseteq) F(vsetne)
#define MASKS(F) F(vcmpges) F(vcmpgts) F(vcmples) F(vcmplts)
#define UNSIGNED_MASKS(F) F(vcmpgeu) F(vcmpgtu) F(vcmpleu) F(vcmpltu)
#define ANSWERS(F) F(vsetges) F(vsetgts) F(vsetles) F(vsetlts)
#define UNSIGNED_ANSWERS(F) F(vsetgeu) F(vsetgtu) F(vsetleu) F(vsetltu)
#define ORDERED(F) MASKS(F) UNSIGNED_MASKS(F) ANSWERS(F) UNSIGNED_ANSWERS(F)
#define FUNCTIONS(F) SUMS(F) MEANS(F) LIMITS(F) DIFFERENCES(F) ALIKE(F) ORDERED(F)
#define SINGLE(F) F(vabs) F(vabsss) F(vneg) F(vnegss)

__global__ void all(const unsigned* a, const unsigned* b, unsigned* out) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  const unsigned x = a[t], y = b[t];
  unsigned* to = out + t;
#define PAIR(name)                  \
  *to = __##name##2(x, y), to += n; \
  *to = __##name##4(x, y), to += n;
#define ONE(name)                \
  *to = __##name##2(x), to += n; \
  *to = __##name##4(x), to += n;
  FUNCTIONS(PAIR)
  SINGLE(ONE)
}

namespace wanted {

// One function of two parts: signed values s and t, unsigned u and v, `most` of the signed range.
struct Parts {
  long s, t, u, v, most;
};
long clamp(long value, long least, long most) {
  return value < least ? least : value > most ? most : value;
}
long vadd(Parts p) {
  return p.s + p.t;
}
long vaddss(Parts p) {
  return clamp(p.s + p.t, -p.most - 1, p.most);
}
long vaddus(Parts p) {
  return clamp(p.u + p.v, 0, 2 * p.most + 1);
}
long vsub(Parts p) {
  return p.s - p.t;
}
long vsubss(Parts p) {
  return clamp(p.s - p.t, -p.most - 1, p.most);
}
long vsubus(Parts p) {
  return clamp(p.u - p.v, 0, 2 * p.most + 1);
}
// Halves are rounded away from zero.
long vavgs(Parts p) {
  const long sum = p.s + p.t;
  return (sum + (sum < 0 ? -1 : 1)) / 2;
}
long vavgu(Parts p) {
  return (p.u + p.v + 1) / 2;
}
long vhaddu(Parts p) {
  return (p.u + p.v) / 2;
}
long vmaxs(Parts p) {
  return p.s > p.t ? p.s : p.t;
}
long vmaxu(Parts p) {
  return p.u > p.v ? p.u : p.v;
}
long vmins(Parts p) {
  return p.s < p.t ? p.s : p.t;
}
long vminu(Parts p) {
  return p.u < p.v ? p.u : p.v;
}
long vabsdiffs(Parts p) {
  return std::labs(p.s - p.t);
}
long vabsdiffu(Parts p) {
  return std::labs(p.u - p.v);
}
long vsads(Parts p) {
  return vabsdiffs(p);
}
long vsadu(Parts p) {
  return vabsdiffu(p);
}
long vseteq(Parts p) {
  return p.u == p.v;
}
long vsetne(Parts p) {
  return p.u != p.v;
}
long vsetges(Parts p) {
  return p.s >= p.t;
}
long vsetgeu(Parts p) {
  return p.u >= p.v;
}
long vsetgts(Parts p) {
  return p.s > p.t;
}
long vsetgtu(Parts p) {
  return p.u > p.v;
}
long vsetles(Parts p) {
  return p.s <= p.t;
}
long vsetleu(Parts p) {
  return p.u <= p.v;
}
long vsetlts(Parts p) {
  return p.s < p.t;
}
long vsetltu(Parts p) {
  return p.u < p.v;
}
long vcmpeq(Parts p) {
  return -vseteq(p);
}
long vcmpne(Parts p) {
  return -vsetne(p);
}
long vcmpges(Parts p) {
  return -vsetges(p);
}
long vcmpgeu(Parts p) {
  return -vsetgeu(p);
}
long vcmpgts(Parts p) {
  return -vsetgts(p);
}
long vcmpgtu(Parts p) {
  return -vsetgtu(p);
}
long vcmples(Parts p) {
  return -vsetles(p);
}
long vcmpleu(Parts p) {
  return -vsetleu(p);
}
long vcmplts(Parts p) {
  return -vsetlts(p);
}
long vcmpltu(Parts p) {
  return -vsetltu(p);
}
long vabs(Parts p) {
  return std::labs(p.s);
}
long vabsss(Parts p) {
  return clamp(std::labs(p.s), 0, p.most);
}
long vneg(Parts p) {
  return -p.s;
}
long vnegss(Parts p) {
  return clamp(-p.s, -p.most - 1, p.most);
}

}  // namespace wanted

struct Function {
  const char* name;
  long (*of_parts)(wanted::Parts);
};
#define ROW(name) {#name, wanted::name},
const Function kFunctions[] = {FUNCTIONS(ROW) SINGLE(ROW)};

uint32_t on_host(const Function& function, uint32_t a, uint32_t b, int bits) {
  const bool adds = function.of_parts == wanted::vsads || function.of_parts == wanted::vsadu;
  const long range = 1L << bits;
  uint32_t result = 0;
  for (int at = 0; at < 32; at += bits) {
    const long u = a >> at & (range - 1), v = b >> at & (range - 1);
    const long most = range / 2 - 1;
    const long value =
        function.of_parts({u > most ? u - range : u, v > most ? v - range : v, u, v, most});
    result += static_cast<uint32_t>(adds ? value : (value & (range - 1)) << at);
  }
  return result;
}

int main() {
  const int n = 512, functions = sizeof kFunctions / sizeof kFunctions[0];
  std::vector<unsigned> a(n), b(n), out(n * functions * 2);
  const unsigned edges[] = {0, 1, 0x7F, 0x80, 0x81, 0xFF, 0x7FFF, 0x8000};
  for (int i = 0; i < n; ++i) {
    a[i] = i < 64 ? edges[i % 8] * 0x10001U + edges[i / 8] * 0x1000000U : i * 2654435761U;
    b[i] = i < 64 ? edges[i / 8] * 0x10001U + edges[i % 8] * 0x100U : (i + 77) * 2246822519U;
  }
  unsigned *da, *db, *dout;
  cudaMalloc(&da, n * sizeof(unsigned));
  cudaMalloc(&db, n * sizeof(unsigned));
  cudaMalloc(&dout, out.size() * sizeof(unsigned));
  cudaMemcpy(da, a.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
  all<<<4, n / 4>>>(da, db, dout);
  cudaMemcpy(out.data(), dout, out.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
  std::printf("%d functions: %s\n", 2 * functions, cudaGetErrorName(cudaGetLastError()));
  int wrong = 0;
  for (int f = 0; f < 2 * functions; ++f) {
    const int bits = f % 2 == 0 ? 16 : 8;
    for (int i = 0; i < n; ++i) {
      const unsigned expected = on_host(kFunctions[f / 2], a[i], b[i], bits), got = out[f * n + i];
      if (got != expected && wrong++ < 10)
        std::printf("%s%d(%08x, %08x) gives %08x, expected %08x\n", kFunctions[f / 2].name,
                    32 / bits, a[i], b[i], got, expected);
    }
  }
  std::printf("%d wrong\n", wrong);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dout);
  return 0;
}
