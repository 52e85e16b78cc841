// Turns the tables of a run into arrays.
#include "experiments/app/replay/recording.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "experiments/app/files/members.hpp"
#include "experiments/app/files/table_reader.hpp"
#include "experiments/app/files/table_rows.hpp"
#include "experiments/app/replay/samples.hpp"
#include "experiments/app/replay/scene_json.hpp"
#include "orthant/backends/joint_space/joint_space.hpp"
#include "orthant/backends/simulation/backend.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/scene/read_scene.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {
namespace {

Json columns_json(JointSpace const& space) {
  std::vector<Json> out(space.columns().size());
  for (auto const& link : space.links()) {
    auto const slides = std::ranges::count(link.leaves.slides, true);
    for (int k = 0; k < link.count; ++k) {
      auto const column = nth(link.first + k);
      out[column] = {{"name", space.columns()[column].name}, {"unit", k < slides ? "m" : "rad"}};
    }
  }
  out.erase(out.begin(), out.begin() + space.floating());
  return out;
}

/// Requires `size` numbers in each sample, but for the last of a run that has not `ended`.
void require_whole(Samples& out, bool ended, std::size_t size, TableRows const& table,
                   std::string const& what) {
  if (!ended) out.drop_incomplete(size);
  for (auto const& each : out.all())
    if (each.values.size() != size)
      refuse(table.path(), "step " + std::to_string(each.step) + " without all " + what,
             "a table written to its end");
}

/// The samples of joints.csv, with position, velocity and effort of each column of each world, and
/// the names and units (of positions) of these columns; null for a scene without such joints. The
/// last sample may be incomplete if the run has not `ended`.
Json joints_json(TableRows& table, Scene const& scene, int worlds, int every, std::size_t most,
                 bool ended) {
  Json const columns = columns_json(JointSpace(scene));
  if (columns.empty()) return nullptr;
  int const step = table.column("step"), time = table.column("time_s");
  int const joint = table.column("joint");
  int const values[] = {table.column("position"), table.column("velocity"), table.column("effort")};
  Samples out(every, most);
  std::size_t const rows = columns.size() * nth(worlds);
  for (std::size_t row = 0; table.next(); ++row) {
    auto const name = columns[row % columns.size()]["name"].get<std::string>();
    if (table.text(joint) != name)
      refuse(table.here(), "\"" + std::string(table.text(joint)) + "\"",
             "\"" + name + "\": the joints in their order");
    if (!out.begin(table, table.count(step), table.number(time))) continue;
    for (int const column : values) out.add(table.number(column));
  }
  require_whole(out, ended, 3 * rows, table, "joints");
  Json json = samples_json(out);
  json["columns"] = columns;
  return json;
}

namespace fs = std::filesystem;
using Numbers = std::unordered_map<std::string, int>;

/// The bodies and worlds to which the tables refer.
struct Run {
  fs::path directory;
  Scene scene;
  Numbers body;                    // index in the scene by name
  std::vector<int> moving;         // bodies in the trajectory, in its order
  int worlds = 1, all_worlds = 1;  // worlds on the page, and in the run
  int every = 1;
  bool ended = true;  // not under way or killed: its tables are complete

  int body_of(TableRows const& table, int column) const {
    auto const found = body.find(std::string(table.text(column)));
    if (found == body.end())
      refuse(table.here(), "\"" + std::string(table.text(column)) + "\"", "a body of the scene");
    return found->second;
  }
  bool has(char const* file) const { return fs::exists(directory / file); }
};

Json read_result(fs::path const& directory) {
  auto const where = directory.string();
  if (!fs::is_directory(directory))
    refuse(where, "no directory", "that of a run: orthant run FILE --output " + where);
  if (!fs::exists(directory / "result.json")) {
    if (fs::exists(directory / "comparison.json"))
      refuse(where, "a comparison", "one of its cases, as " + (directory / "cases/0000").string());
    refuse(where, "no result.json", "the directory of a run that has ended");
  }
  Json result = read_json_file((directory / "result.json").string());
  Json::json_pointer const scene("/configuration/scene");
  if (!result.is_object() || !result.contains(scene) || !result[scene].is_object())
    refuse(where + "/result.json", "no configuration.scene", "the result of a run");
  return result;
}

JointTypes all_joint_types() {
  Json const serial = {{"type", "serial"}};
  Json resolved;
  return backends().make(Config(serial, resolved, "backend"))->joint_types();
}

/// What the page draws of a scene: the sizes of its bodies, the poses of fixed ones, and its
/// joints.
Json look_of(Scene const& scene, JointTypes const& types, int most_triangles) {
  Json out = scene_json(scene, types, most_triangles);
  out.erase("gravity");
  for (auto& body : out["bodies"]) {
    for (char const* key : {"mass", "inertia"}) body.erase(key);
    if (body["motion"] != "fixed") body.erase("pose");
  }
  return out;
}

/// Requires that all worlds of a page look the same.
void require_one_look(Run const& run, JointTypes const& types, int most_triangles) {
  if (run.scene.worlds.empty()) return;
  Json const first = look_of(run.scene, types, most_triangles);
  for (int w = 1; w < run.worlds; ++w)
    if (look_of(run.scene.of(w), types, most_triangles) != first)
      refuse(run.directory.string(), "shapes or joints that differ between its worlds",
             "one world of such a run: orthant run FILE --set output.trajectory_worlds=1");
}

Run understood(fs::path const& directory, Json const& result, JointTypes const& types) {
  Run run;
  run.directory = directory;
  run.ended = result.value("status", Json()) != "running";
  auto const& configuration = result["configuration"];
  Json resolved;
  std::string const where = (directory / "result.json").string() + "/configuration";
  auto const file = (directory / "result.json").string();
  run.all_worlds = count_at(result, "worlds", 1, file);
  int const seed = count_at(configuration, "seed", 0, where, std::numeric_limits<int>::max());
  OverWorlds over(run.all_worlds, seed, where);
  run.scene = read_worlds({configuration["scene"], resolved, where + "/scene"}, types, over);
  for (std::size_t b = 0; b < run.scene.bodies.size(); ++b) {
    run.body[run.scene.bodies[b].name] = static_cast<int>(b);
    if (run.scene.bodies[b].motion != Motion::fixed) run.moving.push_back(static_cast<int>(b));
  }
  if (run.moving.empty())
    refuse(where + "/scene/bodies", "none that moves", "at least one, to be played");
  Json const output = object_at(configuration, "output", where);
  run.every = std::max(1, count_at(output, "trajectory_every", 0, where + "/output"));
  run.worlds =
      std::min(count_at(output, "trajectory_worlds", 1, where + "/output"), run.all_worlds);
  return run;
}

Samples read_poses(Run const& run, std::size_t most) {
  if (std::filesystem::exists(run.directory / "search.csv"))
    refuse(run.directory.string(), "a search",
           "one of its runs, as " + (run.directory / "runs" / "0000").string());
  if (!has_run_table(run.directory, "trajectory"))
    refuse(run.directory.string(), "no trajectory.csv",
           "a run that wrote one: orthant run FILE --set output.trajectory_every=1");
  auto const file = open_run_table(run.directory, "trajectory");
  TableRows& table = *file;
  std::array<int, 7> columns{};
  char const* const names[] = {"x_m", "y_m", "z_m", "qw", "qx", "qy", "qz"};
  for (std::size_t i = 0; i < 7; ++i) columns[i] = table.column(names[i]);
  int const step = table.column("step"), time = table.column("time_s"), body = table.column("body");
  Samples out(run.every, most);
  std::size_t const rows = run.moving.size() * nth(run.worlds);
  std::size_t row = 0;  // number in the step
  while (table.next()) {
    std::size_t const at = row++ % rows % run.moving.size();
    if (run.body_of(table, body) != run.moving[at])
      refuse(table.here(), "\"" + std::string(table.text(body)) + "\"",
             "\"" + run.scene.bodies[nth(run.moving[at])].name +
                 "\": the bodies that move, in their order");
    if (!out.begin(table, table.count(step), table.number(time))) continue;
    for (int const column : columns) out.add(table.number(column));
  }
  require_whole(out, run.ended, 7 * rows, table, "bodies");
  if (out.all().empty()) refuse(table.path(), "no row", "the poses of at least one step");
  return out;
}

/// World, bodies a and b, then the numbers of these columns.
constexpr std::array contact_columns{"x_m",       "y_m",           "z_m",           "normal_x",
                                     "normal_y",  "normal_z",      "force_x_N",     "force_y_N",
                                     "force_z_N", "sliding_x_m_s", "sliding_y_m_s", "sliding_z_m_s",
                                     "friction",  "gap_m"};

Samples read_contacts(Run const& run, std::size_t most) {
  auto const file = open_run_table(run.directory, "contacts");
  TableRows& table = *file;
  std::vector<int> columns;
  columns.reserve(contact_columns.size());
  for (char const* name : contact_columns) columns.push_back(table.column(name));
  int const step = table.column("step"), time = table.column("time_s");
  int const world = table.column("world"), a = table.column("body_a"), b = table.column("body_b");
  Samples out(run.every, most);
  while (table.next()) {
    if (!out.begin(table, table.count(step), table.number(time))) continue;
    out.add(table.count(world));
    out.add(run.body_of(table, a));
    out.add(run.body_of(table, b));
    for (int const column : columns) out.add(table.number(column));
  }
  return out;
}

/// The columns of a table with these names, as far as they exist.
Samples read_columns(TableReader& table, std::vector<std::string> const& names, std::size_t most) {
  std::vector<int> columns;
  columns.reserve(names.size());
  for (auto const& name : names) columns.push_back(table.column(name));
  int const step = table.column("step"), time = table.find("time_s");
  Samples out(1, most);
  while (table.next())
    if (out.begin(table, table.count(step), time < 0 ? 0 : table.number(time)))
      for (int const column : columns) out.add(table.number(column));
  return out;
}

std::vector<std::string> present(TableReader const& table, std::vector<std::string> names) {
  std::erase_if(names, [&](auto const& name) { return table.find(name) < 0; });
  return names;
}

Json table_json(fs::path const& file, std::vector<std::string> const& wanted, std::size_t most) {
  TableReader table(file, BrokenRows::cut);
  auto const names = present(table, wanted);
  Json out = samples_json(read_columns(table, names, most));
  out["columns"] = names;
  return out;
}

/// Texts of the rows of a table, as indices in a list of those that occur: `name`, and `name`s.
template <class TextOf>
void add_texts(Json& rows, TableReader& table, std::string const& name, TextOf const& text_of) {
  int const step = table.column("step"), stride = rows["stride"];
  Numbers number;
  std::vector<int> all;
  Json& list = rows[name + "s"] = Json::array();
  while (table.next()) {
    if (table.count(step) % stride != 0) continue;
    std::string const said = text_of();
    auto const [at, is_new] = number.emplace(said, static_cast<int>(number.size()));
    if (is_new) list.push_back(said);
    all.push_back(at->second);
  }
  rows[name] = base64(all);
}

/// Why each step ended.
void add_reasons(Json& steps, fs::path const& file) {
  TableReader table(file, BrokenRows::cut);
  if (int const reason = table.find("reason"); reason >= 0)
    add_texts(steps, table, "reason", [&] { return std::string(table.text(reason)); });
}

/// The solve that each iteration is of.
void add_solves(Json& newton, fs::path const& file) {
  TableReader table(file, BrokenRows::cut);
  int const attempt = table.find("attempt"), stage = table.find("stage"),
            solver = table.find("solver"), island = table.find("island");
  if (attempt < 0 || stage < 0 || solver < 0) return;
  add_texts(newton, table, "solve", [&] {
    std::string out(table.text(solver)), of(table.text(stage));
    if (of != "step") out += ", " + of;
    if (island >= 0 && table.number(island) >= 0)
      out += ", island " + std::string(table.text(island));
    if (int const n = table.count(attempt); n > 0) out += ", attempt " + std::to_string(n + 1);
    return out;
  });
}

void add_solver_tables(Json& out, Run const& run, PageLimits const& limits) {
  if (run.has("steps.csv")) {
    out["steps"] =
        table_json(run.directory / "steps.csv",
                   {"contacts", "rows", "newton_iterations", "linear_iterations",
                    "worlds_converged", "penetration_m", "joint_error_m", "drift_m", "speed_m_s",
                    "spin_rad_s", "ncp_residual_m_s", "natural_map_m_s", "momentum_balance_N_s",
                    "kinetic_J", "potential_J", "elastic_J", "step_wall_s"},
                   limits.steps);
    add_reasons(out["steps"], run.directory / "steps.csv");
  }
  if (run.has("newton.csv")) {
    out["newton"] = table_json(
        run.directory / "newton.csv",
        {"iteration", "dynamics_N_s", "dynamics_N_m_s", "joint_m_s", "joint_rad_s", "normal_m_s",
         "friction_m_s", "normal_rad_s", "friction_rad_s", "step_length", "linear_iterations"},
        limits.iterations);
    add_solves(out["newton"], run.directory / "newton.csv");
  }
}

}  // namespace

namespace {

Json recording_of(fs::path const& directory, PageLimits const& limits) {
  Json const result = read_result(directory);
  JointTypes const types = all_joint_types();
  Run const run = understood(directory, result, types);
  require_one_look(run, types, limits.triangles);
  Samples poses = read_poses(run, limits.poses);
  Json out;
  if (has_run_table(run.directory, "contacts")) {
    Samples contacts = read_contacts(run, limits.contacts);
    int const stride = std::max(poses.stride(), contacts.stride());
    poses.thin_to(stride);
    contacts.thin_to(stride);
    out["contacts"] = samples_json(contacts);
  }
  out["poses"] = samples_json(poses);
  if (has_run_table(run.directory, "joints"))
    if (Json joints = joints_json(*open_run_table(run.directory, "joints"), run.scene, run.worlds,
                                  run.every, limits.joints, run.ended);
        !joints.is_null())
      out["joints"] = std::move(joints);
  out["scene"] = scene_json(run.scene, types, limits.triangles);
  out["moving"] = run.moving;
  out["worlds"] = run.worlds;
  out["all_worlds"] = run.all_worlds;
  add_solver_tables(out, run, limits);
  for (char const* key : {"versions", "device", "exit_reason", "status", "unsolved"})
    if (result.contains(key)) out[key] = result[key];
  out["experiment"] = text_at(result, "experiment", "run", (directory / "result.json").string());
  if (result.contains("steps")) out["steps_made"] = result["steps"];  // "steps" is their table
  out["configuration"] = result["configuration"];
  for (char const* key : {"scene", "expect"}) out["configuration"].erase(key);
  return out;
}

/// The files may have any content: values of wrong types are refused.
template <class Read>
Json reading(fs::path const& directory, Read const& read) {
  try {
    return read();
  } catch (Json::exception const& error) {
    refuse((directory / "result.json").string(), error.what(), "the result of a run");
  }
}

}  // namespace

Json read_recording(fs::path const& directory, PageLimits const& limits) {
  return reading(directory, [&] { return recording_of(directory, limits); });
}

Json read_start(fs::path const& directory, int most_triangles) {
  return reading(directory, [&] {
    JointTypes const types = all_joint_types();
    Run const run = understood(directory, read_result(directory), types);
    return scene_json(run.scene, types, most_triangles);
  });
}

}  // namespace orthant
