// The choices of an experiment: every plug-in, and every setting with a few values.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "orthant/backends/simulation/backend.hpp"

namespace orthant::oracle {

/// One choice. It may exist only with some values of another choice, for example a preconditioner
/// with linear solvers that take one.
struct Factor {
  std::string name;          // path in an experiment, or a name of the campaign
  std::vector<Json> values;  // null: the key is absent
  int parent = -1;
  std::vector<bool> under = {};  // by value of the parent

  int size() const { return static_cast<int>(values.size()); }
};

/// A value for each factor; -1 if the factor does not exist.
using Row = std::vector<int>;

/// Adds the choices of integrator, solver and all that these name, from the catalogue: plug-ins by
/// name, flags and names. Numbers are added for integrators and contacts only, whose numbers change
/// the law and not only the way to its solution; they take both closed bounds. `of_contacts` adds
/// the keys of a scene's "contact" for the values of factor 0 that it selects.
void add_choices(std::vector<Factor>& factors, std::vector<CatalogEntry> const& catalog,
                 std::vector<bool> const& of_contacts);

/// Writes the values of the factors whose names are paths below "solver", "integrator" and
/// "scene.contact" into an experiment.
void write_choices(std::vector<Factor> const& factors, Row const& row, Json& experiment);

/// "absent" for null, else the value as text.
std::string value_name(Json const& value);

}  // namespace orthant::oracle
