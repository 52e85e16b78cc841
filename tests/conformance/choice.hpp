// The plug-ins of a program by name, its own among them, as parameters of tests.
#pragma once
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "orthant/backends/own_plugins.hpp"
#include "orthant/backends/standard_plugins.hpp"

namespace orthant::test {

/// The plug-ins of the host's first space, and those that the program has added.
inline Plugins<SpaceOnHost> const& plugins() {
  static auto const all = [] {
    auto out = standard_plugins<SpaceOnHost>();
    for (auto const& add : own_plugins()) add(out);
    return out;
  }();
  return all;
}

/// A plug-in by its name or its settings, and the accuracy that it reaches by itself.
struct Choice {
  Choice(char const* name) : Choice(Json(name)) {}
  Choice(std::string const& name) : Choice(Json(name)) {}
  Choice(Json given, double accuracy = 1e-12)
      : settings(given.is_string() ? Json{{"type", given}} : std::move(given)), reaches(accuracy) {}
  std::string type() const { return settings["type"]; }

  Json settings;
  double reaches;
};
inline std::ostream& operator<<(std::ostream& out, Choice const& c) { return out << c.settings; }

/// The names and values of the settings, in letters, digits and underscores.
inline std::string choice_name(testing::TestParamInfo<Choice> const& info) {
  std::string out = info.param.type();
  for (auto const& [key, value] : info.param.settings.items()) {
    if (key == "type") continue;
    out += "_" + key + "_";
    for (char const c : value.dump())
      if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') out += c;
  }
  return out;
}

/// All plug-ins of a registry, each with its defaults.
template <class Registry>
std::vector<Choice> choices_of(Registry const& registry) {
  std::vector<Choice> out;
  for (auto const& name : registry.names()) out.emplace_back(name);
  return out;
}

/// What a registry reads from settings, with the arguments that it takes besides.
template <class Registry, class... Args>
auto read_choice(Registry const& registry, Json const& settings, Args const&... args) {
  Json resolved;
  return registry.make(Config(settings, resolved, "settings"), args...);
}

}  // namespace orthant::test
