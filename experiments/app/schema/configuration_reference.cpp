// Turns the JSON Schema of experiment files into tables.
#include <algorithm>

#include "experiments/app/schema/experiment_schema.hpp"
#include "experiments/app/schema/in_cell.hpp"
#include "orthant/core/config/schema.hpp"

namespace orthant {
namespace {

constexpr char const* begin_of_page = R"(# Configuration reference

What an experiment file may say: every key with its type, unit, default and meaning. A key without a default that is not
marked as *required* may be left out. A plug-in is named by its type alone, `"linear": "pcr"`, or by an object with its settings,
`"linear": {"type": "pcr", "tolerance": 1e-10}`. Numbers of a scene may
[differ between worlds](worlds.md). Where a value stands, `"$name"` may name a
[parameter](sweeps.md#parameters). This page is written by `orthant schema --reference`, from what the program reads.
)";

std::string spaced(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

/// The anchor of a heading.
std::string anchor(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return "#" + name;
}

std::string joined(std::vector<std::string> const& parts, char const* between) {
  std::string out;
  for (auto const& each : parts)
    if (!each.empty()) out += (out.empty() ? "" : between) + each;
  return out;
}

std::string range_of(Json const& s) {
  std::vector<std::string> out;
  std::pair<char const*, char const*> const bounds[] = {
      {"minimum", "≥ "}, {"exclusiveMinimum", "> "}, {"maximum", "≤ "}, {"exclusiveMaximum", "< "}};
  for (auto const& [key, sign] : bounds)
    if (s.contains(key)) out.push_back(sign + text(s[key].get<double>()));
  return joined(out, ", ");
}

/// The type of a value in words.
std::string type_of(Json const& s) {
  if (s.contains("$ref")) {
    auto const path = s["$ref"].get<std::string>();
    auto const name = path.substr(8, path.find('/', 8) - 8);
    return "[" + spaced(name) + "](" + anchor(name) + ")";
  }
  std::vector<std::string> out;
  if (s.contains("enum")) {
    for (auto const& each : s["enum"]) {
      out.emplace_back("`");  // modified in place: g++ 12 warns of "" + std::string()
      out.back().append(each.get<std::string>()).append("`");
    }
    return joined(out, ", ");
  }
  for (char const* key : {"oneOf", "anyOf"}) {
    if (!s.contains(key) || s.contains("properties")) continue;
    for (auto const& each : s[key])
      if (auto type = type_of(each); out.empty() || type != out.back())
        out.push_back(std::move(type));
    if (out[0] == out.back()) out.resize(1);
    return joined(out, " or ");
  }
  if (!s.contains("type")) return "";
  std::string const type = s["type"].is_array() ? s["type"][0] : s["type"];
  if (type == "array") {
    std::string const of = s.contains("items") ? type_of(s["items"]) : "";
    if (!s.contains("minItems") || !s.contains("maxItems")) return "[" + of + "]";
    bool const fixed = s["minItems"] == s["maxItems"];
    return "[" + of + "] × " + s["minItems"].dump() + (fixed ? "" : " to " + s["maxItems"].dump());
  }
  auto const range = range_of(s);
  return range.empty() ? type : type + " " + range;
}

std::string value_of(Json const& value) {
  if (value.is_number()) return text(value.get<double>());
  if (!value.is_array()) return value.dump();
  std::vector<std::string> parts;
  for (auto const& each : value) parts.push_back(value_of(each));
  return "[" + joined(parts, ", ") + "]";
}

/// One row for each key, those of nested objects below their own.
void rows(Json const& object, std::string const& prefix, std::string& out) {
  Json const needed = object.value("required", Json::array());
  for (auto const& [key, s] : object["properties"].items()) {
    if (s.empty()) continue;  // the name that distinguishes variants
    std::string about = s.value("description", ""), unit;
    if (auto const end = about.find(']'); about.starts_with('[') && end != about.npos) {
      unit = about.substr(1, end - 1);
      about.erase(0, about.find_first_not_of(' ', end + 1));
    }
    bool const required = std::find(needed.begin(), needed.end(), key) != needed.end();
    std::string const otherwise = s.contains("default") ? "`" + value_of(s["default"]) + "`"
                                  : required            ? "*required*"
                                                        : "";
    out += "| `" + prefix + key + "` | " + in_cell(type_of(s)) + " | " + unit + " | " + otherwise +
           " | " + in_cell(about) + " |\n";
    if (s.contains("properties") && !s.contains("$ref") && key != "scene" && key != "expect")
      rows(s, prefix + key + ".", out);
    if (s.contains("items") && s["items"].contains("properties"))
      rows(s["items"], prefix + key + "[].", out);
    if (s.contains("anyOf"))
      for (auto const& each : s["anyOf"])
        if (each.contains("properties")) rows(each, prefix + key + ".", out);
  }
}

std::string table(Json const& object) {
  std::string out;
  rows(object, "", out);
  if (out.empty()) return "No settings.\n";
  return "| key | type | unit | default | meaning |\n|---|---|---|---|---|\n" + out;
}

void variants_of(Json const& s, std::string const& kind, std::string& out) {
  std::string const key = s["properties"].begin().key();
  out += "Chosen by `" + key + "`:";
  for (auto const& each : s["properties"][key]["enum"]) out += " `" + each.get<std::string>() + "`";
  out += ".\n";
  for (auto const& branch : s["allOf"]) {
    auto const name = branch["if"]["properties"][key]["const"].get<std::string>();
    auto const about = branch["then"].value("description", "");
    out += "\n### " + kind + " `" + name + "`\n\n" + (about.empty() ? "" : about + "\n\n");
    out += table(branch["then"]);
  }
}

/// The alternative with keys, of a plug-in or another value with a choice.
Json const& keyed(Json const& s) {
  if (s.contains("oneOf"))
    for (auto const& each : s["oneOf"])
      if (each.contains("properties")) return each;
  return s;
}

void section(std::string const& name, Json const& s, std::string& out) {
  out += "\n## " + spaced(name) + "\n\n";
  if (auto const about = s.value("description", ""); !about.empty()) out += about + "\n\n";
  Json const& object = keyed(s);
  if (object.contains("allOf") && object["allOf"][0].contains("if")) {
    variants_of(object, spaced(name), out);
    return;
  }
  if (s.contains("oneOf")) out += "A " + type_of(s) + ".\n\n";
  if (object.contains("properties")) out += table(object);
}

}  // namespace

std::string configuration_reference() {
  Json schema = experiment_schema();
  Json& all = schema["$defs"];
  all["cone_solver"]["description"] = "Of stored problems.";

  std::string out = begin_of_page;
  schema["required"] = schema["else"]["required"];  // of scenes
  out +=
      "\n## experiment\n\nOf a scene, or of stored `problems` in its place, to which `solver`, "
      "`unsolved`, `expect`, `sweep`, `parameters`, `name` and `description` belong alone.\n\n";
  out += table(schema);
  section("scene", schema["properties"]["scene"], out);
  for (char const* name : {"body", "shape", "contact", "contact_model", "joint", "frame", "coupled",
                           "coordinate", "limits", "spring", "damper", "motor", "load",
                           "time_function", "tensor", "correction", "assembly"})
    section(name, all[name], out);
  for (char const* name :
       {"integrator", "nonlinear_solver", "friction", "NCP_function", "scaling", "step_length",
        "regularisation", "linear_solver", "preconditioner", "backend", "reference", "cone_solver"})
    section(name, all[name], out);
  return out;
}

}  // namespace orthant
