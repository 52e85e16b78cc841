// Numbers that differ between the worlds of a batch: listed, or drawn from a distribution.
#pragma once
#include <map>
#include <nlohmann/json.hpp>

#include "core/config/config.hpp"

namespace orthant {

/// In the place of a number a scene may have a list, {"values": [...]} with one for each world, or
/// a distribution; in the place of a vector's component or a matrix's entry too, where a plain list
/// would be read as part of the vector:
///     {"uniform": [low, high]}    {"log_uniform": [low, high]}    {"normal": [mean, deviation]}
/// A draw depends on the seed, the path of the number and the world alone.
class OverWorlds {
 public:
  struct Number {
    Json given;
    std::vector<double> value;  // (worlds)
  };

  /// `root`: what paths begin with that is no part of the document. No worlds: their number is not
  /// known, and no number may differ.
  OverWorlds(int worlds, int seed, std::string root);

  int worlds() const { return worlds_; }
  /// From now on numbers are those of this world.
  void set_world(int world) { world_ = world; }

  /// An object that names a distribution or lists values.
  static bool is_spread(Json const& given);
  /// Such an object, or a list.
  static bool is_many(Json const& given) { return given.is_array() || is_spread(given); }
  /// How they may be written.
  static std::string forms();
  /// Of such an object.
  static Json schema();

  /// The number of the world. Throws Error.
  double value(Json const& given, std::string const& where);
  /// `given` with numbers in place of all objects that stand for some.
  Json settled(Json const& given, std::string const& where);

  /// All that were read, by their paths "/scene/bodies/0/mass".
  std::map<std::string, Number> const& numbers() const { return numbers_; }
  /// Puts what was given back into the document that has the values of a world.
  void restore(Json& document) const;

 private:
  std::vector<double> values_of(Json const& given, std::string const& path,
                                std::string const& where) const;

  int worlds_, seed_, world_ = 0;
  std::string root_;
  std::map<std::string, Number> numbers_;
};

}  // namespace orthant
