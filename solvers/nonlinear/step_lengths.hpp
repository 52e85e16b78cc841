// Rules for the step length along a Newton direction, by name.
#pragma once
#include <memory>

#include "core/method/plugins.hpp"
#include "solvers/nonlinear/step_length.hpp"

namespace orthant {

/// Always the same length.
template <class Space>
class FixedStep final : public StepLength<Space> {
 public:
  explicit FixedStep(Real length) : length_(length) {}
  Real first() const override { return length_; }
  bool searches() const override { return false; }
  void judge(Space const&, Span<Space, WorldProgress*>, Span<Space, int*>, int) const override {}

 private:
  Real length_;
};

struct ArmijoSettings {
  double decrease = 1e-4;
  double shrink = 0.5;
  int trials = 20;

  void fields(Fields& f) {
    f.real("decrease", decrease, between(0, 0.5), "part of the predicted decrease that is enough");
    f.real("shrink", shrink, between(0.01, 0.99), "factor from one trial to the next");
    f.integer("trials", trials, between(1, 100), "most trials in an iteration");
  }
};

/// Along a Newton direction the merit m = 1/2 |Phi|^2 has the slope -2 m. A step length t is
/// accepted if
///   m(t) <= max m_k - 2 decrease t m(0),
/// with the maximum over the merits of the last `memory` iterations. memory = 1 is monotone
/// [Armijo 1966]; a longer one allows the merit to grow [Grippo, Lampariello, Lucidi 1986].
template <class Space>
struct JudgeArmijo {
  static constexpr char const* label = "orthant::newton::armijo";
  Span<Space, WorldProgress*> world;
  Span<Space, int*> searching;
  Real decrease, shrink;
  int trials, memory;
  KOKKOS_FUNCTION void operator()(int w) const {
    if (!searching(w)) return;
    auto& p = world(w);
    p.remembered[p.iterations % memory] = p.merit_before;
    Real reference = p.merit_before;
    for (int k = 0; k < memory && k < p.iterations; ++k)
      reference = larger(reference, p.remembered[(p.iterations - k) % memory]);
    bool const enough = p.merit <= reference - 2 * decrease * p.step * p.merit_before;
    if (!enough && ++p.trials >= trials) p.line_search_failed = true;
    searching(w) = !enough && !p.line_search_failed;
    if (searching(w)) p.step *= shrink;
  }
};

template <class Space>
class Armijo final : public StepLength<Space> {
 public:
  explicit Armijo(ArmijoSettings const& set, int memory = 1) : set_(set), memory_(memory) {}
  Real first() const override { return 1; }
  bool searches() const override { return true; }
  void judge(Space const& space, Span<Space, WorldProgress*> world, Span<Space, int*> searching,
             int worlds) const override {
    each(space, worlds,
         JudgeArmijo<Space>{.world = world,
                            .searching = searching,
                            .decrease = set_.decrease,
                            .shrink = set_.shrink,
                            .trials = set_.trials,
                            .memory = memory_});
  }

 private:
  ArmijoSettings set_;
  int memory_;
};

struct NonmonotoneSettings : ArmijoSettings {
  int memory = 5;

  void fields(Fields& f) {
    ArmijoSettings::fields(f);
    f.integer("memory", memory, between(1, most_remembered), "how many merits; 1: armijo");
  }
};

struct ParallelSettings {
  double shrink = 0.5;
  int trials = 8;

  void fields(Fields& f) {
    f.real("shrink", shrink, between(0.01, 0.99), "factor from one length to the next");
    f.integer("trials", trials, between(1, 100), "how many lengths");
  }
};

/// Evaluates all trial lengths and takes the one of least merit. All worlds of a batch make the
/// same number of trials. The least merit may be an increase. At a kink of the law no length
/// decreases the merit, and the step leads across the kink.
template <class Space>
struct JudgeParallel {
  static constexpr char const* label = "orthant::newton::parallel_search";
  Span<Space, WorldProgress*> world;
  Span<Space, int*> searching;
  Real shrink;
  int trials;
  KOKKOS_FUNCTION void operator()(int w) const {
    if (!searching(w)) return;
    auto& p = world(w);
    if (p.trials == trials) {  // the iterate is again the best one
      searching(w) = 0;
      return;
    }
    if (p.trials == 0) p.least_merit = HUGE_VAL;
    if (p.merit < p.least_merit) {
      p.least_merit = p.merit;
      p.best_step = p.step;
    }
    if (++p.trials < trials) {
      p.step *= shrink;
      return;
    }
    p.line_search_failed = !(p.least_merit < HUGE_VAL);
    searching(w) = !p.line_search_failed && p.best_step != p.step;
    if (searching(w)) p.step = p.best_step;
  }
};

template <class Space>
class ParallelSearch final : public StepLength<Space> {
 public:
  explicit ParallelSearch(ParallelSettings const& set) : set_(set) {}
  Real first() const override { return 1; }
  bool searches() const override { return true; }
  void judge(Space const& space, Span<Space, WorldProgress*> world, Span<Space, int*> searching,
             int worlds) const override {
    each(space, worlds, JudgeParallel<Space>{world, searching, set_.shrink, set_.trials});
  }

 private:
  ParallelSettings set_;
};

struct DampingSettings {
  double length = 0.75;
  void fields(Fields& f) {
    f.real("length", length, {.low = 0, .high = 1, .low_open = true}, "step length");
  }
};

template <class Space>
void register_step_lengths(Plugins<Space>& plugins) {
  auto& r = plugins.step_lengths;
  r.template add<NoSettings>("full", "the whole Newton step", [](NoSettings const&, Config&) {
    return std::make_shared<FixedStep<Space>>(1.0);
  });
  r.template add<DampingSettings>("damped", "a constant part of the step",
                                  [](DampingSettings const& set, Config&) {
                                    return std::make_shared<FixedStep<Space>>(set.length);
                                  });
  r.template add<ArmijoSettings>(
      "armijo", "halved until the merit function decreases enough",
      [](ArmijoSettings const& set, Config&) { return std::make_shared<Armijo<Space>>(set); });
  r.template add<NonmonotoneSettings>("nonmonotone",
                                      "halved until the merit is below the largest of the last few",
                                      [](NonmonotoneSettings const& set, Config&) {
                                        return std::make_shared<Armijo<Space>>(set, set.memory);
                                      });
  r.template add<ParallelSettings>("parallel",
                                   "tries 1, 1/2, 1/4, ... and takes the one of least merit",
                                   [](ParallelSettings const& set, Config&) {
                                     return std::make_shared<ParallelSearch<Space>>(set);
                                   });
}

}  // namespace orthant
