// The laws of all blocks as one linearisation: bilateral rows, and contacts by a complementarity
// function and a form of friction.
#pragma once
#include "orthant/constraints/friction/list.hpp"
#include "orthant/constraints/ncp/list.hpp"
#include "orthant/core/step/formulation.hpp"

namespace orthant {

template <class Space, class Ncp, class Friction>
struct LineariseBlocks {
  static constexpr char const* label = "orthant::formulation::linearise";
  Held<Space, Rows<Space>> rows;
  Span<Space, Real*> weight;
  Span<Space, SpeedScale*> scale;
  Linearisation<Space> out;
  Span<Space, int*> active;
  Ncp unscaled;
  Friction form;

  KOKKOS_FUNCTION void operator()(int block) const {
    if (!active(rows.block_world(block))) return;
    switch (rows.law(block)) {
      case Law::free:
        return bilateral(block);
      case Law::coulomb:
        return contact(block);
      case Law::nonnegative:
        return unilateral(block);
      case Law::disc:
        return dry_friction(block);
    }
  }

  ///   Phi = a + Sigma lambda
  KOKKOS_FUNCTION void bilateral(int block) const {
    int const begin = rows.block_row(block), n = rows.size(block);
    bool const general = out.P_left.extent(0) > 0;
    for (int i = 0; i < n; ++i) {
      int const row = begin + i;
      Real const h = rows.value(row) + rows.yielding(block, row);
      out.residual(row) = h;
      out.target(row) = -h;
      out.step(row) = 0;
      for (int k = 0; k < max_block_rows; ++k) {
        out.P_right(row, k) = i == k;
        out.Q(row, k) = k < n ? rows.compliance(row, k) : 0;
        if (general) out.P_left(row, k) = i == k;
      }
    }
  }

  KOKKOS_FUNCTION ContactRows at(int block) const {
    int const n = rows.block_row(block), t = n + 1;
    Real const yields[2] = {rows.compliance(t, 1), rows.compliance(t + 1, 2)};
    return {.a = rows.value(n) + rows.compliance(n, 0) * rows.impulse(n),
            .r_normal = weight(n),
            .friction = {.v = {rows.value(t) + yields[0] * rows.impulse(t),
                               rows.value(t + 1) + yields[1] * rows.impulse(t + 1)},
                         .lambda = {rows.impulse(t), rows.impulse(t + 1)},
                         .lambda_n = rows.impulse(n),
                         .mu = rows.friction(block),
                         .r = 0.5 * (weight(t) + weight(t + 1)),
                         .yields = {yields[0], yields[1]}}};
  }

  KOKKOS_FUNCTION void contact(int block) const {
    if constexpr (treats_whole_contact<Friction>) {
      ExactLaw law;
      form.linearise(at(block), law);
      yield_to(block, law);
      law.write(out, rows.block_row(block), 3);
    } else {
      normal_and_friction(block, at(block));
    }
  }

  /// Adds Sigma to the derivative by lambda, because the laws hold for a + Sigma lambda.
  KOKKOS_FUNCTION void yield_to(int block, ExactLaw& law) const {
    for (int k = 0; k < rows.size(block); ++k) {
      Real const compliance = rows.compliance(rows.block_row(block) + k, k);
      for (int i = 0; i < 3; ++i) law.Q[i][k] += law.P[i][k] * compliance;
    }
  }

  struct Unilateral {
    NcpValue value;
    Real residual;
  };
  /// phi(a, b) in a world. The derivatives are those of the smoothed function, the residual is not
  /// smoothed.
  KOKKOS_FUNCTION Unilateral complementary(int block, Real a, Real b) const {
    if constexpr (treats_whole_contact<Friction>) {
      auto const phi = MinimumMap{}(a, b);
      return {phi, phi.phi};
    } else {
      SpeedScale const here = scale(rows.block_world(block));
      NcpValue const phi = at_scale(unscaled, here)(a, b);
      return {phi, here.smoothing > 0 ? exact(block)(a, b).phi : phi.phi};
    }
  }
  KOKKOS_FUNCTION auto exact(int block) const {
    if constexpr (treats_whole_contact<Friction>)
      return MinimumMap{};
    else
      return at_scale(unscaled, {scale(rows.block_world(block)).speed, 0});
  }

  ///   Phi_n = phi(a_n, r lambda_n)
  /// and the friction rows. Their phi is not smoothed, because a sticking contact would creep.
  KOKKOS_FUNCTION void normal_and_friction(int block, ContactRows const& contact) const {
    int const n = rows.block_row(block);
    Real const r = contact.r_normal, compliance = rows.compliance(n, 0);
    auto const normal = complementary(block, contact.a, r * contact.friction.lambda_n);
    if constexpr (Friction::symmetric) {
      BlockLaw law;
      law.add(0, normal.value.phi, normal.value.da,
              r * normal.value.db + normal.value.da * compliance, r);
      law.residual[0] = normal.residual;
      Friction::linearise(exact(block), contact.friction, law);
      law.write(out, n, 3);
    } else {
      ExactLaw law;
      law.Phi[0] = normal.value.phi;
      law.P[0][0] = normal.value.da;
      law.Q[0][0] = r * normal.value.db;
      law.residual[0] = normal.residual;
      form.linearise(contact, law);
      yield_to(block, law);
      if constexpr (has_polygon<Friction>)
        form.residual(contact.friction, law);
      else
        friction_residual(contact.friction, law);
      law.write(out, n, 3);
    }
  }

  ///   Phi = phi(a + Sigma lambda, r lambda)
  KOKKOS_FUNCTION void unilateral(int block) const {
    int const row = rows.block_row(block);
    Real const r = weight(row), compliance = rows.compliance(row, 0);
    auto const phi = complementary(block, rows.value(row) + compliance * rows.impulse(row),
                                   r * rows.impulse(row));
    write_row(row, phi, r * phi.value.db + phi.value.da * compliance, r);
  }
  KOKKOS_FUNCTION void write_row(int row, Unilateral const& phi, Real Q, Real r) const {
    if constexpr (Friction::symmetric) {
      BlockLaw law;
      law.add(0, phi.value.phi, phi.value.da, Q, r);
      law.residual[0] = phi.residual;
      law.write(out, row, 1);
    } else {
      ExactLaw law;
      law.Phi[0] = phi.value.phi;
      law.P[0][0] = phi.value.da;
      law.Q[0][0] = Q;
      law.residual[0] = phi.residual;
      law.write(out, row, 1);
    }
  }

  /// Friction with a given radius: the form itself, or for exact forms the projection on the disc.
  /// With a spring in series, as of a motor of bounded effort, its response is added to the weight:
  /// with less, an impulse inside the disc is taken for one far beyond it, now on one side and now
  /// on the other.
  KOKKOS_FUNCTION void dry_friction(int block) const {
    int const begin = rows.block_row(block), n = rows.size(block);
    Real const yields = rows.compliance(begin, 0);
    FrictionState f{{}, {}, rows.radius(block), 1, yields, 0, n, {yields, yields}};
    for (int i = 0; i < n; ++i) {
      f.v[i] = rows.value(begin + i) + yields * rows.impulse(begin + i);
      f.lambda[i] = rows.impulse(begin + i);
      f.r += weight(begin + i) / n;
    }
    if constexpr (Friction::symmetric) {
      BlockLaw law;
      Friction::linearise(exact(block), f, law);
      law.write(out, begin, n);
    } else {
      ExactLaw law;
      if constexpr (has_polygon<Friction>)
        n == 2 ? form.linearise_given(f, law) : GivenDisc{}.linearise(f, law);
      else
        GivenDisc{}.linearise(f, law);
      yield_to(block, law);
      law.write(out, begin, n);
    }
  }
};

/// Stands for the complementarity function if the form of friction includes the normal row.
struct NoNcp {
  static constexpr char const* name = "none";
};

/// Contacts by the complementarity function `Ncp`, their friction rows by the form `Friction`.
template <class Space, class Ncp, class Friction>
class BlockFormulation final : public Formulation<Space> {
 public:
  explicit BlockFormulation(Ncp phi, Friction form = {}) : phi_(phi), form_(form) {}

  void linearise(Space const& space, Rows<Space> const& rows, Span<Space, Real*> weight,
                 Span<Space, SpeedScale*> scale, Linearisation<Space> const& out,
                 Span<Space, int*> active) const override {
    each(space, rows.blocks,
         LineariseBlocks<Space, Ncp, Friction>{.rows = rows,
                                               .weight = weight,
                                               .scale = scale,
                                               .out = out,
                                               .active = active,
                                               .unscaled = phi_,
                                               .form = form_});
  }

  bool smooths() const override { return std::derived_from<Ncp, Smoothing>; }
  FrictionLaw law() const override { return law_of(form_); }
  bool symmetric() const override { return Friction::symmetric; }

 private:
  Ncp phi_;
  Friction form_;
};

}  // namespace orthant
