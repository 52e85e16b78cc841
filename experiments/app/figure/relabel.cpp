// All parts of all texts of a figure are what may be renamed.
#include "experiments/app/figure/relabel.hpp"

#include <map>

#include "core/config/error.hpp"
#include "core/config/spelling.hpp"

namespace orthant::figures {
namespace {

/// The texts of a figure, each of which is a list of names.
std::vector<std::string*> texts_of(Figure& figure) {
  std::vector<std::string*> out;
  for (auto& panel : figure.panels) {
    for (auto* axis : {&panel.x, &panel.y}) {
      out.push_back(&axis->label);
      for (auto& each : axis->categories) out.push_back(&each);
    }
    for (auto& curve : panel.curves) out.push_back(&curve.name);
    if (panel.map) out.push_back(&panel.map->label);
    out.push_back(&panel.about);
  }
  return out;
}

/// A part of a text: its begin and length.
struct Piece {
  std::size_t at, length;
};

/// The whole, then the parts between commas, then the names in front of values and units.
std::vector<Piece> pieces_of(std::string const& text) {
  std::vector<Piece> out = {{0, text.size()}};
  for (std::size_t at = 0; at <= text.size();) {
    auto const end = std::min(text.find(", ", at), text.size());
    auto const part = text.substr(at, end - at);
    out.push_back({at, part.size()});
    for (char const* mark : {" = ", " [", " ("})
      if (auto const found = part.find(mark); found != std::string::npos)
        out.push_back({at, found});
    at = end + 2;
  }
  return out;
}

bool change_in(std::string& text, std::string const& from, std::string const& to) {
  for (auto const& [at, length] : pieces_of(text))
    if (text.compare(at, length, from) == 0) {
      text.replace(at, length, to);
      return true;
    }
  return false;
}

}  // namespace

void relabel(Figure& figure, std::vector<std::string> const& labels) {
  auto const texts = texts_of(figure);
  std::vector<std::string> known;
  for (auto const* text : texts)
    for (auto const& [at, length] : pieces_of(*text))
      if (auto const name = text->substr(at, length);
          !name.empty() && std::find(known.begin(), known.end(), name) == known.end())
        known.push_back(name);
  for (auto const& label : labels) {
    // A name may have a "=" itself, as "warm start = true".
    auto equals = label.rfind('=');
    while (equals != std::string::npos && equals > 0 &&
           std::find(known.begin(), known.end(), label.substr(0, equals)) == known.end())
      equals = label.rfind('=', equals - 1);
    if (label.find('=') == std::string::npos || label.starts_with("="))
      refuse("--label", "\"" + label + "\"", "OLD=NEW");
    if (equals == std::string::npos || equals == 0) {
      auto const old = label.substr(0, label.find('='));
      refuse("--label", "\"" + old + "\"", comma_separated(known) + nearest_hint(old, known));
    }
    for (auto* text : texts) change_in(*text, label.substr(0, equals), label.substr(equals + 1));
  }
}

}  // namespace orthant::figures
