// Reads forces and torques on bodies: constant, from a table, or from a CSV file.
#include "orthant/core/scene/read_load.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <sstream>

#include "orthant/core/config/input_file.hpp"
#include "orthant/core/config/schema.hpp"
#include "orthant/core/scene/scene_schema.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

char const* const load_schema_of_table = R"({"oneOf": [
    {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3},
    {"type": "array", "minItems": 1,
     "items": {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4}}]})";

/// Equal times are a jump; times must not decrease.
void append(std::vector<TimedVector>& to, TimedVector const& next, std::string const& where) {
  if (!to.empty() && next.t < to.back().t)
    refuse(where, "the time " + text(next.t) + " after " + text(to.back().t),
           "times that do not go back");
  if (to.size() > 1 && to[to.size() - 2].t == next.t)
    refuse(where, "the time " + text(next.t) + " a third time", "at most two entries at one time");
  to.push_back(next);
}

std::vector<TimedVector> read_timed(Config& config, char const* key) {
  std::vector<TimedVector> out;
  if (!config.has(key)) return out;
  Json const& given = config.raw(key);
  if (!given.is_array() || given.empty() || !given[0].is_array()) {
    auto const x = config.reals(key, 3);
    return {{0, {{x[0], x[1], x[2]}}}};
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    std::string const where = config.where(key) + "/" + std::to_string(i);
    Json const& row = given[i];
    if (!are_numbers(row, 4)) refuse(where, shown(row), "a time [s] and three numbers");
    auto const at = [&](int k) { return row[k].get<double>(); };
    append(out, {at(0), {{at(1), at(2), at(3)}}}, where);
  }
  return out;
}

/// The numbers of a line; empty if the line has anything else.
std::vector<double> numbers_of(std::string const& line) {
  std::vector<double> out;
  std::istringstream cells(line);
  for (std::string cell; std::getline(cells, cell, ',');) {
    auto const first = cell.find_first_not_of(" \t\r"), last = cell.find_last_not_of(" \t\r");
    if (first == cell.npos) return {};
    char const *const begin = cell.data() + first, *const end = cell.data() + last + 1;
    double x = 0;
    auto const read = std::from_chars(*begin == '+' ? begin + 1 : begin, end, x);
    if (read.ec != std::errc() || read.ptr != end || !std::isfinite(x)) return {};
    out.push_back(x);
  }
  return out;
}

void read_file(std::string const& where, fs::path const& path, LoadSpec& load) {
  auto file = open_input(path, "a file of comma-separated values", most_input, where);
  std::size_t columns = 0;
  int number = 0;
  for (std::string line; next_line(file, line, path.string());) {
    ++number;
    std::string const at = path.string() + ":" + std::to_string(number);
    if (line.find_first_not_of(" \t\r") == line.npos || line[0] == '#') continue;
    auto const x = numbers_of(line);
    bool const heading =
        columns == 0 && x.empty() && std::isalpha(static_cast<unsigned char>(line[0]));
    if (heading) continue;
    if ((x.size() != 4 && x.size() != 7) || (columns > 0 && x.size() != columns))
      refuse(at, shown(line),
             columns > 0 ? std::to_string(columns) + " numbers, as in the lines before"
                         : "t, fx, fy, fz, or these and tx, ty, tz");
    columns = x.size();
    append(load.force, {x[0], {{x[1], x[2], x[3]}}}, at);
    if (columns == 7) append(load.torque, {x[0], {{x[4], x[5], x[6]}}}, at);
  }
  if (columns == 0) refuse(where, "\"" + path.string() + "\" without a number", "a line or more");
}

void frame_field(Fields& f, bool& follows_body) {
  f.choice("frame", follows_body, {{false, "world"}, {true, "body"}},
           "axes of force and torque: they turn with the body");
}

}  // namespace

LoadSpec read_load(Config& config, Scene const& scene, BodyNames const& names,
                   fs::path const& folder) {
  LoadSpec load;
  config.need("body", "the name of a body");
  std::string name, file;
  config.text("body", name, "");
  auto const found = names.find(name);
  if (found == names.end())
    refuse(config.where("body"), "\"" + name + "\"",
           "the name of a body" + nearest_body(name, names));
  load.body = found->second;
  auto const& body = scene.bodies[nth(load.body)];
  if (body.motion != Motion::dynamic)
    refuse(config.where("body"), "\"" + name + "\", which does not react to forces",
           "a dynamic body");
  frame_field(config, load.in_body_axes);
  if (config.has("point")) {
    Vec3 point;
    config.vector("point", point, "");
    load.point_B = seen_from(body.pose, point);
  }
  bool const given = config.has("force") || config.has("torque");
  if (config.has("file") == given)
    refuse(config.path(), given ? "a file beside a force or torque" : "no force, torque or file",
           "a \"file\", or a \"force\" or \"torque\", or both of these");
  load.force = read_timed(config, "force");
  load.torque = read_timed(config, "torque");
  if (config.has("file")) {
    config.text("file", file, "");
    auto const path = (folder / file).lexically_normal();
    config.resolved()["file"] = path.string();
    read_file(config.where("file"), path, load);
  }
  config.done();
  return load;
}

Json load_schema() {
  SchemaFields f;
  f.need("body", "");
  f.described("body", R"({"type": "string", "description": "the dynamic body that it acts on"})");
  for (auto const& [key, about] : {std::pair{"force", "[N]"}, {"torque", "[N m]"}}) {
    Json table = Json::parse(load_schema_of_table);
    table["description"] =
        std::string(about) + " three numbers, or [t, x, y, z] in ascending order of the time t";
    f.add(key, table);
  }
  f.described("file", R"({"type": "string",
    "description": "lines t, fx, fy, fz, or these and tx, ty, tz; relative to the experiment's folder"})");
  LoadSpec load;
  frame_field(f, load.in_body_axes);
  f.described("point", R"({"type": "array", "items": {"type": "number"}, "minItems": 3,
    "maxItems": 3, "description": "[m] of the body, world axes at the start, where the force acts; absent: the centre of mass"})");
  Json out = f.schema();
  out["description"] = "a force and a torque on a body, in time";
  Json const table = {{"anyOf", {{{"required", {"force"}}}, {{"required", {"torque"}}}}}},
             file = {{"required", {"file"}}};
  out["allOf"] = {{{"anyOf", {table, file}}}, {{"not", {{"allOf", {table, file}}}}}};
  return out;
}

}  // namespace orthant
