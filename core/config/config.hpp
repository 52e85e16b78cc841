// One JSON object of an experiment file, with its path, and the record of what was read from it.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <set>

#include "core/config/error.hpp"
#include "core/config/fields.hpp"

namespace orthant {

using Json = nlohmann::json;
class OverWorlds;

/// Reads values of one object. Every value read, the defaults included, is also written to
/// `resolved`, so that a result can state the whole configuration. Both trees outlive the Config.
class Config final : public Fields {
 public:
  Config(Json const& input, Json& resolved, std::string path);

  /// Numbers of it, and of all that is read from it, may differ between worlds.
  void vary(OverWorlds& over) { over_ = &over; }

  // An absent key leaves the value as it is; a wrong one throws Error.
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

  /// Whether it is there; to ask for a key is to know it.
  bool has(std::string const& key) const;
  bool has_object(std::string const& key) const;
  /// Whether there is more than null.
  bool is_given(std::string const& key);
  std::vector<std::string> keys() const;
  /// Throws unless the key is there. The message names an unread key that it resembles.
  void need(std::string const& key, char const* allowed) const override;
  void allow(std::vector<std::string> const& keys) const override;

  /// The object at `key`; an empty one where there is none.
  Config child(std::string const& key);
  /// A plug-in: its type's name alone, or an object with a "type". `otherwise` is its type where
  /// there is none or null, and that of an object which does not say.
  Config plugin(std::string const& key, char const* otherwise = nullptr);
  /// The objects of the array at `key`; none where there is no such key.
  std::vector<Config> children(std::string const& key);
  /// The key's value as it stands, for a reader with its own rules.
  Json const& raw(std::string const& key);

  /// Call when all has been read: a key that nobody asked for is an error.
  void done() const;

  std::string where(std::string const& key) const { return path_ + "/" + key; }
  std::string const& path() const { return path_; }
  Json& resolved() { return *resolved_; }

 private:
  Json const* find(std::string const& key);
  /// The errors of a needed key that is absent; the first is thrown where an unread key resembles
  /// it.
  void refuse_misspelt(std::string const& key, std::string const& allowed) const;
  [[noreturn]] void refuse_missing(std::string const& key, std::string const& allowed) const;
  /// What stands there in the world that is read.
  Json here(Json const& given, std::string const& where) const;
  /// The end of a message on a value that is none.
  std::string or_many(Json const& found) const;
  std::string not_many(Json const& found) const;
  Config within(Json const& input, Json& resolved, std::string path) const;

  Json const* input_;
  Json* resolved_;
  std::string path_;
  std::string type_;  // of a plug-in that does not say
  OverWorlds* over_ = nullptr;
  mutable std::set<std::string> known_;
};

/// A value as a message shows it: short, on one line, never nested.
std::string shown(Json const& value);

}  // namespace orthant
