// Factors of every world, with proximal refinement. Host only.
#pragma once
#include <algorithm>
#include <vector>

#include "orthant/solvers/linear/sparse/detail/world_by_world.hpp"
#include "orthant/solvers/schur/detail/refinement.hpp"

namespace orthant {

/// `Factors` are those of S + E of a world:
///   match(rows, w, set)        analyses the rows, if they are others than in the last call
///   factorise(system, w, set)  false if that fails
///   solve(system, w, x)        overwrites x with (S + E)^-1 x
/// and `carry`, if they depend on systems before.
template <class Space, class Factors, class Settings = RefinementSettings>
class WorldFactors final : public WorldByWorld<Space> {
 public:
  static constexpr bool takes_nonsymmetric = Factors::takes_nonsymmetric;  // see LinearSolver

  WorldFactors(Settings const& set, Sizes const& n)
      : set_(set),
        factors_(n.worlds),
        v_("orthant::sparse::v", n.bodies),
        residual_(make_room<Space, Real*>("orthant::sparse::residual", n.rows)),
        correction_(make_room<Space, Real*>("orthant::sparse::correction", n.rows)) {}

  /// Those of a world are made from make().
  template <class Make>
  WorldFactors(Make const& make, Settings const& set, Sizes const& n) : WorldFactors(set, n) {
    for (auto& each : factors_) each = Factors(make());
  }

  void carry(Carried& c) override {
    if constexpr (requires(Factors & of) { of.carry(c); }) {
      c.part("sparse");
      for (auto& each : factors_) each.carry(c);
    }
  }

 private:
  WorldLinear solve_world(SchurSystem<Space> const& system, int w, Span<Space, Real*> const& b,
                          Span<Space, Real*> const& z) override {
    auto const& rows = system.rows;
    auto& factors = factors_[w];
    if (rows.world_row(w) == rows.world_row(w + 1)) return {};
    if (!system.same_pattern) factors.match(rows, w, set_);
    Real const enough = system.enough.extent(0) > 0 ? system.enough(w) : 0;
    int passes = 0;
    if (enough > 0 && system.same_pattern) {
      auto const near = refine(system, w, b, z, {.tolerance = enough, .passes = 1});
      if (near.residual <= enough) return near;
      passes = near.iterations;
    }
    if (!system.same_matrix && !factors.factorise(system, w, set_)) return this->fail(rows, w, z);
    auto out = refine(system, w, b, z, set_);
    out.iterations += passes;
    return out;
  }

  /// z <- z + (S + E)^-1 (b - S z), from zero.
  WorldLinear refine(SchurSystem<Space> const& system, int w, Span<Space, Real*> const& b,
                     Span<Space, Real*> const& z, RefinementSettings const& set) {
    SchurOperator<Space> const S(system, v_);
    int const o = S.first_row(w), n = S.row_count(w);
    for (int i = 0; i < n; ++i) {
      z(o + i) = 0;
      residual_[i] = b(o + i);
    }
    Real const scale = length(n);
    Real relative = scale == 0 ? 0 : 1, before = HUGE_VAL;
    int pass = 0;
    for (; worth_another_pass(set, pass, relative, before); ++pass) {
      std::copy_n(residual_.data(), n, correction_.data());
      factors_[w].solve(system, w, correction_.data());
      for (int i = 0; i < n; ++i) z(o + i) += correction_[i];
      Span<Space, Real*> const Sz(correction_.data() - o, o + n);
      S.apply(OneThread{}, w, z, Sz);
      for (int i = 0; i < n; ++i) residual_[i] = b(o + i) - correction_[i];
      before = relative;
      relative = length(n) / scale;
    }
    return {pass, relative, bool(isfinite(relative))};
  }

  Real length(int n) const {
    Real s = 0;
    for (int i = 0; i < n; ++i) s += residual_[i] * residual_[i];
    return sqrt(s);
  }

  Settings set_;
  std::vector<Factors> factors_;
  Array<Space, Twist*> v_;
  Array<Space, Real*> residual_, correction_;
};

}  // namespace orthant
