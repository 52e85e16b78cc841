// Friction on a polygon in place of the disc.
#pragma once
#include "orthant/constraints/friction/friction_state.hpp"
#include "orthant/core/config/config.hpp"
#include "orthant/core/math/detail/polygon.hpp"
#include "orthant/core/step/detail/friction_law.hpp"

namespace orthant {

/// Maximal dissipation over the regular polygon of N corners in the disc [Stewart, Trinkle 1996;
/// Anitescu, Potra 1997],
///   Phi_f = r lambda_f - P(r lambda_f - v_f),    k = r mu (lambda_n)_+
/// with P the projection on the polygon. Its corners are on the circle of radius k, the first along
/// the first tangent. So friction is at most Coulomb's, and at least cos(pi/N) of it. For an
/// ellipse the polygon is stretched like the circle.
struct Polyhedral {
  static constexpr bool symmetric = false;
  static constexpr char const* name = "polyhedral";
  static constexpr char const* about =
      "projection on a polygon of facets in the disc: another law; exact, not symmetric";

  int facets = 8;

  void fields(Fields& f) {
    f.integer("facets", facets, between(4, 64),
              "an even number: of the regular polygon in the disc, with a corner along the first "
              "tangent");
  }
  /// With an odd number of corners, friction in opposite directions would differ.
  void check(Config& config) const {
    if (facets % 2 != 0)
      refuse(config.where("facets"), std::to_string(facets), "an even number from 4 to 64");
  }

  FrictionLaw law() const { return {FrictionLaw::Kind::polyhedral, facets}; }

  KOKKOS_FUNCTION void linearise(ContactRows const& at, ExactLaw& law) const {
    auto const& f = at.friction;
    project(f, larger(0.0, f.bound()), f.lambda_n > 0 ? f.r * f.mu : 0, law);
  }
  /// The same with a given radius of the polygon.
  KOKKOS_FUNCTION void linearise_given(FrictionState const& f, ExactLaw& law) const {
    project(f, larger(0.0, f.bound()), 0, law);
    residual(f, law);
  }
  KOKKOS_FUNCTION void residual(FrictionState const& f, ExactLaw& law) const {
    auto const P = RegularPolygon{facets}.project(from(f), larger(0.0, f.bound()));
    for (int i = 0; i < 2; ++i)
      law.residual[f.first + i] = P.over > 0 ? f.r * f.lambda[i] - P.point[i] : f.v[i];
  }

 private:
  static KOKKOS_FUNCTION Vec<2> from(FrictionState const& f) {
    return {{f.r * f.lambda[0] - f.v[0], f.r * f.lambda[1] - f.v[1]}};
  }
  KOKKOS_FUNCTION void project(FrictionState const& f, Real k, Real dk, ExactLaw& law) const {
    auto const P = RegularPolygon{facets}.project(from(f), k);
    bool const open = !(k > 0), sticks = !open && !(P.over > 0);
    int const o = f.first;
    for (int i = 0; i < 2; ++i) {
      law.Phi[o + i] = sticks ? f.v[i] : f.r * f.lambda[i] - (open ? 0 : P.point[i]);
      if (!open && !sticks) law.Q[o + i][0] = -P.by_radius[i] * dk;
      for (int j = 0; j < 2; ++j) {
        Real const D = open ? 0 : P.D[i][j];
        law.P[o + i][o + j] = D;
        law.Q[o + i][o + j] = sticks ? 0 : f.r * ((i == j) - D);
      }
    }
  }
};

/// Whether a form belongs to the polyhedral law.
template <class Form>
inline constexpr bool has_polygon = std::derived_from<Form, Polyhedral>;

}  // namespace orthant
