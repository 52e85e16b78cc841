// A plug-in in the catalogue of all.
#pragma once
#include <functional>
#include <string>

namespace orthant {

class Fields;

/// One plug-in, as `orthant list` shows it.
struct CatalogEntry {
  std::string kind, name, about;               // "linear solver", "pcr", and one sentence
  std::function<void(Fields&)> describe = {};  // its settings; empty if it has none
};

}  // namespace orthant
