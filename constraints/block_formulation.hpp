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
  Friction form;

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

  KOKKOS_FUNCTION ContactRows at(int block) const {
    int const n = rows.block_row(block), t = n + 1;
    return {rows.value(n),
            weight(n),
            {{rows.value(t), rows.value(t + 1)},
             {rows.impulse(t), rows.impulse(t + 1)},
             rows.impulse(n),
             rows.friction(block),
             0.5 * (weight(t) + weight(t + 1))}};
  }

  KOKKOS_FUNCTION void contact(int block) const {
    if constexpr (treats_whole_contact<Friction>) {
      ExactLaw law;
      form.linearise(at(block), law);
      law.write(out, rows.block_row(block));
    } else {
      normal_and_friction(block, at(block));
    }
  }

  ///   h_n = phi(a_n, r lambda_n),   and the friction rows, whose phi is not smoothed: a contact
  /// that sticks would creep.
  KOKKOS_FUNCTION void normal_and_friction(int block, ContactRows const& contact) const {
    int const n = rows.block_row(block);
    Real const r = contact.r_normal, a = contact.a, b = r * contact.friction.lambda_n;
    SpeedScale const here = scale(rows.block_world(block));
    Ncp const phi = at_scale(unscaled, {here.speed, 0});
    NcpValue const normal = at_scale(unscaled, here)(a, b);
    Real const residual = here.smoothing > 0 ? phi(a, b).phi : normal.phi;
    if constexpr (Friction::symmetric) {
      BlockLaw law;
      law.add(0, normal.phi, normal.da, r * normal.db, r);
      law.residual[0] = residual;
      Friction::linearise(phi, contact.friction, law);
      law.write(out, n, 3);
    } else {
      ExactLaw law;
      law.h[0] = normal.phi;
      law.P[0][0] = normal.da;
      law.C[0][0] = r * normal.db;
      law.residual[0] = residual;
      form.linearise(contact, law);
      friction_residual(contact.friction, law);
      law.write(out, n);
    }
  }
};

/// In place of a complementarity function where the form of friction makes the normal row.
struct NoNcp {
  static constexpr char const* name = "none";
};

template <class Space, class Ncp, class Friction>
class BlockFormulation final : public Formulation<Space> {
 public:
  explicit BlockFormulation(Ncp phi, Friction form = {}) : phi_(phi), form_(form) {}

  void linearise(Space const& space, Rows<Space> const& rows, Span<Space, Real*> weight,
                 Span<Space, SpeedScale*> scale, Linearisation<Space> const& out,
                 Span<Space, int*> running) const override {
    each(space, rows.blocks,
         LineariseBlocks<Space, Ncp, Friction>{rows, weight, scale, out, running, phi_, form_});
  }

  bool smooths() const override { return std::derived_from<Ncp, Smoothing>; }
  bool symmetric() const override { return Friction::symmetric; }

 private:
  Ncp phi_;
  Friction form_;
};

}  // namespace orthant
