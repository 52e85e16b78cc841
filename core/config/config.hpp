// One JSON object of an experiment file, with its path, and a record of the values read from it.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <set>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/fields.hpp"

namespace orthant {

using Json = nlohmann::json;  // any value of a JSON document
class OverWorlds;

/// Reads values of one object. Every value, defaults included, is also written to `resolved`, so
/// that a result can state the whole configuration. Both trees must outlive the Config.
class Config final : public Fields {
 public:
  /// `path` is that of the object, such as "e.json/scene", for messages. Throws WrongValue unless
  /// `input` is an object. `resolved` becomes an empty object, unless it is an object.
  Config(Json const& input, Json& resolved, std::string path);

  /// Allows numbers of this object, and of all objects read from it, to differ between worlds.
  void vary(OverWorlds& over) { over_ = &over; }

  // An absent key leaves the value unchanged; a wrong value throws Error.
  void real(std::string const& key, double& value, Range range, char const* about) override;
  void integer(std::string const& key, int& value, Range range, char const* about) override;
  void flag(std::string const& key, bool& value, char const* about) override;
  void name(std::string const& key, std::string& value, std::vector<std::string> const& allowed,
            char const* about) override;
  void text(std::string const& key, std::string& value, char const* about) override;
  void vector(std::string const& key, Vec3& value, Range range, char const* about) override;
  using Fields::vector;

  void pair(std::string const& key, Vec<2>& value,
            std::function<bool(double, double)> const& accepts, char const* allowed) override;
  /// `count` finite numbers.
  std::vector<double> reals(std::string const& key, int count);

  /// Whether the key is present. Marks the key as known.
  bool has(std::string const& key) const;
  /// Whether the key is present and is an object, other than one for a number that differs between
  /// worlds. Marks the key as known.
  bool has_object(std::string const& key) const;
  /// Whether the key is present and not null.
  bool is_given(std::string const& key);
  /// All keys of the object, known or not, in alphabetical order. Marks none as known.
  std::vector<std::string> keys() const;
  /// Throws Error unless the key is present. The message names a similar unread key.
  void need(std::string const& key, char const* allowed) const override;
  void allow(std::vector<std::string> const& keys) const override;
  /// Throws Error if an unread key resembles `key`, which is needed and absent.
  void refuse_misspelt(std::string const& key, std::string const& allowed) const;

  /// The object at `key`; an empty object if it is absent.
  Config child(std::string const& key);
  /// A plug-in: the name of its type, or an object with a "type". `otherwise` is the type if the
  /// key is absent or null, or if the object has no "type".
  Config plugin(std::string const& key, char const* otherwise = nullptr);
  /// The objects of the array at `key`; none if the key is absent.
  std::vector<Config> children(std::string const& key);
  /// The value of the key itself, for a reader with its own rules.
  Json const& raw(std::string const& key);

  /// The value as it stands in the file, which somebody else reads; null if it is absent.
  Json const* given(std::string const& key) const;

  /// Call at the end: a key that was not read is an error.
  void done() const;

  /// The path of the value at a key, for messages.
  std::string where(std::string const& key) const { return path_ + "/" + key; }
  /// The path of the object, for messages.
  std::string const& path() const { return path_; }
  /// The record of the values read so far. A reader with its own rules may write to it.
  Json& resolved() { return *resolved_; }

 private:
  Json const* find(std::string const& key);
  [[noreturn]] void refuse_missing(std::string const& key, std::string const& allowed) const;
  /// The value in the current world.
  Json here(Json const& given, std::string const& where) const;
  /// The end of an error message for a value that is no number.
  std::string or_many(Json const& found) const;
  std::string not_many(Json const& found) const;
  Config within(Json const& input, Json& resolved, std::string path) const;

  Json const* input_;
  Json* resolved_;
  std::string path_;
  std::string type_;  // of a plug-in without "type"
  OverWorlds* over_ = nullptr;
  mutable std::set<std::string> known_;
};

/// Whether a value is an array of so many finite numbers.
bool are_numbers(Json const& value, std::size_t count);

/// A value for a message: short, on one line, never nested.
std::string shown(Json const& value);

}  // namespace orthant
