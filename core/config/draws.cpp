// SplitMix64 as a hash, and elementary functions with the same rounding on every platform.
#include "orthant/core/config/draws.hpp"

#include <cmath>

#include "orthant/core/config/input_file.hpp"

namespace orthant::draws {
namespace {

constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;

/// SplitMix64 [Steele, Lea, Flood 2014].
std::uint64_t mixed(std::uint64_t x) {
  x += golden;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

constexpr double ln2 = 0.693147180559945309417;

template <int n>
double polynomial(double const (&of)[n], double x) {
  double out = 0;
  for (int k = n - 1; k >= 0; --k) out = out * x + of[k];
  return out;
}

}  // namespace

double uniform(std::uint64_t seed, std::string_view name, std::uint64_t place) {
  std::uint64_t const bits = mixed(mixed(mixed(seed) ^ check_sum(name)) + golden * place);
  return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52;
}

double logarithm(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < 0.70710678118654752) m *= 2, --exponent;
  double const s = (m - 1) / (m + 1), s2 = s * s;  // ln m = 2 artanh s, |s| < 0.172
  double sum = 0;
  for (int k = 12; k >= 1; --k) sum = (sum + 1.0 / (2 * k + 1)) * s2;
  return exponent * ln2 + 2 * s * (1 + sum);
}

double exponential(double x) {
  double const power_of_two = std::floor(x / ln2 + 0.5);
  double const r = (x - power_of_two * 0x1.62e42fee00000p-1) - power_of_two * 0x1.a39ef35793c76p-33;
  double sum = 1;
  for (int k = 16; k >= 1; --k) sum = 1 + r / k * sum;
  return std::ldexp(sum, static_cast<int>(power_of_two));
}

/// Algorithm AS 241, PPND16 [Wichura 1988].
double normal_quantile(double p) {
  static constexpr double a[] = {3.3871328727963666080e0,  1.3314166789178437745e+2,
                                 1.9715909503065514427e+3, 1.3731693765509461125e+4,
                                 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                 3.3430575583588128105e+4, 2.5090809287301226727e+3};
  static constexpr double b[] = {1,
                                 4.2313330701600911252e+1,
                                 6.8718700749205790830e+2,
                                 5.3941960214247511077e+3,
                                 2.1213794301586595867e+4,
                                 3.9307895800092710610e+4,
                                 2.8729085735721942674e+4,
                                 5.2264952788528545610e+3};
  static constexpr double c[] = {1.42343711074968357734e0,  4.63033784615654529590e0,
                                 5.76949722146069140550e0,  3.64784832476320460504e0,
                                 1.27045825245236838258e0,  2.41780725177450611770e-1,
                                 2.27238449892691845833e-2, 7.74545014278341407640e-4};
  static constexpr double d[] = {1,
                                 2.05319162663775882187e0,
                                 1.67638483018380384940e0,
                                 6.89767334985100004550e-1,
                                 1.48103976427480074590e-1,
                                 1.51986665636164571966e-2,
                                 5.47593808499534494600e-4,
                                 1.05075007164441684324e-9};
  static constexpr double e[] = {6.65790464350110377720e0,  5.46378491116411436990e0,
                                 1.78482653991729133580e0,  2.96560571828504891230e-1,
                                 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                 2.71155556874348757815e-5, 2.01033439929228813265e-7};
  static constexpr double f[] = {1,
                                 5.99832206555887937690e-1,
                                 1.36929880922735805310e-1,
                                 1.48753612908506148525e-2,
                                 7.86869131145613259100e-4,
                                 1.84631831751005468180e-5,
                                 1.42151175831644588870e-7,
                                 2.04426310338993978564e-15};
  double const q = p - 0.5;
  if (std::fabs(q) <= 0.425) {
    double const r = 0.180625 - q * q;
    return q * polynomial(a, r) / polynomial(b, r);
  }
  double const r = std::sqrt(-logarithm(q < 0 ? p : 1 - p));
  double const x = r <= 5 ? polynomial(c, r - 1.6) / polynomial(d, r - 1.6)
                          : polynomial(e, r - 5) / polynomial(f, r - 5);
  return q < 0 ? -x : x;
}

}  // namespace orthant::draws
