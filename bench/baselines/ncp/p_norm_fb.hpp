// The Fischer-Burmeister function with a p-norm.
#pragma once
#include "orthant/constraints/ncp/kink.hpp"
#include "orthant/constraints/ncp/ncp_value.hpp"

namespace orthant {

///   phi = a + b - N,  N = (|a|^p + |b|^p)^(1/p),  p > 1    [Chen, Pan 2008]
///   dphi = (1 - sign(a) (|a|/N)^(p-1), 1 - sign(b) (|b|/N)^(p-1))
/// p = 2 is Fischer-Burmeister; for p -> infinity the minimum map if a and b are positive.
struct PNormFischerBurmeister {
  static constexpr char const* name = "p_norm_fb";
  static constexpr char const* about =
      "a + b - (abs(a)^p + abs(b)^p)^(1/p), p > 1; smooth but for the origin";

  double p = 3;
  Vec<2> kink{{0, 1}};  // (da, db) at a = b = 0

  void fields(Fields& f) {
    f.real("p", p, {.low = 1, .high = 100, .low_open = true}, "2: Fischer-Burmeister");
    double const q = p / (p - 1);
    auto const in_dual_ball = [&](double da, double db) {
      return std::pow(std::abs(1 - da), q) + std::pow(std::abs(1 - db), q) <= 1;
    };
    f.pair("kink", kink, in_dual_ball, "(da, db) with |1 - da|^q + |1 - db|^q <= 1, 1/p + 1/q = 1");
  }

  KOKKOS_FUNCTION NcpValue operator()(Real a, Real b) const {
    if (a == 0 && b == 0) return {0, kink[0], kink[1]};
    bool const a_leads = fabs(a) > fabs(b);
    auto const [phi, lead, other] = a_leads ? ordered(a, b) : ordered(b, a);
    return a_leads ? NcpValue{phi, lead, other} : NcpValue{phi, other, lead};
  }

 private:
  /// phi and its derivatives for |x| >= |y|. With t = y/x and l = log(1 + |t|^p),
  ///   N = |x| e^(l/p),   |x|/N = e^(-l/p),   |y|/N = |t| e^(-l/p)
  KOKKOS_FUNCTION NcpValue ordered(Real x, Real y) const {
    Real const t = y / x, l = log1p(pow(fabs(t), p)), q = (p - 1) / p;
    Real const phi = x > 0 ? x * (t - expm1(l / p)) : x + y + x * exp(l / p);
    Real const dx = x > 0 ? -expm1(-q * l) : 1 + exp(-q * l);
    Real const share = pow(fabs(t), p - 1) * exp(-q * l);
    return {phi, dx, y > 0 ? 1 - share : 1 + share};
  }
};

}  // namespace orthant
