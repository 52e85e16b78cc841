// What a settings struct tells about itself: one list of its fields, for reading and for
// describing.
#pragma once
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/math/vec.hpp"

namespace orthant {

/// The numbers that a field takes, and how a message calls them.
struct Range {
  double low = -std::numeric_limits<double>::infinity();  // the least
  double high = std::numeric_limits<double>::infinity();  // the most
  bool low_open = false, high_open = false;               // whether the ends are left out

  /// Whether x is in it.
  bool contains(double x) const {  // NaN is in no range
    return (low_open ? x > low : x >= low) && (high_open ? x < high : x <= high);
  }
  std::string says() const;  // "a number > 0"
};

inline Range any_number() { return {}; }                          // no bounds
inline Range positive() { return {.low = 0, .low_open = true}; }  // > 0
inline Range not_negative() { return {.low = 0}; }                // >= 0
inline Range at_least(double low) { return {.low = low}; }        // >= low
/// Both ends are in it.
inline Range between(double low, double high) { return {.low = low, .high = high}; }

/// One value of several, and how files call it. The list of an enum's values is an array of these.
template <class E>
struct Named {
  E value;           // what it is here
  char const* name;  // and in a file
};

/// The name of a value; "" where the list has none.
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
/// and its default values are the members' initialisers.
class Fields {
 public:
  virtual ~Fields() = default;
  /// A number; `about` begins with its unit in brackets, where it has one.
  virtual void real(std::string const& key, double& value, Range range, char const* about) = 0;
  /// A whole number.
  virtual void integer(std::string const& key, int& value, Range range, char const* about) = 0;
  /// true or false.
  virtual void flag(std::string const& key, bool& value, char const* about) = 0;
  /// One of the names in `allowed`.
  virtual void name(std::string const& key, std::string& value,
                    std::vector<std::string> const& allowed, char const* about) = 0;
  /// One of a list by its name. A value that is not in the list is no default: the key has to be
  /// there.
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
  /// Every component is in the range.
  virtual void vector(std::string const& key, Vec3& value, Range range, char const* about) = 0;
  /// Three numbers, of any size.
  void vector(std::string const& key, Vec3& value, char const* about) {
    vector(key, value, any_number(), about);
  }
  /// Two numbers for which `accepts` is true; `allowed` says which.
  virtual void pair(std::string const& key, Vec<2>& value,
                    std::function<bool(double, double)> const& accepts, char const* allowed) = 0;
  /// The key has to be there.
  virtual void need(std::string const&, char const* /*allowed*/) const {}
  /// These keys may be there too. It is called before a `need` of a key that one of them resembles,
  /// so that this one is not taken for the needed key misspelt.
  virtual void allow(std::vector<std::string> const&) const {}

  // What is read elsewhere, by rules of its own, is told to those who describe.

  /// Of these keys one may be there, or has to.
  virtual void one_of(std::vector<std::string> const&, bool /*has_to*/) {}

  /// A plug-in of a kind, the type's name alone or an object; by default `otherwise`, or what
  /// `about` says.
  virtual void part(std::string const&, char const* /*kind*/, char const* /*otherwise*/,
                    char const* /*about*/) {}
  /// An object whose keys `fields` visits, but for those of `without`.
  virtual void object(std::string const&, std::function<void(Fields&)> const& /*fields*/,
                      char const* /*about*/, std::vector<std::string> const& /*without*/ = {}) {}
  /// Anything else, by its JSON Schema.
  virtual void described(std::string const&, char const* /*schema*/) {}
};

/// A number that has to be there.
inline double positive_field(Fields& f, char const* key, char const* about) {
  double value = 0;
  f.need(key, "a number > 0");
  f.real(key, value, positive(), about);
  return value;
}

/// Of a plug-in that has none.
struct NoSettings {
  void fields(Fields&) {}  // visits nothing
};

}  // namespace orthant
