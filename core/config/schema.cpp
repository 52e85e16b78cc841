// Makes JSON Schema from fields.
#include "orthant/core/config/schema.hpp"

#include <algorithm>
#include <cmath>

namespace orthant {
namespace {

Json number(char const* type, Range const& range) {
  Json out = {{"type", type}};
  if (std::isfinite(range.low)) out[range.low_open ? "exclusiveMinimum" : "minimum"] = range.low;
  if (std::isfinite(range.high)) out[range.high_open ? "exclusiveMaximum" : "maximum"] = range.high;
  return out;
}

Json numbers(int count, Range const& range) {
  return {{"type", "array"},
          {"items", number("number", range)},
          {"minItems", count},
          {"maxItems", count}};
}

}  // namespace

void SchemaFields::add(std::string const& key, Json schema) {
  properties_[key] = std::move(schema);
}

void SchemaFields::add(std::string const& key, Json schema, Json const& value, char const* about) {
  if (*about != '\0') schema["description"] = about;
  if (!needed_.contains(key) && !value.is_null()) schema["default"] = value;
  add(key, std::move(schema));
}

void SchemaFields::real(std::string const& key, double& value, Range range, char const* about) {
  Json schema = number("number", range);
  bool const off = !std::isfinite(value);
  if (off) schema["type"] = {"number", "null"};  // null switches a limit off
  add(key, std::move(schema), off ? Json() : Json(value), about);
}

void SchemaFields::integer(std::string const& key, int& value, Range range, char const* about) {
  add(key, number("integer", range), value, about);
}

void SchemaFields::flag(std::string const& key, bool& value, char const* about) {
  add(key, {{"type", "boolean"}}, value, about);
}

void SchemaFields::name(std::string const& key, std::string& value,
                        std::vector<std::string> const& allowed, char const* about) {
  if (value.empty()) needed_.insert(key);
  add(key, {{"enum", allowed}}, value, about);
}

void SchemaFields::text(std::string const& key, std::string& value, char const* about) {
  add(key, {{"type", "string"}}, value.empty() ? Json() : Json(value), about);
}

void SchemaFields::vector(std::string const& key, Vec3& value, Range range, char const* about) {
  add(key, numbers(3, range), {value[0], value[1], value[2]}, about);
}

void SchemaFields::pair(std::string const& key, Vec<2>& value,
                        std::function<bool(double, double)> const&, char const* allowed) {
  add(key, numbers(2, any_number()), {value[0], value[1]}, allowed);
}

void SchemaFields::need(std::string const& key, char const*) const { needed_.insert(key); }

void SchemaFields::one_of(std::vector<std::string> const& keys, bool has_to) {
  Json any = Json::array();
  for (auto const& key : keys) {
    any.push_back({{"required", Json::array({key})}});
    for (auto const& other : keys)
      if (key < other) rules_.push_back({{"not", {{"required", Json::array({key, other})}}}});
  }
  if (has_to) rules_.push_back({{"anyOf", any}});
}

void SchemaFields::part(std::string const& key, char const* kind, char const* otherwise,
                        char const* about) {
  add(key, {{"$ref", definition_of(kind)}}, otherwise ? Json(otherwise) : Json(), about);
}

void SchemaFields::object(std::string const& key, std::function<void(Fields&)> const& fields,
                          char const* about, std::vector<std::string> const& without) {
  SchemaFields inner;
  fields(inner);
  for (auto const& each : without) inner.forget(each);
  Json schema = inner.schema();
  schema["type"] = {"object", "null"};
  add(key, std::move(schema), {}, about);
}

void SchemaFields::described(std::string const& key, char const* schema) {
  add(key, Json::parse(schema));
}

void SchemaFields::forget_defaults() {
  for (auto& [key, schema] : properties_.items()) schema.erase("default");
}

void SchemaFields::forget(std::string const& key) {
  properties_.erase(key);
  needed_.erase(key);
}

Json SchemaFields::schema() const {
  Json out = {{"type", "object"}, {"properties", properties_}, {"additionalProperties", false}};
  if (!needed_.empty()) out["required"] = needed_;
  if (!rules_.empty()) out["allOf"] = rules_;
  return out;
}

Json schema_of(std::function<void(Fields&)> const& fields) {
  SchemaFields out;
  if (fields) fields(out);
  return out.schema();
}

Json variants(std::string const& key, std::vector<Variant> const& of, char const* otherwise) {
  Json names = Json::array(), abouts = Json::array(), branches = Json::array();
  for (auto [name, about, schema] : of) {
    names.push_back(name);
    abouts.push_back(about);
    Json condition = {{"properties", {{key, {{"const", name}}}}}};
    if (!otherwise || name != otherwise) condition["required"] = Json::array({key});
    schema["properties"][key] = Json::object();
    if (!about.empty()) schema["description"] = about;
    branches.push_back({{"if", condition}, {"then", std::move(schema)}});
  }
  Json choice = {{"enum", names}, {"enumDescriptions", abouts}};
  if (otherwise) choice["default"] = otherwise;
  Json out = {{"type", "object"}, {"properties", {{key, choice}}}, {"allOf", branches}};
  if (!otherwise) out["required"] = Json::array({key});
  return out;
}

Json plugin_schema(std::vector<Variant> const& of) {
  Json names = Json::array(), abouts = Json::array();
  for (auto const& each : of) {
    names.push_back(each.name);
    abouts.push_back(each.about);
  }
  return {{"oneOf",
           {{{"enum", names}, {"enumDescriptions", abouts}},
            variants("type", of),
            {{"type", "null"}},
            {{"type", "object"}, {"not", {{"required", {"type"}}}}}}}};
}

void complete_plugins(Json& schema, Json const& definitions) {
  if (schema.is_array())
    for (auto& each : schema) complete_plugins(each, definitions);
  if (!schema.is_object()) return;
  for (auto& [key, each] : schema.items()) complete_plugins(each, definitions);
  std::string const begin = definition_of("");
  if (!schema.contains("$ref") || !schema["$ref"].is_string()) return;
  auto const path = schema["$ref"].get<std::string>();
  if (!path.starts_with(begin) || !schema.contains("default")) return;
  auto const definition = definitions.find(path.substr(begin.size()));
  if (definition == definitions.end() || !definition->contains("oneOf")) return;
  for (std::size_t i = 0; i < (*definition)["oneOf"].size(); ++i) {
    Json const branches = (*definition)["oneOf"][i].value("allOf", Json::array());
    for (std::size_t k = 0; k < branches.size(); ++k) {
      Json::json_pointer const name("/if/properties/type/const");
      if (!branches[k].contains(name) || branches[k][name] != schema["default"]) continue;
      schema["if"] = {{"type", "object"}, {"not", {{"required", {"type"}}}}};
      schema["then"]["$ref"] =
          path + "/oneOf/" + std::to_string(i) + "/allOf/" + std::to_string(k) + "/then";
    }
  }
}

std::string definition_of(std::string kind) {
  std::replace(kind.begin(), kind.end(), ' ', '_');
  return "#/$defs/" + kind;
}

}  // namespace orthant
