// Reads the files of a run.
#include "tests/resume/runs.hpp"

#include "experiments/app/files/column_table.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant::test {

namespace fs = std::filesystem;

Json with_all_tables(int steps) {
  Json input = small_experiment();
  input.erase("expect");
  input["steps"] = steps;
  input["scene"]["bodies"].push_back(
      Json::parse(R"({"name": "ball", "mass": 1, "position": [0.02, 0.01, 2.4],
      "velocity": [0.3, 0, -1], "angular_velocity": [0, 30, 2],
      "shapes": [{"type": "sphere", "radius": 0.1}]})"));
  input["output"] = {{"joints", true},       {"contacts", true},    {"joint_reactions", true},
                     {"solves", true},       {"final_state", true}, {"messages_every", 3},
                     {"trajectory_every", 2}};
  input["scene"]["joints"][0]["name"] = "axle";
  input["metrics"] = {{"turned", "position(axle) + abs(vz(ball))"}};
  return input;
}

namespace {

/// A row without the last two columns before that of the metric.
std::string without_times(std::string const& row) {
  auto const metric = row.rfind(','), cpu = row.rfind(',', metric - 1);
  return row.substr(0, row.rfind(',', cpu - 1)) + row.substr(metric);
}

/// All cells of an HDF5 table: the bytes of the file depend on when it was flushed.
std::string cells_of(fs::path const& file) {
  std::string out;
  for (ColumnReader table(file); table.next();)
    for (int k = 0; k < static_cast<int>(table.columns().size()); ++k)
      out += (table.is_text(k) ? std::string(table.text(k)) : text(table.number(k))) + ' ';
  return out;
}

}  // namespace

std::map<std::string, std::string> bits_of(fs::path const& directory) {
  std::map<std::string, std::string> out;
  for (auto const& entry : fs::recursive_directory_iterator(directory)) {
    if (!entry.is_regular_file()) continue;
    std::string const path = fs::relative(entry.path(), directory), name = entry.path().filename();
    std::string text = contents(entry.path());
    if (name == "result.json") {
      Json result = Json::parse(text);
      for (char const* time : {"wall_time_s", "cpu_time_s"}) result.erase(time);
      text = result.dump();
    } else if (entry.path().extension() == ".h5") {
      text = cells_of(entry.path());
    } else if (name == "steps.csv") {
      text.clear();
      for (auto const& line : lines(entry.path()))  // the times of a step, and then one metric
        text += without_times(line) + '\n';
    }
    out[path] = text;
  }
  return out;
}

std::string different_files(fs::path const& a, fs::path const& b) {
  auto one = bits_of(a), other = bits_of(b);
  std::string out;
  for (auto const& [name, text] : one)
    if (!other.contains(name) || other[name] != text) out += name + " ";
  for (auto const& [name, text] : other)
    if (!one.contains(name)) out += name + " (only there) ";
  return out;
}

}  // namespace orthant::test
