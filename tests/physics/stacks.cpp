// Stacks: the load of each contact, with every function and linear solver, and extreme mass ratios.
#include "tests/physics/scenes.hpp"

namespace orthant::test::stacks {
namespace {

constexpr Real h = 0.01, g = 9.81;
char const* const stack = R"({"assemblies": [{"type": "stack", "count": 10}]})";

std::string cube(int k) { return "assembly 0/" + (k < 0 ? "floor" : std::to_string(k)); }
std::string count(int n) { return "assemblies.0.count=" + std::to_string(n); }
std::string top_mass(Real m) { return "assemblies.0.top_mass=" + json(m); }

/// Interface k carries the weight of all cubes from k on. Each row c/h is accurate to 1e-10 m/s,
/// before and after a step, and the errors of the gaps add up: this is the accuracy of the change
/// of the uppermost cube's velocity in a step.
void expect_weights(Trial const& trial, std::vector<Real> const& mass) {
  int const n = static_cast<int>(mass.size());
  for (int k = 0; k < n; ++k) {
    Real above = 0;
    for (int i = k; i < n; ++i) above += mass[i];
    expect_near(trial.impulse_between(cube(k - 1), cube(k)), above * g * h * z_axis,
                above * (2 * n + 2) * 1e-10);
  }
}

class Stack : public testing::TestWithParam<Settings> {};

TEST_P(Stack, OfTenRestsAtTenMilliseconds) {
  Trial trial(stack, h, GetParam());
  for (int k = 0; k < 50; ++k) {
    trial.run(1);
    auto const m = trial.measures();
    EXPECT_LE(m.penetration, 1e-8);
    EXPECT_LE(m.drift, 1e-6);
  }
  expect_weights(trial, std::vector<Real>(10, 1));
}

INSTANTIATE_TEST_SUITE_P(EveryChoice, Stack, testing::ValuesIn(every_choice()), name_of);

TEST(Stacks, OfEveryHeightCarryTheirWeight) {
  for (int n : {1, 2, 5, 20}) {
    Trial trial(stack, h, {}, {count(n)});
    trial.run(20);
    expect_weights(trial, std::vector<Real>(n, 1));
  }
}

TEST(Stacks, HoldATopOfAThousandTimesTheMass) {
  Trial trial(stack, h, {}, {count(20), top_mass(1000)});
  trial.run(20);
  std::vector<Real> mass(20, 1);
  mass.back() = 1000;
  expect_weights(trial, mass);
  EXPECT_LE(trial.measures().penetration, 1e-8);
}

TEST(Stacks, HoldAMillionTimesTheMass) {
  Trial trial(stack, h, {}, {count(2), top_mass(1e6)});
  trial.run(20);
  expect_weights(trial, {1, 1e6});
  EXPECT_LE(trial.measures().penetration, 1e-8);
}

}  // namespace
}  // namespace orthant::test::stacks
