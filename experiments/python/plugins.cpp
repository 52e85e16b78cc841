// A complementarity function and a linear solver that call Python.
#include <nlohmann/json.hpp>

#include "experiments/python/bind.hpp"
#include "experiments/python/callables.hpp"
#include "orthant/backends/own_plugins.hpp"
#include "orthant/constraints/register_formulations.hpp"
#include "orthant/solvers/linear/sparse/sparse_direct.hpp"

namespace orthant::python {
namespace {

/// Calls the function with the number that add_ncp returned, once for each row.
struct PythonNcp {
  static constexpr char const* name = "python";
  static constexpr char const* about = "a function in Python; slow";

  int function = 0;

  void fields(Fields& f) {
    f.integer("function", function, between(0, std::max(0, ncp_count() - 1)),
              "which, as orthant.ncp_function says");
  }
  void check(Config& config) const {
    if (ncp_count() == 0)
      refuse(config.path(), "no function", "one that orthant.ncp_function has taken");
  }
  KOKKOS_FUNCTION NcpValue operator()(Real a, Real b) const { return call_ncp(function, a, b); }
};

struct FactorsSettings : RefinementSettings {
  int function = 0;

  void fields(Fields& f) {
    RefinementSettings::fields(f);
    f.integer("function", function, between(0, std::max(0, factors_count() - 1)),
              "which, as orthant.linear_solver says");
  }
};

void add_to(Plugins<SpaceOnHost>& plugins) {
  add_unchecked_ncp<SpaceOnHost, PythonNcp>(plugins);  // orthant.ncp_function looks at each
  plugins.linear_solvers.add<FactorsSettings>(
      "python", "a function in Python that factorises S; any matrix; host, slow",
      [](FactorsSettings const& set, Config& config, Plugins<SpaceOnHost> const&,
         Demands const&) -> LinearRecipe<SpaceOnHost> {
        return {.takes_nonsymmetric = true,
                .make = [set, where = config.where("function")](Sizes const& n) {
                  if (factors_count() == 0)
                    refuse(where, "no function", "one that orthant.linear_solver has taken");
                  return std::make_unique<SparseDirect<SpaceOnHost>>(
                      [set] { return make_factors(set.function); }, set, n);
                }};
      });
}

}  // namespace

void add_plugins() { own_plugins().emplace_back(add_to); }

}  // namespace orthant::python
