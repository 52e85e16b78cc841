// Numbers that differ between the worlds of a batch: listed, or drawn from a distribution.
#pragma once
#include <map>
#include <nlohmann/json.hpp>

#include "orthant/core/config/config.hpp"

namespace orthant {

/// A scene may have, in place of a number, a list {"values": [...]} with one number for each world,
/// or a distribution. This holds for components of vectors and entries of matrices too, where a
/// plain list would be read as part of the vector:
///     {"uniform": [low, high]}    {"log_uniform": [low, high]}    {"normal": [mean, deviation]}
/// A draw depends only on the seed, the path of the number and the world.
class OverWorlds {
 public:
  /// A number that has been read for each world.
  struct Number {
    Json given;                 // as the document has it: a list, or one of the objects above
    std::vector<double> value;  // (worlds)
  };

  /// `root` is the beginning of all paths, outside of the document. With zero worlds their number
  /// is unknown, and no number may differ.
  OverWorlds(int worlds, int seed, std::string root);

  /// The number of worlds; zero: it is unknown.
  int worlds() const { return worlds_; }
  /// Selects the world whose numbers are read.
  void set_world(int world) { world_ = world; }

  /// Whether it is an object with a distribution or a list of values.
  static bool is_spread(Json const& given);
  /// Whether it is such an object, or a list.
  static bool is_many(Json const& given) { return given.is_array() || is_spread(given); }
  /// The allowed forms, for messages.
  static std::string forms();
  /// The JSON Schema of such an object.
  static Json schema();

  /// The number of the current world. Throws Error.
  double value(Json const& given, std::string const& where);
  /// `given` with all such objects replaced by the numbers of the world.
  Json settled(Json const& given, std::string const& where);

  /// All numbers read, by their paths "/scene/bodies/0/mass".
  std::map<std::string, Number> const& numbers() const { return numbers_; }
  /// Restores the given objects in a document that has the values of a world.
  void restore(Json& document) const;

 private:
  std::vector<double> values_of(Json const& given, std::string const& path,
                                std::string const& where) const;

  int worlds_, seed_, world_ = 0;
  std::string root_;
  std::map<std::string, Number> numbers_;
};

}  // namespace orthant
