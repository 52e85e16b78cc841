// Reads joints.csv in the order of the joint space.
#include "experiments/app/replay/joints_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "orthant/backends/joint_space/joint_space.hpp"

namespace orthant {
namespace {

Json columns_json(JointSpace const& space) {
  std::vector<Json> out(space.columns().size());
  for (auto const& link : space.links()) {
    auto const slides = std::ranges::count(link.leaves.slides, true);
    for (int k = 0; k < link.count; ++k) {
      auto const column = static_cast<std::size_t>(link.first + k);
      out[column] = {{"name", space.columns()[column].name}, {"unit", k < slides ? "m" : "rad"}};
    }
  }
  out.erase(out.begin(), out.begin() + space.floating());
  return out;
}

}  // namespace

Json joints_json(TableRows& table, Scene const& scene, int worlds, int every, std::size_t most,
                 bool ended) {
  Json const columns = columns_json(JointSpace(scene));
  if (columns.empty()) return nullptr;
  int const step = table.column("step"), time = table.column("time_s");
  int const joint = table.column("joint");
  int const values[] = {table.column("position"), table.column("velocity"), table.column("effort")};
  Samples out(every, most);
  std::size_t const rows = columns.size() * static_cast<std::size_t>(worlds);
  for (std::size_t row = 0; table.next(); ++row) {
    auto const name = columns[row % columns.size()]["name"].get<std::string>();
    if (table.text(joint) != name)
      refuse(table.here(), "\"" + std::string(table.text(joint)) + "\"",
             "\"" + name + "\": the joints in their order");
    if (!out.begin(table, table.count(step), table.number(time))) continue;
    for (int const column : values) out.add(table.number(column));
  }
  if (!ended) out.drop_incomplete(3 * rows);
  for (auto const& each : out.all())
    if (each.values.size() != 3 * rows)
      refuse(table.path(), "step " + std::to_string(each.step) + " without all joints",
             "a table written to its end");
  Json json = samples_json(out);
  json["columns"] = columns;
  return json;
}

}  // namespace orthant
