// Every plug-in of steps has the closed forms of all trials, or says that it has not: integrators
// at three places of an impact within a step, others with the default one.
#include <gtest/gtest.h>

#include <algorithm>

#include "bench/oracle/cases.hpp"

namespace orthant::oracle {
namespace {

/// A value of a factor of the catalogue.
struct Chosen {
  int factor, value;
};

std::vector<Factor> const& factors() {
  static auto const all = all_factors();
  return all;
}

std::vector<Chosen> every_choice() {
  std::vector<Chosen> out;
  for (int f = 0; f < static_cast<int>(factors().size()); ++f)
    for (char const* path :
         {"integrator", "solver", "solver.ncp", "solver.friction", "solver.scaling", "solver.step",
          "solver.regularisation", "solver.linear", "solver.linear.preconditioner"})
      if (factors()[f].name == path)
        for (int v = 0; v < factors()[f].size(); ++v) out.push_back({f, v});
  return out;
}

std::string name_of(Chosen const& chosen) {
  auto const& factor = factors()[chosen.factor];
  std::string out = factor.name + "_" + value_name(factor.values[chosen.value]);
  std::replace(out.begin(), out.end(), '.', '_');
  return out;
}

class EveryChoice : public ::testing::TestWithParam<Chosen> {
 protected:
  /// The first value of all others that it needs.
  static Row row() {
    Row out;
    for (auto const& each : factors()) out.push_back(each.parent < 0 ? 0 : -1);
    auto [f, v] = GetParam();
    for (; f >= 0; f = factors()[f].parent) {
      out[f] = v;
      auto const& under = factors()[f].under;
      v = static_cast<int>(std::find(under.begin(), under.end(), true) - under.begin());
    }
    return out;
  }
};

TEST_P(EveryChoice, IsRightInAllTrialsOrSaysThatItIsNot) {
  bool const of_integrators = factors()[GetParam().factor].name == "integrator";
  Row const chosen = row();
  int right = 0, reported = 0, all = 0;
  std::string why;  // of those that are reported
  for (auto const& trial : trials())
    for (Parameters const& p : {Parameters{}, Parameters{.e = 0.5, .fraction = 0.3},
                                Parameters{.e = 1, .fraction = 0.9}}) {
      bool const differs = trial.with("restitution") || trial.with("fraction");
      if (p.fraction > 0 && !(of_integrators && differs)) continue;
      Json experiment = trial.experiment(p);
      write_choices(factors(), chosen, experiment);
      auto const found = judge(trial, p, experiment);
      EXPECT_NE(found.verdict, Verdict::wrong) << trial.name << ": " << found.why;
      right += found.verdict == Verdict::right;
      reported += found.verdict == Verdict::reported;
      if (found.verdict == Verdict::reported) why += "\n" + trial.name + ": " + found.why;
      ++all;
    }
  EXPECT_GT(right, 0.6 * all) << right << " of " << all;
  // Its sweeps alone, without Newton's method, are slow where a body lies over several seams.
  bool const sweeps = name_of(GetParam()).starts_with("solver_sequential_impulses") ||
                      name_of(GetParam()).starts_with("solver_nsgs");
  EXPECT_LE(reported, sweeps ? 7 : 4) << why;
}

INSTANTIATE_TEST_SUITE_P(All, EveryChoice, ::testing::ValuesIn(every_choice()),
                         [](auto const& chosen) {
                           return name_of(chosen.param) + "_" + std::to_string(chosen.index);
                         });

}  // namespace
}  // namespace orthant::oracle
