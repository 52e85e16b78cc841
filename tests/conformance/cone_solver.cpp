// Every solver of Coulomb's law for stored contacts; the one that needs a good start not on piles.
#include "orthant/tests/conformance/cone_solver.hpp"

#include <algorithm>

#include "orthant/solvers/cone/first_order/detail/register.hpp"

namespace orthant::test {
namespace {

std::vector<std::string> first_order() {
  ConeSolvers out;
  register_first_order(out);
  return out.names();
}

/// Near a sticking contact the derivative of |u_t| turns with round-off, and the error of an
/// interior point is a multiple of the square root of round-off: at most 2e-6 for 100 such piles.
double reached_by(std::string const& name) {
  if (name == "interior_point") return 1e-5;
  return std::ranges::count(first_order(), name) ? 1e-10 : 1e-12;
}

/// The method of steps that stored problems borrow has tests of its own.
std::vector<Choice> solvers_without(std::vector<std::string> const& these) {
  std::vector<Choice> out;
  for (auto const& each : choices_of(cone_solvers()))
    if (read_choice(cone_solvers(), each.settings)->law() == FrictionLaw{} &&
        each.type() != "newton" && !std::ranges::count(these, each.type()))
      out.emplace_back(each.settings, reached_by(each.type()));
  return out;
}

INSTANTIATE_TEST_SUITE_P(All, ConeSolverConformance, testing::ValuesIn(solvers_without({})),
                         choice_name);
INSTANTIATE_TEST_SUITE_P(All, UnsolvableConformance,
                         testing::ValuesIn(solvers_without(first_order())), choice_name);
INSTANTIATE_TEST_SUITE_P(All, PileConformance,
                         testing::ValuesIn(solvers_without({"alart_curnier"})), choice_name);

/// Says that it has converged, wherever it is.
struct Liar final : ConeSolver {
  using ConeSolver::ConeSolver;
  ConeReport do_solve(ConeProblem const&, Vector&, ConeStop const&) const override { return {}; }
};

TEST(OwnConeSolvers, ThatDoNotSolveOneContactAreTold) {
  for (auto const& name : cone_solvers().names())
    EXPECT_NO_THROW(require_one_contact(cone_solvers(), name)) << name;
  ConeSolvers own;
  own.add<ConeStop>("liar", "lies", [](ConeStop const& stop, Config&) {
    return std::make_shared<Liar const>(stop);
  });
  try {
    require_one_contact(own, "liar");
    FAIL();
  } catch (Error const& e) {
    EXPECT_NE(std::string(e.what()).find("cone solver liar: found the natural map"),
              std::string::npos)
        << e.what();
  }
}

}  // namespace
}  // namespace orthant::test
