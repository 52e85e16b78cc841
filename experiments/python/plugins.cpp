// A complementarity function and a linear solver that call Python.
#include "experiments/python/plugins.hpp"

#include <nlohmann/json.hpp>

#include "backends/own_plugins.hpp"
#include "constraints/register.hpp"
#include "experiments/python/callables.hpp"
#include "solvers/linear/sparse/sparse_direct.hpp"

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

bool names_python(Config& config) {
  if (!config.has("ncp")) return false;
  Json const& given = config.raw("ncp");
  return given == "python" ||
         (given.is_object() && given.contains("type") && given["type"] == "python");
}

void add_to(Plugins<SpaceOnHost>& plugins) {
  Plugins<SpaceOnHost> ours;
  register_formulations<SpaceOnHost, std::tuple<PythonNcp>>(ours);
  plugins.formulation = [standard = plugins.formulation,
                         python = ours.formulation](Config& config) {
    return names_python(config) ? python(config) : standard(config);
  };
  plugins.linear_solvers.add<FactorsSettings>(
      "python", "a function in Python that factorises S; any matrix; host, slow",
      [](FactorsSettings const& set, Config& config, Sizes const& n) {
        // A solver of size zero is made only to query its properties.
        if (factors_count() == 0 && n.worlds > 0 && n.rows > 0)
          refuse(config.where("function"), "no function",
                 "one that orthant.linear_solver has taken");
        // Solvers make the factorisation of each world in their constructor.
        static int being_made;
        being_made = set.function;
        return std::make_unique<SparseDirect<SpaceOnHost>>([] { return make_factors(being_made); },
                                                           set, n);
      });
}

}  // namespace

void add_plugins() { own_plugins().emplace_back(add_to); }

}  // namespace orthant::python
