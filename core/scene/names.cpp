// Checks that a name is one line and no formula.
#include "core/scene/names.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/config/config.hpp"

namespace orthant {

void require_name(std::string const& where, std::string const& name) {
  bool const line = std::none_of(name.begin(), name.end(), [](char c) {
    auto const byte = static_cast<unsigned char>(c);
    return byte < ' ' || byte == 127;
  });
  if (!line || name.starts_with('='))
    refuse(where, shown(Json(name)),
           "a name without control characters and \"=\" at its beginning");
}

}  // namespace orthant
