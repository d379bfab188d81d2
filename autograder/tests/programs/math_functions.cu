// Every mathematical function that device code may call, in its three spellings.
#include <cmath>
#include <cstdio>

#define UNARY_1(F) F(acos) F(acosh) F(asin) F(asinh) F(atan) F(atanh) F(cbrt) F(ceil) F(cos)
#define UNARY_2(F) F(cosh) F(erf) F(erfc) F(exp) F(exp2) F(expm1) F(fabs) F(floor) F(lgamma)
#define UNARY_3(F) F(log) F(log10) F(log1p) F(log2) F(logb) F(nearbyint) F(rint) F(round)
#define UNARY_4(F) F(sin) F(sinh) F(sqrt) F(tan) F(tanh) F(tgamma) F(trunc)
#define FOR_EACH_UNARY(F) UNARY_1(F) UNARY_2(F) UNARY_3(F) UNARY_4(F)
#define BINARY_1(F) F(atan2) F(copysign) F(fdim) F(fmax) F(fmin) F(fmod) F(hypot) F(nextafter)
#define BINARY_2(F) F(pow) F(remainder)
#define FOR_EACH_BINARY(F) BINARY_1(F) BINARY_2(F)
#define OF_CUDA_1(F) F(cospi) F(cyl_bessel_i0) F(cyl_bessel_i1) F(erfcinv) F(erfcx) F(erfinv)
#define OF_CUDA_2(F) F(exp10) F(j0) F(j1) F(normcdf) F(normcdfinv) F(rcbrt) F(rsqrt) F(sinpi)
#define OF_CUDA_3(F) F(y0) F(y1)
#define FOR_EACH_OF_CUDA(F) OF_CUDA_1(F) OF_CUDA_2(F) OF_CUDA_3(F)

__global__ void floats(float* out, const float* in) {
  const float x = in[0], y = in[1];
  float sum = 0.0f;
#define UNARY(NAME) sum += NAME##f(x) + NAME(x) + std::NAME(x);
#define BINARY(NAME) sum += NAME##f(x, y) + NAME(x, y) + std::NAME(x, y);
#define OF_CUDA(NAME) sum += NAME##f(x);
  FOR_EACH_UNARY(UNARY)
  FOR_EACH_BINARY(BINARY)
  FOR_EACH_OF_CUDA(OF_CUDA)
#undef UNARY
#undef BINARY
#undef OF_CUDA
  int exponent = 0;
  float whole = 0.0f, sine = 0.0f, cosine = 0.0f;
  sum += frexpf(x, &exponent) + modff(x, &whole) + ldexpf(x, 3) + scalbnf(x, 2) +
         remquof(x, y, &exponent);
  sincosf(x, &sine, &cosine);
  sincospif(y, &out[1], &out[2]);
  sum += fmaf(x, y, sum) + std::fma(x, y, x) + norm3df(x, y, x) + norm4df(x, y, x, y) +
         rnorm3df(x, y, x) + rnorm4df(x, y, x, y) + rhypotf(x, y) + jnf(2, x) + ynf(2, x) +
         normf(2, in);
  sum += lrintf(x) + lroundf(x) + llrintf(x) + llroundf(x) + ilogbf(x) + std::lround(x) + exponent;
  sum += isnan(x) + isinf(x) + isfinite(x) + std::isnan(y) + std::signbit(x) + signbit(y);
  sum += __expf(x) + __exp10f(x) + __logf(x) + __log2f(x) + __log10f(x) + __sinf(x) + __cosf(x) +
         __tanf(x) + __powf(x, y) + __fdividef(x, y) + __saturatef(x) + __frsqrt_rn(x);
  sum += __fadd_rn(x, y) + __fadd_rz(x, y) + __fsub_rd(x, y) + __fmul_ru(x, y) + __fdiv_rn(x, y) +
         __fmaf_rn(x, y, x) + __frcp_rn(x) + __fsqrt_rn(x);
  out[0] = sum + whole + sine + cosine;
}

__global__ void doubles(double* out, const double* in, int n) {
  const double x = in[0], y = in[1];
  double sum = 0.0;
#define UNARY(NAME) sum += NAME(x) + std::NAME(x) + NAME(n);
#define BINARY(NAME) sum += NAME(x, y) + std::NAME(x, y) + NAME(x, 2);
#define OF_CUDA(NAME) sum += NAME(x);
  FOR_EACH_UNARY(UNARY)
  FOR_EACH_BINARY(BINARY)
  FOR_EACH_OF_CUDA(OF_CUDA)
#undef UNARY
#undef BINARY
#undef OF_CUDA
  int exponent = 0;
  double whole = 0.0, sine = 0.0, cosine = 0.0;
  sum +=
      frexp(x, &exponent) + modf(x, &whole) + ldexp(x, 3) + scalbn(x, 2) + remquo(x, y, &exponent);
  sincos(x, &sine, &cosine);
  sincospi(y, &out[1], &out[2]);
  sum += fma(x, y, sum) + norm3d(x, y, x) + norm4d(x, y, x, y) + rnorm3d(x, y, x) +
         rnorm4d(x, y, x, y) + rhypot(x, y) + jn(2, x) + yn(2, x) + norm(2, in);
  sum += lrint(x) + lround(x) + llrint(x) + llround(x) + ilogb(x) + exponent;
  sum += __dadd_rn(x, y) + __dsub_rz(x, y) + __dmul_rd(x, y) + __ddiv_ru(x, y) + __fma_rn(x, y, x) +
         __drcp_rn(x) + __dsqrt_rn(x);
  out[0] = sum + whole + sine + cosine;
}

__global__ void conversions(int* out, const float* in, const double* wide) {
  const float x = in[0];
  const double d = wide[0];
  out[0] = __float2int_rn(x) + __float2int_rz(x) + __float2int_rd(x) + __float2int_ru(x);
  out[1] = static_cast<int>(__float2uint_rn(x) + __double2uint_rz(d)) + __double2int_rn(d);
  out[2] = static_cast<int>(__float2ll_rn(x) + __double2ll_rd(d)) + __double2hiint(d) +
           __double2loint(d);
  out[3] = __float_as_int(__int2float_rn(out[2])) +
           static_cast<int>(__float_as_uint(__double2float_rd(d)));
  out[4] = static_cast<int>(__double_as_longlong(__ll2double_rn(out[3])) + __hiloint2double(1, 2));
}

__global__ void integers(int* out, int a, int b, unsigned u, long long l) {
  out[0] = __clz(a) + __popc(u) + __ffs(b) + __clzll(l) + __popcll(l) + __ffsll(l);
  out[1] =
      static_cast<int>(__brev(u) + __brevll(l)) + __mulhi(a, b) + static_cast<int>(__umulhi(u, u));
  out[2] = static_cast<int>(__mul64hi(l, l)) + __mul24(a, b) + static_cast<int>(__umul24(u, u));
  out[3] = __hadd(a, b) + __rhadd(a, b) + static_cast<int>(__uhadd(u, 3u) + __urhadd(u, 3u));
  out[4] = static_cast<int>(__sad(a, b, u) + __usad(u, 3u, 4u) + __byte_perm(u, u, 0x3210));
  out[5] = static_cast<int>(__funnelshift_l(u, u, 3) + __funnelshift_r(u, u, 3) + __fns(u, 0, 2));
  out[6] =
      static_cast<int>(__funnelshift_lc(u, u, 40) + __funnelshift_rc(u, u, 40)) + __dp4a(a, b, a);
  out[7] = abs(a) + static_cast<int>(abs(l)) + min(a, b) + max(a, b) + static_cast<int>(min(u, 3u));
}

int main() {
  std::printf("%g %g %d\n", std::sqrt(2.0), rsqrtf(4.0f), max(1, 2));
  return 0;
}
