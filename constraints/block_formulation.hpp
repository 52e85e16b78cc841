// The laws of all blocks as one linearisation: bilateral rows, and contacts by a complementarity
// function and a form of friction.
#pragma once
#include "constraints/friction/list.hpp"
#include "constraints/ncp/list.hpp"
#include "core/formulation.hpp"

namespace orthant {

template <class Space, class Ncp, class Friction>
struct LineariseBlocks {
  static constexpr char const* label = "orthant::formulation::linearise";
  Rows<Space> rows;
  Span<Space, Real*> weight;
  Span<Space, SpeedScale*> scale;
  Linearisation<Space> out;
  Span<Space, int*> running;
  Ncp unscaled;

  KOKKOS_FUNCTION void operator()(int block) const {
    if (!running(rows.block_world(block))) return;
    if (rows.cone(block) == Cone::free)
      bilateral(block);
    else
      contact(block);
  }

  ///   h = a + C/h^2 lambda
  KOKKOS_FUNCTION void bilateral(int block) const {
    int const begin = rows.block_row(block), n = rows.size(block);
    BlockLaw law;
    for (int i = 0; i < n; ++i) {
      Real const C = rows.compliance(begin + i);
      law.add(i, rows.value(begin + i) + C * rows.impulse(begin + i), 1, C, 1);
    }
    law.write(out, begin, n);
  }

  ///   h_n = phi(a_n, r lambda_n),   and the friction rows, whose phi is not smoothed: a contact
  /// that sticks would creep.
  KOKKOS_FUNCTION void contact(int block) const {
    int const n = rows.block_row(block), t = n + 1;
    Real const r = weight(n), a = rows.value(n), b = r * rows.impulse(n);
    SpeedScale const here = scale(rows.block_world(block));
    Ncp const phi = at_scale(unscaled, {here.speed, 0});
    NcpValue const normal = at_scale(unscaled, here)(a, b);
    FrictionState const friction{{rows.value(t), rows.value(t + 1)},
                                 {rows.impulse(t), rows.impulse(t + 1)},
                                 rows.impulse(n),
                                 rows.friction(block),
                                 0.5 * (weight(t) + weight(t + 1))};
    Real const residual = here.smoothing > 0 ? phi(a, b).phi : normal.phi;
    if constexpr (Friction::symmetric) {
      BlockLaw law;
      law.add(0, normal.phi, normal.da, r * normal.db, r);
      law.residual[0] = residual;
      Friction::linearise(phi, friction, law);
      law.write(out, n, 3);
    } else {
      ExactLaw law;
      law.h[0] = normal.phi;
      law.P[0][0] = normal.da;
      law.C[0][0] = r * normal.db;
      law.residual[0] = residual;
      Friction::linearise(ContactRows{a, r, friction}, law);
      friction_residual(friction, law);
      law.write(out, n);
    }
  }
};

template <class Space, class Ncp, class Friction>
class BlockFormulation final : public Formulation<Space> {
 public:
  explicit BlockFormulation(Ncp phi) : phi_(phi) {}

  void linearise(Space const& space, Rows<Space> const& rows, Span<Space, Real*> weight,
                 Span<Space, SpeedScale*> scale, Linearisation<Space> const& out,
                 Span<Space, int*> running) const override {
    each(space, rows.blocks,
         LineariseBlocks<Space, Ncp, Friction>{rows, weight, scale, out, running, phi_});
  }

  bool smooths() const override { return std::derived_from<Ncp, Smoothing>; }
  bool symmetric() const override { return Friction::symmetric; }

 private:
  Ncp phi_;
};

}  // namespace orthant
