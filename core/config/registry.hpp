// Maps names to makers: one registry for each extension point, filled by one visible function each.
#pragma once
#include <functional>
#include <map>

#include "orthant/core/config/config.hpp"

namespace orthant {

/// Reads plug-ins of one kind from the configuration that names them. `Value` is what a plug-in is
/// read as: itself, or a recipe that makes it when its sizes are known.
template <class Value, class... Args>
class Registry {
 public:
  /// Reads a configuration; throws Error if it is wrong.
  using Make = std::function<Value(Config&, Args...)>;
  /// The entry of a name.
  struct Entry {
    std::string about;                      // one sentence
    Make make;                              // reads its own keys; unread keys are errors
    std::function<void(Fields&)> describe;  // visits its settings
  };

  /// Adds a plug-in with settings: `maker(settings, config, args...)`, where `config` only gives
  /// access to the plug-ins inside it, and `describe` describes these.
  template <class Settings, class F>
  void add(std::string const& name, std::string const& about, F maker,
           std::function<void(Fields&)> const& describe = {}) {
    Entry entry{about,
                [maker](Config& config, Args... args) -> Value {
                  Settings settings;
                  settings.fields(config);
                  return maker(settings, config, args...);
                },
                [describe](Fields& fields) {
                  Settings{}.fields(fields);
                  if (describe) describe(fields);
                }};
    if (!entries_.emplace(name, std::move(entry)).second)
      throw std::logic_error("registered twice: " + name);
  }

  /// Reads the plug-in named under "type", and refuses unknown keys.
  Value make(Config config, Args... args) const {
    std::string type;
    config.name("type", type, names(), "which one");
    Value made = entries_.at(type).make(config, args...);
    config.done();
    return made;
  }

  /// All names in alphabetical order.
  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (auto const& [name, entry] : entries_) out.push_back(name);
    return out;
  }

  /// All entries by name.
  std::map<std::string, Entry> const& entries() const { return entries_; }

 private:
  std::map<std::string, Entry> entries_;
};

}  // namespace orthant
