// Reads an experiment; everything that can be wrong is found here, before the first step.
#include "experiments/app/run/experiment.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "experiments/app/expressions/parameters.hpp"
#include "experiments/app/run/doubts.hpp"
#include "experiments/app/run/own_metrics.hpp"
#include "experiments/app/run/requirements.hpp"
#include "experiments/app/run/search_settings.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/config/input_file.hpp"
#include "orthant/core/config/visible.hpp"
#include "orthant/core/hdf5/hdf5_file.hpp"
#include "orthant/core/scene/read_scene.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {
namespace {

/// Refuses scenes whose shapes lie on top of each other, which nothing would find an end with.
constexpr double most_pairs = 1e8;

struct Ball {
  Vec3 centre;
  Real radius;
};

/// A ball around each shape that is bounded.
std::vector<Ball> balls(Scene const& scene) {
  std::vector<Ball> out;
  for (auto const& body : scene.bodies) {
    if (!body.collide) continue;
    for (auto const& shape : body.shapes)
      if (Real const radius = bounding_radius(shape); std::isfinite(radius))
        out.push_back({body.pose.p_WB + rotate(body.pose.q_WB, shape.X_BS.p_WB), radius});
  }
  return out;
}

/// Throws Error if more pairs of shapes lie near each other at the start than a search can list:
/// those of a hundred thousand coincident shapes would take hours.
void require_no_crowd(Scene const& scene, std::string const& where) {
  auto all = balls(scene);
  if (static_cast<double>(all.size()) * static_cast<double>(all.size()) < 2 * most_pairs) return;
  auto const middle = all.begin() + static_cast<long>(all.size() / 2);
  std::ranges::nth_element(all, middle, {}, &Ball::radius);
  Real const size = 2 * middle->radius;
  std::map<std::array<double, 3>, double> shapes_in;
  for (auto const& each : all)
    if (each.radius <= middle->radius)
      ++shapes_in[{std::floor(each.centre[0] / size), std::floor(each.centre[1] / size),
                   std::floor(each.centre[2] / size)}];
  double pairs = 0;
  for (auto const& [cell, count] : shapes_in) pairs += 0.5 * count * (count - 1);
  if (pairs > most_pairs)
    refuse(where + "/scene",
           text(pairs) + " pairs of shapes within " + text(size) + " m of each other",
           "up to " + text(most_pairs) + ": fewer of them, or apart from each other");
}

/// Throws Error unless `name` is valid for a file or folder in any directory: 1 to 200 bytes, no
/// "/", no control character or mark of direction, no "." or "-" at its beginning. `shown` is the
/// name in the message.
void require_file_name(std::string const& where, std::string const& name,
                       std::string const& shown) {
  bool const good = !name.empty() && name.size() <= 200 && name.front() != '.' &&
                    name.front() != '-' && name.find('/') == std::string::npos &&
                    is_one_visible_line(name);
  if (!good)
    refuse(where, shown,
           "a name of a file: up to 200 bytes, no \"/\", no control character or mark of "
           "direction, no \".\" or \"-\" at its beginning");
}

/// The number of steps, from "steps" or "duration".
int read_steps(Config& config, double h) {
  int steps = 1;
  bool const both = config.has("steps") && config.has("duration");
  if (!config.has("steps") && !config.has("duration"))
    config.refuse_misspelt("duration", "a number >= 0 [s]");
  if (both || !(config.has("steps") || config.has("duration")))
    refuse(config.path(), both ? "\"steps\" beside \"duration\"" : "no \"duration\"",
           std::string("\"duration\" [s] or \"steps\", one of the two") +
               (both ? "; --set duration= removes one" : ""));
  if (config.has("steps")) {
    config.integer("steps", steps, not_negative(), "");
  } else {
    double duration = 0;
    config.real("duration", duration, not_negative(), "");
    double const exact = duration / h;
    if (!(exact < 1e9)) refuse(config.where("duration"), text(duration), "fewer than 1e9 steps");
    steps = static_cast<int>(std::llround(exact));
    if (std::abs(steps - exact) > 1e-6 * std::max(1.0, exact))
      refuse(config.where("duration"), text(duration),
             steps == 0
                 ? "at least one \"step\", which is " + text(h) + " s; or a shorter step"
                 : "a multiple of \"step\", or of its \"longest\", such as " + text(steps * h));
  }
  return steps;
}

/// Reads "step": a length, or the accuracy by which lengths are chosen.
void read_step(Config& config, Setup& setup) {
  char const* const allowed = "a number > 0 [s], or {\"accuracy\": 1e-3, \"longest\": 0.01}";
  config.need("step", allowed);
  if (!config.has_object("step")) {
    if (auto const& given = config.raw("step"); !given.is_number() && !given.is_string())
      refuse(config.where("step"), shown(given), allowed);
    return config.real("step", setup.h, positive(), "");
  }
  Config step = config.child("step");
  ChosenStep chosen;
  chosen.fields(step);
  step.done();
  setup.h = chosen.longest;
  setup.accuracy = chosen.accuracy;
}

/// Reads the scene of each world; without worlds if a reference will set their number.
void read_scenes(Experiment& e, Config& config, int worlds, JointTypes const& types,
                 std::filesystem::path const& folder) {
  int seed = 1;
  config.integer("seed", seed, not_negative(), "");
  OverWorlds over(worlds, seed, config.path());
  e.setup.scene = read_worlds(config.child("scene"), types, over, folder, &e.models);
  for (auto const& model : e.models) note_model(model, e.notes);
  over.restore(e.resolved);
  for (auto const& [path, number] : over.numbers()) {
    std::string key = path.substr(1);
    std::replace(key.begin(), key.end(), '/', '.');
    e.world_values[key] = number.value;
  }
}

/// Reads "backend", which says where and by what the experiment runs.
std::unique_ptr<Backend> read_backend(Experiment& e, Config& config) {
  Config backend = config.plugin("backend", "serial");
  auto out = backends().make(backend);
  e.backend = e.resolved["backend"]["type"].get<std::string>();
  e.device = out->device();
  e.threads = out->concurrency();
  return out;
}

/// Reads the scene, its reference, and the time; a reference may set the number of worlds and of
/// steps.
void read_problem(Experiment& e, Config& config, JointTypes const& types) {
  if (config.has("reference")) e.reference = references().make(config.plugin("reference"));
  bool const has_duration = e.reference && e.reference->has_duration();
  for (char const* key : {"duration", "worlds"})
    if (has_duration && config.has(key))
      refuse(config.where(key), shown(config.raw(key)),
             "nothing beside this reference, whose data have it");
  if (!has_duration) config.integer("worlds", e.setup.worlds, between(1, 1e7), "");
  read_scenes(e, config, has_duration ? 0 : e.setup.worlds, types,
              std::filesystem::absolute(e.path).parent_path());
  config.allow({"steps"});
  read_step(config, e.setup);
  if (!has_duration) e.steps = read_steps(config, e.setup.h);
  if (!e.reference) return;
  double const asked = e.setup.h;
  e.reference->arrange(e.setup, e.steps);
  (e.setup.accuracy > 0 ? e.resolved["step"]["longest"] : e.resolved["step"]) = e.setup.h;
  if (std::abs(e.setup.h - asked) > 1e-12 * asked)
    e.notes.push_back("step " + text(asked) + " s taken as " + text(e.setup.h) +
                      " s, a whole part of the reference's interval");
}

/// Reads what is written. Returns whether the file says how often snapshots are.
bool read_output(Experiment& e, Config& config) {
  if (auto const* directory = config.given("output"); directory && directory->is_string())
    refuse(config.where("output"), shown(*directory),
           "an object; the directory of the results is given by --output");
  Config output = config.child("output");
  bool const asks_for_snapshots = output.has("snapshot_every");
  e.output.fields(output);
  output.done();
  if (e.output.tables == OutputSettings::Tables::hdf5 && !have_hdf5())
    refuse(output.where("tables"), "\"hdf5\"", "\"csv\": this build has no HDF5");
  if (config.has("record_problems"))
    e.record = read_record_settings(config.child("record_problems"));
  if (config.has("record_systems"))
    e.systems = read_system_settings(config.child("record_systems"), e.setup.worlds);
  return asks_for_snapshots;
}

/// Reads what is asked of the result: numbers of one's own, a search, what is expected, a fit, and
/// what becomes of unsolved steps and of warnings.
void read_questions(Experiment& e, Config& config, Json const& input) {
  std::vector<std::string> own;
  if (config.is_given("metrics"))
    own = own_names(e.resolved["metrics"] = config.raw("metrics"), config.where("metrics"));
  auto numbers = own_numbers(own);
  if (config.is_given("search")) {
    read_search(input, e.path);
    e.resolved["search"] = config.raw("search");
    for (auto& each : search_numbers()) numbers.push_back(std::move(each));
  }
  e.expect = read_expectations(config.child("expect"), numbers);
  if (config.is_given("fit")) {
    if (!e.reference)
      refuse(config.where("fit"), "a fit without \"reference\"",
             "one beside the data to be fitted");
    e.fit = read_fit(config.child("fit"));
  }
  unsolved_field(config, e.unsolved);
  warnings_field(config, e.on_warning);
}

void read_limits(Experiment& e, Config& config) {
  e.limits = sensible_limits(e.setup, e.simulation->snapshot(), e.steps);
  Config limits = config.child("limits");
  e.limits.fields(limits);
  limits.done();
}

}  // namespace

void note_model(ModelNotes const& model, std::vector<std::string>& notes) {
  for (auto const& what : model.left_out) notes.push_back("left out: " + what);
  for (auto const& what : model.mended) notes.push_back(what);
  if (!model.ignored.empty())
    notes.push_back(model.file + ": of no effect: " + comma_separated(model.ignored));
}

void unsolved_field(Fields& f, Unsolved& unsolved) {
  f.choice("unsolved", unsolved,
           {{Unsolved::warn, "warn"}, {Unsolved::stop, "stop"}, {Unsolved::ignore, "ignore"}},
           "what a step that is not solved does: warn makes the exit status 3, stop ends the run "
           "there with the same status, ignore keeps 0");
}

void warnings_field(Fields& f, OnWarning& on_warning) {
  f.choice("warnings", on_warning,
           {{OnWarning::warn, "warn"}, {OnWarning::error, "error"}, {OnWarning::ignore, "ignore"}},
           "what a value does that is allowed and probably not meant, such as a step of 10 s: warn "
           "says it, error refuses it, ignore leaves it to the result");
}

Json Experiment::device_json() const {
  return {{"backend", backend}, {"name", device}, {"threads", threads}};
}

std::vector<std::string> Experiment::told_warnings() const {
  return on_warning == OnWarning::ignore ? std::vector<std::string>{} : warnings;
}

std::string experiment_name(std::string const& path) {
  auto const file = std::filesystem::absolute(path);
  auto const stem = file.stem().string(), folder = file.parent_path().filename().string();
  return stem == "scene" && !folder.empty() ? folder : stem;
}

std::string read_heading(Config& config, std::string const& path) {
  std::string name = experiment_name(path), about, schema;
  if (config.has("$schema")) config.text("$schema", schema, "");
  config.resolved().erase("$schema");  // for editors only
  config.text("name", name, "");
  require_file_name(config.where("name"), name, shown(Json(name)));
  config.text("description", about, "");
  config.allow({"parameters"});
  return name;
}

Experiment build_experiment(Json const& given, std::string const& path) {
  OpenedInputs const opened;
  Json const input = with_parameters(given, path);
  require_parts_in_scene(input, path);
  Experiment e;
  e.path = path;
  e.parameters = parameters_of(given, input);
  Config config(input, e.resolved, path);
  if (config.has("problems")) refuse(config.where("problems"), "stored problems", "a scene here");
  e.name = read_heading(config, path);
  if (config.is_given("sweep")) e.sweep = read_sweep(input.at("sweep"), path);
  auto const backend = read_backend(e, config);
  read_problem(e, config, backend->joint_types());
  bool const asks_for_snapshots = read_output(e, config);
  read_questions(e, config, input);
  require_countable(e.setup, path);
  require_no_crowd(e.setup.scene, path);
  e.simulation = backend->build(e.setup, config);
  require_possible_output(e, config);
  keep_possible_snapshots(e, asks_for_snapshots, config);
  if (e.reference) e.simulation->set_state(e.reference->start(e.setup));
  read_limits(e, config);
  config.done();
  OwnMetrics const checked(e);
  require_room(e, path);
  if (!e.reference) require_apart(e, path);  // measurements may overlap a little: that is reported
  e.inputs = opened.paths();
  e.warnings = doubts(e);
  if (e.on_warning == OnWarning::error && !e.warnings.empty())
    throw Error(e.warnings.front() + "; refused by \"warnings\": \"error\"");
  return e;
}

}  // namespace orthant
