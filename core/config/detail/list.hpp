// Plug-ins as types: a tuple of types with names. The list is the registration; factories, tests
// and `orthant list` iterate over it.
#pragma once
#include <tuple>

#include "orthant/core/config/config.hpp"

namespace orthant {

/// The requirements on a listed type: a name, a sentence, and optionally settings.
template <class T>
concept Listed = requires {
  { T::name } -> std::convertible_to<char const*>;
  { T::about } -> std::convertible_to<char const*>;
};

template <class T>
concept HasFields = requires(T t, Fields& f) {
  t.fields(f);
};

/// The function that visits the settings of a listed type; empty if it has none.
template <class T>
std::function<void(Fields&)> describer_of() {
  if constexpr (HasFields<T>)
    return [](Fields& fields) { T{}.fields(fields); };
  else
    return {};
}

/// Calls f(member) for a default-constructed object of each type.
template <class List, class F>
void for_each_in(F&& f) {
  std::apply([&](auto... member) { (f(member), ...); }, List{});
}

template <class List>
std::vector<std::string> names_of() {
  std::vector<std::string> out;
  for_each_in<List>([&](auto const& member) { out.emplace_back(member.name); });
  return out;
}

/// Reads the settings of a listed type, if it has any.
template <class T>
void read_listed(T& member, Config& config) {
  if constexpr (HasFields<T>) member.fields(config);
  if constexpr (requires { member.check(config); }) member.check(config);
}

/// The settings of a listed type, for a registry.
template <class T>
struct ListedSettings {
  T value;
  void fields(Fields& f) {
    if constexpr (HasFields<T>) value.fields(f);
  }
};

/// Calls f(T) for the type that `config` names at `key`, after reading its settings.
template <class List, class F>
void with_listed(Config& config, std::string const& key, char const* otherwise, F&& f) {
  Config plugin = config.plugin(key, otherwise);
  std::string type;
  plugin.name("type", type, names_of<List>(), "which one");
  for_each_in<List>([&](auto member) {
    if (type != member.name) return;
    read_listed(member, plugin);
    plugin.done();
    f(member);
  });
}

}  // namespace orthant
