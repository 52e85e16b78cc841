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
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_open = false, high_open = false;

  bool contains(double x) const {  // NaN is in no range
    return (low_open ? x > low : x >= low) && (high_open ? x < high : x <= high);
  }
  std::string says() const;
};

inline Range any_number() { return {}; }
inline Range positive() { return {.low = 0, .low_open = true}; }
inline Range not_negative() { return {.low = 0}; }
inline Range at_least(double low) { return {.low = low}; }
inline Range between(double low, double high) { return {.low = low, .high = high}; }

/// Visits the fields of a settings struct. A struct offers
///
///     void fields(Fields& f) { f.real("tolerance", tolerance, positive(), "[m/s] where to stop");
///     }
///
/// and its default values are the members' initialisers.
class Fields {
 public:
  virtual ~Fields() = default;
  virtual void real(std::string const& key, double& value, Range range, char const* about) = 0;
  virtual void integer(std::string const& key, int& value, Range range, char const* about) = 0;
  virtual void flag(std::string const& key, bool& value, char const* about) = 0;
  virtual void name(std::string const& key, std::string& value,
                    std::vector<std::string> const& allowed, char const* about) = 0;
  virtual void text(std::string const& key, std::string& value, char const* about) = 0;
  /// Every component is in the range.
  virtual void vector(std::string const& key, Vec3& value, Range range, char const* about) = 0;
  void vector(std::string const& key, Vec3& value, char const* about) {
    vector(key, value, any_number(), about);
  }
  /// Two numbers for which `accepts` is true; `allowed` says which.
  virtual void pair(std::string const& key, Vec<2>& value,
                    std::function<bool(double, double)> const& accepts, char const* allowed) = 0;
  /// The key has to be there.
  virtual void need(std::string const&, char const* /*allowed*/) const {}

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

inline double positive_field(Fields& f, char const* key, char const* about) {
  double value = 0;
  f.need(key, "a number > 0");
  f.real(key, value, positive(), about);
  return value;
}

struct NoSettings {
  void fields(Fields&) {}
};

}  // namespace orthant
