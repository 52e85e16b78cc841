// Every complementarity function, and every form of friction: each with one of the other kind, but
// the symmetric form with all functions, whose compliance it takes.
#include "orthant/tests/conformance/friction.hpp"
#include "orthant/tests/conformance/ncp.hpp"

namespace orthant::test {
namespace {

std::vector<Choice> functions() {
  auto out = choices_of(plugins().ncp_functions);
  out.emplace_back(Json{{"type", "chks"}, {"relative", 10}});
  out.emplace_back(Json{{"type", "kanzow_kleinmichel"}, {"kappa", 3}});
  return out;
}

std::vector<Json> pairs() {
  std::vector<Json> out;
  for (auto const& name : plugins().ncp_functions.names())
    out.push_back({{"friction", "w_newton"}, {"ncp", name}});
  for (auto const& name : plugins().friction_forms.names()) {
    bool const whole = plugins().formulations.contains({"none", name});
    if (name == "w_newton") continue;
    out.push_back({{"friction", name}});
    if (!whole) out.back()["ncp"] = "fischer_burmeister";
  }
  return out;
}

INSTANTIATE_TEST_SUITE_P(All, NcpConformance, testing::ValuesIn(functions()), choice_name);
INSTANTIATE_TEST_SUITE_P(All, FrictionConformance, testing::ValuesIn(pairs()), pair_name);

}  // namespace
}  // namespace orthant::test
