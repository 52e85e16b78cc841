// The "sweep" of an experiment, enumerated into cases.
#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace orthant {

using Json = nlohmann::json;

/// A path in the experiment file, and its values.
struct SweepAxis {
  std::string key;  // dotted path
  std::vector<Json> values;
  int zip = 0;                             // number of its zip, from 1; 0: none
  std::string where;                       // path of the values, for messages
  std::map<Json, std::size_t> place = {};  // index of each value
  std::map<Json, std::string> names = {};  // of objects and arrays, see name_values
};

/// One choice of values: a case is the experiment file with these values.
struct SweepCase {
  Json settings = Json::object();  // path to value, without the seed
  std::optional<int> seed;
  std::optional<int> repeat;                      // from 0, if there are repeats
  std::map<int, std::string> names = {};          // names of its rows in zips with names
  std::map<std::string, int> named_by = {};       // the zip that names a path of `settings`
  std::map<std::string, std::string> words = {};  // names of values of `settings`, by their paths

  /// "solver.linear=pcr, solver.ncp=minimum_map, seed=2", or "base" for the file itself. The name
  /// of a row of a zip replaces its values.
  std::string label() const;
};

struct Sweep {
  std::vector<SweepAxis> axes;                    // sorted by key; zipped ones last
  std::map<int, std::vector<std::string>> names;  // of the rows of a zip
  std::optional<SweepAxis> seeds;                 // integers for one path
  int repeats = 1;
  bool finest = false;  // cases are compared with the finest one
  /// All cases make the steps of one motion, by this solver; null: by the default one.
  std::optional<Json> same_steps;

  bool varies() const { return !axes.empty() || seeds || repeats > 1; }
  /// The full product of the axes (those of a zip count as one), of seeds and of repeats; the last
  /// varies fastest.
  std::vector<SweepCase> cases() const;
  /// `input` without its sweep, with the values of a case. Throws Error for a path that does not
  /// exist.
  Json apply(Json input, SweepCase const& chosen) const;
  /// In the form of comparison.json.
  Json axes_json() const;
};

/// Reads `sweep` of the experiment file `path`. Throws Error.
Sweep read_sweep(Json const& sweep, std::string const& path);

/// The JSON Schema of a sweep.
std::string sweep_schema();

/// The sweep of an experiment file; without "sweep" it has a single case.
Sweep sweep_of(Json const& input, std::string const& path);

}  // namespace orthant
