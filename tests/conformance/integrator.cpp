// Every integrator in its variants, with the order that it states; and every execution space.
#include "orthant/tests/conformance/integrator.hpp"

#include "orthant/tests/conformance/backend.hpp"

namespace orthant::test {
namespace {

std::vector<Choice> all_integrators() {
  std::vector<Choice> out;
  for (auto const& name : plugins().integrators.names()) {
    bool second = false;
    for (auto const* each : {"implicit_midpoint", "bdf2", "generalised_alpha", "variational"})
      second = second || name == each;
    out.emplace_back(Json{{"type", name}}, second ? 2 : 1);
  }
  for (auto const* matrices : {"start", "iterate"})
    out.emplace_back(Json{{"type", "implicit_euler"}, {"matrices", matrices}}, 1);
  out.emplace_back(Json{{"type", "moreau_jean"}, {"theta", 1}}, 1);
  out.emplace_back(Json{{"type", "moreau_jean"}, {"matrices", "iterate"}}, 1);
  out.emplace_back(Json{{"type", "generalised_alpha"}, {"rho_inf", 0.5}}, 2);
  return out;
}

INSTANTIATE_TEST_SUITE_P(All, IntegratorConformance, testing::ValuesIn(all_integrators()),
                         choice_name);
INSTANTIATE_TEST_SUITE_P(All, BackendConformance, testing::ValuesIn(space_names()),
                         [](auto const& of) { return of.param; });

}  // namespace
}  // namespace orthant::test
