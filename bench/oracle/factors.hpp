// What an experiment may choose: every plug-in and every setting that has a few values.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "backends/backend.hpp"

namespace orthant::oracle {

/// One choice. It exists only beside some values of another, as a preconditioner does beside linear
/// solvers that take one.
struct Factor {
  std::string name;          // its path in an experiment, or a name of the campaign's own
  std::vector<Json> values;  // null: the key is left out
  int parent = -1;
  std::vector<bool> under = {};  // by the parent's value

  int size() const { return static_cast<int>(values.size()); }
};

/// A value of each factor; -1 where it does not exist.
using Row = std::vector<int>;

/// The choices of integrator, solver and all that these name, found in the catalogue: plug-ins by
/// name, flags and names; of integrators and contacts, whose numbers change the law and not only
/// the way to its solution, numbers between two closed bounds at both. `of_contacts` adds the keys
/// of a scene's "contact" below the values of the factor 0 for which it says so.
void add_choices(std::vector<Factor>& factors, std::vector<CatalogEntry> const& catalog,
                 std::vector<bool> const& of_contacts);

/// Writes the values of the factors whose names are paths below "solver", "integrator" and
/// "scene.contact" into an experiment.
void write_choices(std::vector<Factor> const& factors, Row const& row, Json& experiment);

/// "absent" for null, else the value as text.
std::string value_name(Json const& value);

}  // namespace orthant::oracle
