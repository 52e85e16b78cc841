// Rules for the step length along a Newton direction, by name.
#pragma once
#include <memory>

#include "orthant/core/method/plugins.hpp"
#include "orthant/solvers/nonlinear/step_length.hpp"

namespace orthant {

/// The whole Newton step.
template <class Space>
class FullStep final : public StepLength<Space> {
 public:
  Real first() const override { return 1; }
  bool searches() const override { return false; }
  void judge(Space const&, Span<Space, WorldProgress*>, Span<Space, int*>, int) const override {}
};

struct NonmonotoneSettings {
  double decrease = 1e-4;
  double shrink = 0.5;
  int trials = 20, memory = 5;

  void fields(Fields& f) {
    f.real("decrease", decrease, between(0, 0.5), "part of the predicted decrease that is enough");
    f.real("shrink", shrink, between(0.01, 0.99), "factor from one trial to the next");
    f.integer("trials", trials, between(1, 100), "most trials in an iteration");
    f.integer("memory", memory, between(1, most_remembered), "how many merits; 1: monotone");
  }
};

/// Along a Newton direction the merit m = 1/2 |Phi|^2 has the slope -2 m. A step length t is
/// accepted if
///   m(t) <= max m_k - 2 decrease t m(0),
/// with the maximum over the merits of the last `memory` iterations. memory = 1 is monotone
/// [Armijo 1966]; a longer one allows the merit to grow [Grippo, Lampariello, Lucidi 1986].
template <class Space>
struct JudgeNonmonotone {
  static constexpr char const* label = "orthant::newton::nonmonotone";
  Span<Space, WorldProgress*> world;
  Span<Space, int*> searching;
  Real decrease, shrink;
  int trials, memory;
  KOKKOS_FUNCTION void operator()(int w) const {
    if (!searching(w)) return;
    auto& search = world(w).search;
    int const iterations = world(w).iterations;
    search.remembered[iterations % memory] = search.merit_before;
    Real reference = search.merit_before;
    for (int k = 0; k < memory && k < iterations; ++k)
      reference = larger(reference, search.remembered[(iterations - k) % memory]);
    Real const least = 2 * decrease * search.step * search.merit_before;
    bool const enough = world(w).error.merit <= reference - least;
    if (!enough && ++search.trials >= trials) search.failed = true;
    searching(w) = !enough && !search.failed;
    if (searching(w)) search.step *= shrink;
  }
};

template <class Space>
class Nonmonotone final : public StepLength<Space> {
 public:
  explicit Nonmonotone(NonmonotoneSettings const& set) : set_(set) {}
  Real first() const override { return 1; }
  bool searches() const override { return true; }
  void judge(Space const& space, Span<Space, WorldProgress*> world, Span<Space, int*> searching,
             int worlds) const override {
    each(space, worlds,
         JudgeNonmonotone<Space>{.world = world,
                                 .searching = searching,
                                 .decrease = set_.decrease,
                                 .shrink = set_.shrink,
                                 .trials = set_.trials,
                                 .memory = set_.memory});
  }

 private:
  NonmonotoneSettings set_;
};

template <class Space>
void register_step_lengths(Plugins<Space>& plugins) {
  auto& r = plugins.step_lengths;
  r.template add<NoSettings>("full", "the whole Newton step", [](NoSettings const&, Config&) {
    return std::make_shared<FullStep<Space>>();
  });
  r.template add<NonmonotoneSettings>("nonmonotone",
                                      "halved until the merit is below the largest of the last few",
                                      [](NonmonotoneSettings const& set, Config&) {
                                        return std::make_shared<Nonmonotone<Space>>(set);
                                      });
}

}  // namespace orthant
