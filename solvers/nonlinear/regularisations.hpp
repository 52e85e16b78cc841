// Regularisations of singular Newton systems, by name.
#pragma once
#include <memory>

#include "orthant/core/method/plugins.hpp"
#include "orthant/solvers/nonlinear/regularisation.hpp"

namespace orthant {

/// The residual of a world relative to its largest free speed, at most 1 [-].
KOKKOS_INLINE_FUNCTION Real relative_residual(WorldProgress const& p, SpeedScale const& scale) {
  return p.error.own < scale.speed ? p.error.own / scale.speed : 1;
}

struct FallingSettings {
  double rho = 0.3, floor = 1e-6, least_friction = 1;

  void fields(Fields& f) {
    f.real("rho", rho, not_negative(), "of rho min(1, residual / speed); 0: none");
    f.real("floor", floor, not_negative(),
           "least rho, which stays when the residual vanishes; before adaptation");
    f.real("least_friction", least_friction, not_negative(),
           "pull of friction to its least norm, relative to the regularisation; 0: none");
  }
};

/// rho falls with the residual, so that local convergence stays quadratic [Li, Fukushima, Qi,
/// Yamashita 2004]:
///   rho_k = max(rho trust residual/speed, floor trust).
/// The factor `trust` falls to a tenth in each iteration that does not halve the residual, and
/// grows tenfold if the residual grows. A Tikhonov term of second order in the residual leads to
/// friction of least norm away from the boundaries of the cones.
template <class Space>
struct ChooseFalling {
  static constexpr char const* label = "orthant::newton::falling";
  Span<Space, WorldProgress*> world;
  Span<Space, int*> active;
  Span<Space, SpeedScale*> scale;
  Real rho, floor, least_friction;
  KOKKOS_FUNCTION void operator()(int w) const {
    if (!active(w)) return;
    auto& damping = world(w).damping;
    Real const own = world(w).error.own, relative = relative_residual(world(w), scale(w));
    if (own >= damping.own_before)
      damping.trust = smaller(1.0, 10 * damping.trust);
    else if (own > 0.5 * damping.own_before)
      damping.trust = larger(1e-8, 0.1 * damping.trust);
    damping.own_before = own;
    Real const falling = rho * damping.trust * relative;
    damping.ratio = larger(falling, floor * damping.trust);
    damping.tikhonov = least_friction * falling * relative;
  }
};

template <class Space>
class Falling final : public Regularisation<Space> {
 public:
  explicit Falling(FallingSettings const& set) : set_(set) {}
  void choose(Space const& space, Span<Space, WorldProgress*> world, Span<Space, int*> active,
              Span<Space, SpeedScale*> scale, int worlds) const override {
    each(space, worlds,
         ChooseFalling<Space>{.world = world,
                              .active = active,
                              .scale = scale,
                              .rho = set_.rho,
                              .floor = set_.floor,
                              .least_friction = set_.least_friction});
  }

 private:
  FallingSettings set_;
};

struct LevenbergMarquardtSettings {
  double rho = 0.1, smallest = 1e-6, largest = 10;

  void fields(Fields& f) {
    f.real("rho", rho, positive(), "at the start, of rho min(1, residual / speed)");
    f.real("smallest", smallest, positive(),
           "least rho, and what stays when the residual vanishes");
    f.real("largest", largest, positive(), "most rho");
  }
};

/// The regularisation is rho_k min(1, residual / speed) [Fan, Pan 2006]. rho_k changes with the
/// ratio of the actual reduction of the merit to the reduction by the linear model. For a step of
/// length t the latter is at least
///   1/2 |Phi|^2 - 1/2 ((1 - t) |Phi| + t |E z|)^2.
template <class Space>
struct ChooseByReduction {
  static constexpr char const* label = "orthant::newton::levenberg_marquardt";
  Span<Space, WorldProgress*> world;
  Span<Space, int*> active;
  Span<Space, SpeedScale*> scale;
  Real rho, smallest, largest;
  KOKKOS_FUNCTION void operator()(int w) const {
    if (!active(w)) return;
    auto const& p = world(w);
    auto& damping = world(w).damping;
    if (p.iterations == 0) {
      damping.rho = rho;
    } else {
      Real const t = p.search.step, before = p.search.merit_before,
                 model = (1 - t) * sqrt(before) + t * sqrt(damping.unpredicted),
                 predicted = before - model * model, actual = before - p.error.merit;
      if (!(actual >= 0.25 * predicted))
        damping.rho = smaller(4 * damping.rho, largest);
      else if (actual > 0.75 * predicted)
        damping.rho = larger(0.1 * damping.rho, smallest);
    }
    damping.ratio = larger(damping.rho * relative_residual(p, scale(w)), smallest);
    damping.tikhonov = 0;
  }
};

template <class Space>
class LevenbergMarquardt final : public Regularisation<Space> {
 public:
  explicit LevenbergMarquardt(LevenbergMarquardtSettings const& set) : set_(set) {}
  bool compares() const override { return true; }
  void choose(Space const& space, Span<Space, WorldProgress*> world, Span<Space, int*> active,
              Span<Space, SpeedScale*> scale, int worlds) const override {
    each(space, worlds,
         ChooseByReduction<Space>{.world = world,
                                  .active = active,
                                  .scale = scale,
                                  .rho = set_.rho,
                                  .smallest = set_.smallest,
                                  .largest = set_.largest});
  }

 private:
  LevenbergMarquardtSettings set_;
};

template <class Space>
void register_regularisations(Plugins<Space>& plugins) {
  auto& r = plugins.regularisations;
  r.template add<FallingSettings>(
      "falling", "falls with the residual; prefers small friction impulses",
      [](FallingSettings const& set, Config&) { return std::make_shared<Falling<Space>>(set); });
  r.template add<LevenbergMarquardtSettings>(
      "levenberg_marquardt", "grows where the merit falls less than the linear model says",
      [](LevenbergMarquardtSettings const& set, Config&) {
        return std::make_shared<LevenbergMarquardt<Space>>(set);
      });
}

}  // namespace orthant
