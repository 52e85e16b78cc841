// Figures by matplotlib.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace orthant {

/// Adds to a study of the request what Python needs: {"needs": what, "wanted": [...]}.
using Supply = std::function<void(nlohmann::json& study, nlohmann::json const& needs)>;

/// Draws a request, an object that figure/__main__.py reads, by the first Python that has
/// matplotlib. Returns what it says, with "notes". Throws Error.
nlohmann::json draw(nlohmann::json request, Supply const& supply);

/// The same as SVG, of which no script stays.
std::string drawing_of(nlohmann::json request, Supply const& supply);

}  // namespace orthant
