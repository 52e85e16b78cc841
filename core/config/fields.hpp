// The list of the fields of a settings struct, for reading and for description.
#pragma once
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "orthant/core/math/vec.hpp"

namespace orthant {

/// The range of a number, and its name in messages.
struct Range {
  double low = -std::numeric_limits<double>::infinity();  // lower bound
  double high = std::numeric_limits<double>::infinity();  // upper bound
  bool low_open = false, high_open = false;               // whether the bounds are excluded

  /// Whether x is in the range.
  bool contains(double x) const {  // NaN is in no range
    return (low_open ? x > low : x >= low) && (high_open ? x < high : x <= high);
  }
  std::string says() const;  // "a number > 0"
};

inline Range any_number() { return {}; }                          // no bounds
inline Range positive() { return {.low = 0, .low_open = true}; }  // > 0
inline Range not_negative() { return {.low = 0}; }                // >= 0
inline Range at_least(double low) { return {.low = low}; }        // >= low
/// Both bounds are included.
inline Range between(double low, double high) { return {.low = low, .high = high}; }

/// A value and its name in files. An array of these lists the values of an enum.
template <class E>
struct Named {
  E value;           // what it is here
  char const* name;  // name in a file
};

/// The name of a value; "" if it is not in the list.
template <class E, std::size_t n>
std::string name_in(Named<E> const (&list)[n], E value) {
  for (auto const& each : list)
    if (each.value == value) return each.name;
  return "";
}

/// Visits the fields of a settings struct. A struct offers
///
///     void fields(Fields& f) { f.real("tolerance", tolerance, positive(), "[m/s] where to stop");
///     }
///
/// The default values are the initialisers of the members.
class Fields {
 public:
  virtual ~Fields() = default;
  /// A number; `about` begins with its unit in brackets, if it has one.
  virtual void real(std::string const& key, double& value, Range range, char const* about) = 0;
  /// A whole number.
  virtual void integer(std::string const& key, int& value, Range range, char const* about) = 0;
  /// true or false.
  virtual void flag(std::string const& key, bool& value, char const* about) = 0;
  /// One of the names in `allowed`.
  virtual void name(std::string const& key, std::string& value,
                    std::vector<std::string> const& allowed, char const* about) = 0;
  /// One value of a list, by its name. If the member's value is not in the list, there is no
  /// default and the key is required.
  template <class E, std::size_t n>
  void choice(std::string const& key, E& value, Named<E> const (&list)[n], char const* about) {
    std::vector<std::string> names;
    for (auto const& each : list) names.emplace_back(each.name);
    std::string chosen = name_in(list, value);
    name(key, chosen, names, about);
    for (auto const& each : list)
      if (chosen == each.name) value = each.value;
  }
  /// Any text.
  virtual void text(std::string const& key, std::string& value, char const* about) = 0;
  /// A vector whose components are all in the range.
  virtual void vector(std::string const& key, Vec3& value, Range range, char const* about) = 0;
  /// A vector of any three numbers.
  void vector(std::string const& key, Vec3& value, char const* about) {
    vector(key, value, any_number(), about);
  }
  /// Two numbers for which `accepts` is true; `allowed` describes them.
  virtual void pair(std::string const& key, Vec<2>& value,
                    std::function<bool(double, double)> const& accepts, char const* allowed) = 0;
  /// Requires the key.
  virtual void need(std::string const&, char const* /*allowed*/) const {}
  /// Names further keys of the object. Call it before `need` of a key that resembles one of them,
  /// so that this one is not taken for a misspelling.
  virtual void allow(std::vector<std::string> const&) const {}

  // The functions below describe keys that other code reads.

  /// At most one of these keys may be present; exactly one if it `has_to`.
  virtual void one_of(std::vector<std::string> const&, bool /*has_to*/) {}

  /// A plug-in of a kind, as a type name or an object. The default is `otherwise`, or as `about`
  /// says.
  virtual void part(std::string const&, char const* /*kind*/, char const* /*otherwise*/,
                    char const* /*about*/) {}
  /// An object with the keys that `fields` visits, except those in `without`.
  virtual void object(std::string const&, std::function<void(Fields&)> const& /*fields*/,
                      char const* /*about*/, std::vector<std::string> const& /*without*/ = {}) {}
  /// Any other value, by its JSON Schema.
  virtual void described(std::string const&, char const* /*schema*/) {}
};

/// A required positive number.
inline double positive_field(Fields& f, char const* key, char const* about) {
  double value = 0;
  f.need(key, "a number > 0");
  f.real(key, value, positive(), about);
  return value;
}

/// The settings of a plug-in without settings.
struct NoSettings {
  void fields(Fields&) {}  // visits nothing
};

}  // namespace orthant
