// What an experiment file varies: the "sweep" of an experiment, counted out into cases.
#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace orthant {

using Json = nlohmann::json;

/// One path of the experiment file, and the values that it takes.
struct SweepAxis {
  std::string key;  // dotted, as in --set
  std::vector<Json> values;
  int zip = 0;                             // the number of the zip that it is of, from 1; 0: none
  std::string where;                       // of the values, for messages
  std::map<Json, std::size_t> place = {};  // of each value among them
};

/// One choice of values: a case is the experiment file with these in their places.
struct SweepCase {
  Json settings = Json::object();  // path to value, without the seed
  std::optional<int> seed;
  std::optional<int> repeat;                 // from 0, where there are repeats
  std::map<int, std::string> names = {};     // of its rows in zips that have names
  std::map<std::string, int> named_by = {};  // the zip by which a path of `settings` is named

  /// "solver.linear=pcr, solver.ncp=minimum_map, seed=2", or "base" for the file as it stands. The
  /// name of a row of a zip stands for its values.
  std::string label() const;
};

struct Sweep {
  std::vector<SweepAxis> axes;                    // by their keys; the zipped ones last
  std::map<int, std::vector<std::string>> names;  // of the rows of a zip
  std::optional<SweepAxis> seeds;                 // integers for one path
  int repeats = 1;

  bool varies() const { return !axes.empty() || seeds || repeats > 1; }
  /// The full product of the axes (those of a zip together are one), of seeds and of repeats; the
  /// last varies fastest.
  std::vector<SweepCase> cases() const;
  /// `input` without its sweep, with the values of a case. Throws Error for a path that leads
  /// nowhere.
  Json apply(Json input, SweepCase const& chosen) const;
  /// As comparison.json tells it.
  Json axes_json() const;
};

/// Reads `sweep` of the experiment file `path`. Throws Error.
Sweep read_sweep(Json const& sweep, std::string const& path);

/// What it reads, as a JSON Schema.
std::string sweep_schema();

/// The sweep of an experiment file; one without has a single case.
Sweep sweep_of(Json const& input, std::string const& path);

}  // namespace orthant
