// Reads sweeps strictly, and enumerates their cases.
#include "experiments/app/run/sweep.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>

#include "experiments/app/expressions/parameters.hpp"
#include "experiments/app/run/value_names.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/config/json_path.hpp"
#include "orthant/core/config/visible.hpp"
#include "orthant/core/scene/names.hpp"

namespace orthant {
namespace {

constexpr double most_cases = 1e5;
constexpr int most_parts = 64;  // in a path

std::string with_dots(std::string path) {
  std::ranges::replace(path, '/', '.');
  return path;
}

/// Requires a dotted path without empty parts, to a key that may differ between cases.
void require_path(std::string const& key, std::string const& where) {
  bool const whole = !key.empty() && key.front() != '.' && key.back() != '.' &&
                     key.find("..") == std::string::npos && key.find('=') == std::string::npos;
  if (!whole) refuse(where, shown(Json(key)), "path.to.key");
  if (std::count(key.begin(), key.end(), '.') >= most_parts)
    refuse(where, "more than " + std::to_string(most_parts) + " parts", "fewer");
  std::string const head = key.substr(0, key.find('.'));
  if (head == "sweep" || head == "name")
    refuse(where, "\"" + head + "\"", "a path outside \"sweep\" and \"name\"");
}

/// An array of one value, or of what a text lists: "0.01, 0.005".
std::string values_meant(Json const& values) {
  if (values.is_structured() || values.is_null()) return "";
  std::string list = shown(values);
  if (values.is_string()) {
    auto const& text = values.get_ref<std::string const&>();
    if (Json::accept("[" + text + "]"))
      list = text;
    else if (text.find_first_of(",;:") != text.npos)
      return "";
  }
  return ", such as [" + list + "]";
}

/// Reads an axis. Its values must be distinct, unless they are zipped.
SweepAxis read_axis(std::string const& key, Json const& values, std::string const& where,
                    int zip = 0) {
  require_path(key, where);
  if (key.find('/') != key.npos)
    refuse(where, shown(Json(key)), "a path with dots: \"" + with_dots(key) + "\"");
  if (values.is_object() && values.size() > 0 && values.begin()->is_array())
    refuse(where, shown(values),
           "an array of values; paths have dots: \"" + key + "." + values.begin().key() + "\"");
  if (!values.is_array() || values.empty())
    refuse(where, shown(values),
           std::string("an array of at least one value") +
               (values.is_object() ? ", written out" : "") + values_meant(values));
  if (static_cast<double>(values.size()) > most_cases)
    refuse(where, std::to_string(values.size()) + " values", "up to " + text(most_cases));
  SweepAxis axis{key, {}, zip, where};
  for (auto const& value : values) {
    // It names cases in tables, figures and on the terminal.
    if (value.is_string() && !is_one_visible_line(value.get<std::string>()))
      refuse(where + "/" + std::to_string(axis.values.size()), shown(value),
             "one line without control characters, marks of direction, U+FFFE and U+FFFF");
    if (!axis.place.emplace(value, axis.values.size()).second && zip == 0)
      refuse(where + "/" + std::to_string(axis.values.size()), shown(value) + " again",
             "each value once; \"repeats\" runs cases again");
    axis.values.push_back(value);
  }
  axis.names = name_values(key, axis.values);
  return axis;
}

bool is_integer(Json const& value, int low) {
  return value.is_number_integer() && value.get<double>() >= low &&
         value.get<double>() <= std::numeric_limits<int>::max();
}

/// Reads "seeds": {"path.to.seed": [4, 7] or their number, from 1}
SweepAxis read_seeds(Json const& seeds, std::string const& where) {
  if (!seeds.is_object() || seeds.size() != 1)
    refuse(where, shown(seeds), "{\"path.to.seed\": [integers] or how many}");
  auto const only = seeds.begin();
  std::string const& key = only.key();
  Json const& given = *only;
  std::string const at = where + "/" + key;
  if (given.is_array()) {
    auto axis = read_axis(key, given, at);
    for (std::size_t i = 0; i < axis.values.size(); ++i)
      if (!is_integer(axis.values[i], 0))
        refuse(at + "/" + std::to_string(i), shown(axis.values[i]), "an integer >= 0");
    return axis;
  }
  if (!is_integer(given, 1) || given.get<double>() > most_cases)
    refuse(at, shown(given), "an array of integers >= 0, or how many seeds, from 1");
  require_path(key, at);
  SweepAxis axis{key, {}, 0, at};
  for (int seed = 1; seed <= given.get<int>(); ++seed) axis.values.emplace_back(seed);
  return axis;
}

/// Requires that each row of a zip differs from all previous rows.
void require_distinct_rows(Json const& zip, std::string const& where) {
  std::map<Json, std::size_t> seen;
  for (std::size_t i = 0; i < zip.front().size(); ++i) {
    Json row = Json::array();
    for (auto const& values : zip) row.push_back(values[i]);
    if (!seen.emplace(row, i).second)
      refuse(where + "/" + zip.begin().key() + "/" + std::to_string(i), shown(row[0]) + " again",
             "another combination of all paths; \"repeats\" runs cases again");
  }
}

/// A name for each row of a zip.
std::vector<std::string> read_names(Json const& names, std::size_t count,
                                    std::string const& where) {
  if (!names.is_array() || names.size() != count)
    refuse(where, shown(names),
           "an array of " + std::to_string(count) + " names, one for each row");
  std::vector<std::string> out;
  for (auto const& name : names) {
    std::string const at = where + "/" + std::to_string(out.size());
    if (!name.is_string() || name.get<std::string>().empty())
      refuse(at, shown(name), "a string that is not empty");
    require_name(at, name);
    if (std::find(out.begin(), out.end(), name) != out.end())
      refuse(at, shown(name) + " again", "each name once");
    out.push_back(name);
  }
  return out;
}

/// Adds zip number `number`: an object of paths and, under "names", the names of its rows.
void read_zip(Sweep& sweep, Json zip, int number, std::string const& where) {
  Json names;
  if (zip.is_object() && zip.contains("names")) {
    names = zip["names"];
    zip.erase("names");
  }
  if (!zip.is_object() || zip.empty()) refuse(where, shown(zip), "an object of at least one path");
  auto const first = sweep.axes.size();
  for (auto const& [key, values] : zip.items()) {
    sweep.axes.push_back(read_axis(key, values, where + "/" + key, number));
    auto const& one = sweep.axes[first];
    if (values.size() != one.values.size())
      refuse(where + "/" + key, shown(values),
             shown(zip[one.key]) + ", as many as of \"" + one.key + "\"");
  }
  require_distinct_rows(zip, where);
  if (!names.is_null())
    sweep.names[number] = read_names(names, zip.front().size(), where + "/names");
}

/// Reads one zip, or an array of several.
void read_zips(Sweep& sweep, Json const& zip, std::string const& where) {
  if (!zip.is_array()) return read_zip(sweep, zip, 1, where);
  if (zip.empty()) refuse(where, shown(zip), "an object, or an array of at least one");
  for (std::size_t i = 0; i < zip.size(); ++i)
    read_zip(sweep, zip[i], static_cast<int>(i) + 1, where + "/" + std::to_string(i));
}

void require_distinct(Sweep const& sweep) {
  std::vector<std::string> seen;
  auto const see = [&](SweepAxis const& axis) {
    if (std::find(seen.begin(), seen.end(), axis.key) != seen.end())
      refuse(axis.where, "\"" + axis.key + "\" again", "each path once");
    seen.push_back(axis.key);
  };
  for (auto const& axis : sweep.axes) see(axis);
  if (sweep.seeds) see(*sweep.seeds);
}

/// The rows of one axis, or of all axes of a zip together.
struct Choices {
  int zip;
  std::vector<Json> settings;  // an object for each row
  std::vector<std::string> keys;
};

std::vector<Choices> choices(std::vector<SweepAxis> const& axes) {
  std::vector<Choices> out;
  for (auto const& axis : axes) {
    if (out.empty() || axis.zip == 0 || axis.zip != out.back().zip)
      out.push_back({axis.zip, std::vector<Json>(axis.values.size(), Json::object()), {}});
    auto& [zip, settings, keys] = out.back();
    keys.push_back(axis.key);
    for (std::size_t i = 0; i < axis.values.size(); ++i) settings[i][axis.key] = axis.values[i];
  }
  return out;
}

std::string plain(Json const& value) {
  return value.is_string() ? value.get<std::string>()
                           : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string SweepCase::label() const {
  std::string out;
  auto const append = [&](std::string const& each) { out += (out.empty() ? "" : ", ") + each; };
  auto const add = [&](std::string const& key, std::string const& value) {
    append(key + "=" + value);
  };
  for (auto const& [zip, name] : names) append(name);
  for (auto const& [key, value] : settings.items())
    if (named_by.contains(key))
      continue;
    else if (key == "problems.files" && value.is_string())  // a stored problem is named by its file
      append(std::filesystem::path(value.get<std::string>()).filename().string());
    else
      add(key, words.contains(key) ? words.at(key) : plain(value));
  if (seed) add("seed", std::to_string(*seed));
  if (repeat) add("repeat", std::to_string(*repeat));
  return out.empty() ? "base" : out;
}

std::vector<SweepCase> Sweep::cases() const {
  std::vector<SweepCase> out(1);
  // Repeats the cases so far for each of the next choices.
  auto const multiply = [&](std::size_t count, auto const& choose) {
    std::vector<SweepCase> next;
    for (auto const& each : out)
      for (std::size_t i = 0; i < count; ++i) choose(next.emplace_back(each), i);
    out = std::move(next);
  };
  std::map<std::string, SweepAxis const*> axis_of;
  for (auto const& axis : axes) axis_of[axis.key] = &axis;
  for (auto const& choice : choices(axes))
    multiply(choice.settings.size(), [&](SweepCase& c, std::size_t i) {
      c.settings.update(choice.settings[i]);
      for (auto const& [key, value] : choice.settings[i].items())
        if (auto const& known = axis_of.at(key)->names; known.contains(value))
          c.words[key] = known.at(value);
      if (!names.contains(choice.zip)) return;
      c.names[choice.zip] = names.at(choice.zip)[i];
      for (auto const& key : choice.keys) c.named_by[key] = choice.zip;
    });
  if (seeds)
    multiply(seeds->values.size(),
             [&](SweepCase& c, std::size_t i) { c.seed = seeds->values[i].get<int>(); });
  if (repeats > 1)
    multiply(nth(repeats), [](SweepCase& c, std::size_t i) { c.repeat = static_cast<int>(i); });
  return out;
}

Json Sweep::apply(Json input, SweepCase const& chosen) const {
  std::map<std::string, std::string> keys;  // by the path that they lead to
  for (auto const& [key, value] : chosen.settings.items())
    if (auto const [at, is_new] = keys.emplace(numbered_path(input, key), key); !is_new)
      refuse("sweep", "\"" + key + "\" beside \"" + at->second + "\", the same path",
             "each path once");
  std::vector<std::string> paths, places;
  for (auto const& axis : axes) paths.push_back(axis.key), places.push_back(axis.where);
  if (seeds) paths.push_back(seeds->key), places.push_back(seeds->where);
  auto const change = [&] {
    input.erase("sweep");
    // In the order of their paths: a plug-in before its settings.
    for (auto const& [key, value] : chosen.settings.items()) {
      auto const axis = std::find_if(axes.begin(), axes.end(),
                                     [&key = key](SweepAxis const& a) { return a.key == key; });
      assign(input, key, value, axis->where);
    }
    if (chosen.seed) assign(input, seeds->key, *chosen.seed, seeds->where);
  };
  change_at(input, paths, change, places);
  return input;
}

Json Sweep::axes_json() const {
  Json out = Json::array();
  for (auto const& axis : axes) {
    Json each = {{"key", axis.key}, {"values", axis.values}};
    if (axis.zip > 0) each["zip"] = axis.zip;
    if (!axis.names.empty()) {
      each["names"] = Json::array();
      for (auto const& value : axis.values)
        each["names"].push_back(axis.names.contains(value) ? Json(axis.names.at(value)) : Json());
    }
    out.push_back(std::move(each));
  }
  return out;
}

Sweep read_sweep(Json const& sweep, std::string const& path) {
  std::string const where = path + "/sweep";
  if (!sweep.is_object()) refuse(where, shown(sweep), "an object: {\"path.to.key\": [values]}");
  Sweep out;
  for (auto const& [key, values] : sweep.items()) {
    if (key == "zip") continue;
    std::string const at = where + "/" + key;
    if (key == "seeds") {
      out.seeds = read_seeds(values, at);
    } else if (key == "repeats") {
      if (!is_integer(values, 1)) refuse(at, shown(values), "an integer >= 1");
      out.repeats = values.get<int>();
    } else if (key == "reference" && !values.is_array()) {
      if (values != "finest" && values != Json{{"type", "finest"}})
        refuse(at, shown(values.is_object() ? values.value("type", values) : values),
               "\"finest\", or an array of references");
      out.finest = true;
    } else if (key == "same_steps") {
      if (!values.is_boolean() && !values.is_string() && !values.is_object())
        refuse(at, shown(values), "true, false, or the solver of the motion, as \"solver\" has it");
      if (values != false) out.same_steps = values == true ? Json() : values;
    } else {
      out.axes.push_back(read_axis(key, values, at));
    }
  }
  if (sweep.contains("zip")) read_zips(out, sweep["zip"], where + "/zip");
  require_distinct(out);
  double count = out.repeats * static_cast<double>(out.seeds ? out.seeds->values.size() : 1);
  for (auto const& choice : choices(out.axes)) count *= static_cast<double>(choice.settings.size());
  if (count > most_cases) refuse(where, text(count) + " cases", "up to " + text(most_cases));
  return out;
}

std::string sweep_schema() {
  std::string const zip = R"({"type": "object", "minProperties": 1,
    "properties": {"names": {"type": "array", "items": {"type": "string", "minLength": 1},
      "uniqueItems": true, "description": "of the rows, in place of their values"}},
    "additionalProperties": {"type": "array", "minItems": 1}})";
  return R"({
    "type": ["object", "null"],
    "description": "what orthant compare varies: paths, as in --set, and the values there",
    "additionalProperties": {"$ref": "#/$defs/values"},
    "properties": {
      "zip": {"description": "as many values for each path: the first together, the second together, ...; several zips as an array",
        "anyOf": [)" +
         zip + R"(, {"type": "array", "minItems": 1, "items": )" + zip + R"(}]},
      "seeds": {"type": "object", "minProperties": 1, "maxProperties": 1,
        "description": "one path, and integers, or how many from 1: each case with each of them",
        "additionalProperties": {"oneOf": [
          {"type": "integer", "minimum": 1, "maximum": 100000},
          {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 1, "uniqueItems": true}]}},
      "reference": {"anyOf": [{"enum": ["finest"]}, {"type": "array", "minItems": 1, "uniqueItems": true},
          {"type": "object", "required": ["type"], "properties": {"type": {"enum": ["finest"]}}, "additionalProperties": false}],
        "description": "finest: metrics.distance_m is how far bodies end from where they do with the smallest step or tolerance; or an array, of references of the experiment"},
      "same_steps": {"type": ["boolean", "string", "object"], "default": false,
        "description": "whether all cases make the same steps, those of a motion by the default solver, or by this one"},
      "repeats": {"type": "integer", "minimum": 1, "default": 1, "description": "how often each case runs"}}})";
}

Sweep sweep_of(Json const& input, std::string const& path) {
  bool const given = input.is_object() && input.contains("sweep") && !input["sweep"].is_null();
  return given ? read_sweep(input["sweep"], path) : Sweep{};
}

}  // namespace orthant
