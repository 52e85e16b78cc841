// An experiment file, read and checked as a whole, with its simulation ready to run.
#pragma once
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "experiments/app/recording/problem_recorder.hpp"
#include "experiments/app/recording/system_recorder.hpp"
#include "experiments/app/references/reference.hpp"
#include "experiments/app/run/expectation.hpp"
#include "experiments/app/run/fit_settings.hpp"
#include "experiments/app/run/limits.hpp"
#include "experiments/app/run/sweep.hpp"
#include "orthant/backends/simulation/backend.hpp"
#include "orthant/core/scene/model_notes.hpp"

namespace orthant {

struct OutputSettings {
  enum class ResidualsOf { none, worlds, blocks };
  enum class Tables { csv, hdf5 };

  int trajectory_every = 1;
  int trajectory_worlds = 1;
  bool gauss_gap = false;
  bool joint_reactions = false;
  bool joints = false;
  bool contacts = false;
  bool final_state = false;
  Tables tables = Tables::csv;
  int messages_every = 0;
  double snapshot_every = 60;
  ResidualsOf residuals = ResidualsOf::none;
  bool solves = false;

  bool looks_at_iterates() const { return residuals != ResidualsOf::none; }

  void fields(Fields& f) {
    f.integer("trajectory_every", trajectory_every, not_negative(),
              "steps from one row of trajectory.csv to the next; 0: no such file");
    f.integer("trajectory_worlds", trajectory_worlds, at_least(1),
              "how many of the first worlds it holds");
    f.flag("gauss_gap", gauss_gap,
           "how far steps are from the minimum of Gauss's principle; a dense solve a step");
    f.flag("joint_reactions", joint_reactions,
           "write reactions.csv: forces and torques of joints, in the rows of trajectory.csv");
    f.flag("joints", joints,
           "write joints.csv: positions, velocities and efforts along joints, in the rows of "
           "trajectory.csv");
    f.flag("contacts", contacts,
           "write contacts.csv: points, forces and sliding velocities, at the steps of "
           "trajectory.csv");
    f.choice("tables", tables, {{Tables::csv, "csv"}, {Tables::hdf5, "hdf5"}},
             "of trajectory, contacts, reactions and joints: text, or arrays of numbers in "
             "trajectory.h5, contacts.h5, reactions.h5 and joints.h5");
    f.integer("messages_every", messages_every, not_negative(),
              "steps from one sentence on the state of the run to the next, on the terminal and in "
              "messages.txt; 0: none");
    f.real("snapshot_every", snapshot_every, not_negative(),
           "[s] of wall time from one snapshot of the run to the next, from which --resume goes "
           "on; 0: only where a signal ends the run");
    f.choice("residuals", residuals,
             {{ResidualsOf::none, "none"},
              {ResidualsOf::worlds, "worlds"},
              {ResidualsOf::blocks, "blocks"}},
             "write residuals.csv: norms of the residual's parts in each iteration, of each world, "
             "or of each body, joint and contact besides");
    f.flag("solves", solves,
           "write solves.csv: each solve of a step by each solver, and how it ended");
    f.flag("final_state", final_state, "whether the result tells where the bodies ended");
  }
};

/// A step of chosen lengths.
struct ChosenStep {
  double accuracy = 0, longest = 0;

  void fields(Fields& f) {
    f.need("accuracy", "a number > 0");
    f.need("longest", "a number > 0 [s]");
    f.real("accuracy", accuracy, positive(),
           "largest estimated error of a pose in a step, relative to the radius of gyration of the "
           "body");
    f.real("longest", longest, positive(),
           "[s] the longest step, and the interval of all output; steps are halves, quarters, ... "
           "of it");
  }
};

/// The effect of an unsolved step.
enum class Unsolved : int {
  warn,    // the run continues, and its exit status reports it
  stop,    // the run ends, and its exit status reports it
  ignore,  // the run continues
};

/// The effect of a value that is allowed and probably not meant.
enum class OnWarning : int {
  warn,    // it is said, and the run goes on
  error,   // it is refused
  ignore,  // it is in the result alone
};

/// The fields for the reader and for the schema.
void unsolved_field(Fields& f, Unsolved& unsolved);
void warnings_field(Fields& f, OnWarning& on_warning);

struct Experiment {
  std::string path, name;
  Json resolved;                     // the whole configuration, defaults included
  Json parameters = Json::object();  // of the result, if there are any: parameters_of
  /// Numbers that differ between worlds: the value in each, by dotted path.
  std::map<std::string, std::vector<double>> world_values;
  Setup setup;
  int steps = 0;
  OutputSettings output;
  std::optional<RecordSettings> record;
  std::optional<SystemSettings> systems;
  std::vector<Expectation> expect;
  Unsolved unsolved = Unsolved::warn;
  MotionLimits limits;
  Sweep sweep;                     // for comparisons; the rest is the base case
  std::optional<FitSettings> fit;  // for orthant fit; the rest is the first start
  std::vector<std::string> notes;  // what was interpreted differently from the text
  OnWarning on_warning = OnWarning::warn;
  std::vector<std::string> warnings;          // of values that are probably not meant
  std::vector<ModelNotes> models;             // of robots that were read
  std::vector<std::filesystem::path> inputs;  // files that were read for it
  std::string backend, device;
  int threads = 1;
  std::unique_ptr<Reference> reference;  // or null
  std::unique_ptr<Simulation> simulation;

  /// "device" of a result.
  Json device_json() const;
  /// The warnings, unless they are ignored.
  std::vector<std::string> told_warnings() const;
};

/// Builds everything in `input`; messages name `path`. Throws Error if anything is wrong; then
/// nothing has been written or simulated.
Experiment build_experiment(Json const& input, std::string const& path);

/// A sentence on each thing that a model was read without, and one on what changes nothing.
void note_model(ModelNotes const& model, std::vector<std::string>& notes);

/// Reads the keys that every experiment file may have, and returns its name. Throws Error.
std::string read_heading(Config& config, std::string const& path);

/// The name of an experiment file without one: its stem, or that of its folder for "scene".
std::string experiment_name(std::string const& path);

}  // namespace orthant
