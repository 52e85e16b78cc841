// Goes down both values as far as both have the same form.
#include "experiments/app/files/differences.hpp"

#include "orthant/core/config/config.hpp"

namespace orthant {
namespace {

void compare(std::string const& path, Json const& a, Json const& b, std::vector<Difference>& out) {
  auto const below = [&](std::string const& key) { return path.empty() ? key : path + "." + key; };
  if (a.is_object() && b.is_object()) {
    for (auto const& [key, value] : a.items())
      if (b.contains(key))
        compare(below(key), value, b[key], out);
      else
        out.push_back({below(key), shown(value), "absent"});
    for (auto const& [key, value] : b.items())
      if (!a.contains(key)) out.push_back({below(key), "absent", shown(value)});
  } else if (a.is_array() && b.is_array() && a.size() == b.size()) {
    for (std::size_t i = 0; i < a.size(); ++i) compare(below(std::to_string(i)), a[i], b[i], out);
  } else if (a != b) {
    out.push_back({path, shown(a), shown(b)});
  }
}

}  // namespace

std::vector<Difference> differences(Json const& a, Json const& b) {
  std::vector<Difference> out;
  compare("", a, b, out);
  return out;
}

}  // namespace orthant
