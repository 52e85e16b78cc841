// JSON Schema (draft 2020-12) of settings.
#pragma once
#include <nlohmann/json.hpp>

#include "orthant/core/config/config.hpp"

namespace orthant {

/// Collects the fields of a `fields` function: the schema of an object with these keys and no
/// others.
class SchemaFields final : public Fields {
 public:
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
  void need(std::string const& key, char const* allowed) const override;

  void one_of(std::vector<std::string> const& keys, bool has_to) override;
  void part(std::string const& key, char const* kind, char const* otherwise,
            char const* about) override;
  void object(std::string const& key, std::function<void(Fields&)> const& fields, char const* about,
              std::vector<std::string> const& without = {}) override;
  void described(std::string const& key, char const* schema) override;

  /// A key by the schema of its value.
  void add(std::string const& key, Json schema);
  /// The fields so far have defaults elsewhere.
  void forget_defaults();
  /// Removes a key from those that the object may have. Rules about it, as that it is required,
  /// stay.
  void forget(std::string const& key);

  /// The schema so far: of an object with these keys and no others.
  Json schema() const;

 private:
  void add(std::string const& key, Json schema, Json const& value, char const* about);

  Json properties_ = Json::object(), rules_ = Json::array();
  mutable std::set<std::string> needed_;
};

/// The schema of the fields that `fields` visits.
Json schema_of(std::function<void(Fields&)> const& fields);

/// One of several kinds of objects, distinguished by the name at a key.
struct Variant {
  std::string name, about;  // name at the key; description, "": none
  Json schema;              // of an object of this kind; variants() adds the key of the name
};
/// If the key is absent it is `otherwise`; if that is null, the key is required.
Json variants(std::string const& key, std::vector<Variant> const& of,
              char const* otherwise = nullptr);

/// The schema of a plug-in: a name, an object with a "type", null for the default, or an object
/// without a "type", whose keys complete_plugins adds.
Json plugin_schema(std::vector<Variant> const& of);

/// Adds to all references in `schema` to `definitions` the keys of the default plug-in, for objects
/// without a "type".
void complete_plugins(Json& schema, Json const& definitions);

/// For "linear solver" it is "#/$defs/linear_solver".
std::string definition_of(std::string kind);

}  // namespace orthant
