// Checks after each step whether bodies without a drive have gained energy.
#pragma once
#include "backends/measuring.hpp"
#include "core/metrics/energy_watch.hpp"
#include "core/scene/passive.hpp"

namespace orthant {

namespace passive_kernels {

template <class Space>
struct Forget {
  static constexpr char const* label = "orthant::passive::forget";
  Span<Space, EnergyWatch*> watch;
  KOKKOS_FUNCTION void operator()(int w) const { watch(w) = {}; }
};

template <class Space>
struct Look {
  static constexpr char const* label = "orthant::passive::look";
  Span<Space, Measures*> measures;
  Span<Space, EnergyWatch*> watch;
  Span<Space, Body*> body;
  Span<Space, int> gaining;
  int worlds, bodies;
  bool bounces;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int) const {
    Real const sum = lane.sum(worlds, [&](int w) {
      Real mass = 0;
      for (int k = 0; k < bodies; ++k)
        if (auto const& b = body(w * bodies + k); b.dynamic()) mass += b.mass;
      return Real(watch(w).gains(measures(w), mass, bounces));
    });
    lane.once([&] { gaining() = static_cast<int>(sum); });
  }
};

}  // namespace passive_kernels

template <class Space>
class PassiveEnergy {
 public:
  PassiveEnergy(Scene const& scene, Model<Space> const& model)
      : model_(model),
        passive_(is_passive(scene)),
        bounces_(has_restitution(scene)),
        watch_("orthant::passive::watch", model.worlds),
        gaining_("orthant::passive::gaining") {}

  /// Starts at a given state with known contacts.
  void start(Space const& space, State<Space> const& state, Measuring<Space>& measuring) {
    each(space, model_.worlds, passive_kernels::Forget<Space>{watch_});
    look(space, state, measuring);
  }
  /// Stops the check, because forces outside the scene act from now on.
  void stop() { passive_ = false; }

  /// The number of worlds in which steps have added more energy than the motion had. Call after
  /// each step, when the contacts of the next have been found.
  int look(Space const& space, State<Space> const& state, Measuring<Space>& measuring) {
    if (!passive_) return 0;
    each_world(space, 1,
               passive_kernels::Look<Space>{.measures = measuring.energies(space, state),
                                            .watch = watch_,
                                            .body = model_.body,
                                            .gaining = gaining_.device(),
                                            .worlds = model_.worlds,
                                            .bodies = model_.bodies,
                                            .bounces = bounces_});
    return gaining_.get(space);
  }

 private:
  Model<Space> const& model_;
  bool passive_, bounces_;
  Array<Space, EnergyWatch*> watch_;  // (worlds)
  ReadBack<Space, int> gaining_;
};

}  // namespace orthant
