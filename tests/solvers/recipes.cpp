// The parts of a method are read once, and made when a step needs them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "orthant/solvers/preconditioner/preconditioner.hpp"
#include "tests/registered.hpp"

namespace orthant::test {
namespace {

template <class R, class... Args>
auto read(R const& registry, char const* name, Args const&... args) {
  Json const type = {{"type", name}};
  Json resolved;
  return registry.make(Config(type, resolved, name), args...);
}
template <class Part>
Maker<Part> counting(int& count, Maker<Part> const& make) {
  return [&count, make](Sizes const& n) {
    ++count;
    return make(n);
  };
}

/// Plug-ins with "counted", a linear solver, a preconditioner and a nonlinear solver that count how
/// often they are made.
struct Counted {
  Counted() {
    plugins.preconditioners.add<NoSettings>(
        "counted", "", [this](NoSettings const&, Config&) -> Maker<Preconditioner<Space>> {
          return counting(preconditioners, read(plugins.preconditioners, "block_jacobi"));
        });
    plugins.linear_solvers.add<NoSettings>(
        "counted", "",
        [this](NoSettings const&, Config&, Plugins<Space> const& all, Demands const& demands) {
          auto out = read(all.linear_solvers, "dense_ldlt", all, demands);
          out.make = counting(linear, out.make);
          return out;
        });
    plugins.nonlinear_solvers.add<NoSettings>(
        "counted", "",
        [this](NoSettings const&, Config&, Plugins<Space> const& all, Demands const& demands) {
          auto out = read(all.nonlinear_solvers, "hybrid", all, demands);
          out.make = counting(cone, out.make);
          return out;
        });
  }

  std::unique_ptr<Simulation> simulation(Json const& solver, int worlds = 1) {
    auto const backend = backend_with(plugins);
    Json const input = {{"solver", solver},
                        {"scene", {{"assemblies", {{{"type", "stack"}, {"count", 3}}}}}}};
    Json resolved;
    Config config(input, resolved, "counted.json");
    Setup setup;
    setup.worlds = worlds;
    setup.h = 0.005;
    setup.scene = read_scene(config.child("scene"), backend->joint_types());
    auto made = backend->build(setup, config);
    config.done();
    return made;
  }

  Plugins<Space> plugins = registered();
  int preconditioners = 0, linear = 0, cone = 0;
};

TEST(Recipes, OneNewtonAndNoConeSolverAreMadeForAStepThatNewtonSolves) {
  Counted counted;
  Json const solver = {{"type", "cascade"}, {"linear", "counted"}, {"then", {"counted"}}};
  auto const simulation = counted.simulation(solver);
  EXPECT_EQ(counted.linear, 1);
  EXPECT_EQ(counted.cone, 0);
  for (int k = 0; k < 3; ++k) EXPECT_TRUE(simulation->step().solve.converged());
  EXPECT_EQ(counted.linear, 1);
  EXPECT_EQ(counted.cone, 0);
}

TEST(Recipes, AStepThatNewtonDoesNotSolveMakesTheNextSolver) {
  Counted counted;
  Json const solver = {{"type", "cascade"}, {"max_iterations", 0}, {"then", {"counted"}}};
  auto const simulation = counted.simulation(solver);
  EXPECT_EQ(counted.cone, 0);
  EXPECT_TRUE(simulation->step().solve.converged());
  EXPECT_EQ(counted.cone, 1);
}

TEST(Recipes, APartOfAPartIsOnesOwn) {
  Counted counted;
  Json const solver = {{"type", "newton"},
                       {"linear", {{"type", "pcr"}, {"preconditioner", "counted"}}}};
  EXPECT_TRUE(counted.simulation(solver)->step().solve.converged());
  EXPECT_EQ(counted.preconditioners, 1);
}

TEST(Recipes, ABatchIsReadOnceAndMadeInGroups) {
  Counted counted;
  auto const simulation = counted.simulation({{"type", "newton"}, {"linear", "counted"}}, 400);
  EXPECT_GT(counted.linear, 1);
  EXPECT_LT(counted.linear, 400);
  EXPECT_EQ(simulation->step().solve.worlds_converged, 400);
}

}  // namespace
}  // namespace orthant::test
