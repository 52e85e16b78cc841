// How far the bodies of a case end from those of another, by trajectory.csv.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/config/error.hpp"
#include "experiments/app/figure/study.hpp"
#include "experiments/app/files/table_rows.hpp"

namespace orthant::figures {
namespace {

struct EndOfRun {
  double time = -1;
  std::map<std::string, std::array<double, 3>> places;  // by world and body
};

EndOfRun end_of(std::filesystem::path const& directory) {
  EndOfRun out;
  if (!has_run_table(directory, "trajectory")) return out;
  auto const rows = open_run_table(directory, "trajectory");
  int const time = rows->column("time_s"), world = rows->column("world"),
            body = rows->column("body");
  int const x = rows->column("x_m"), y = rows->column("y_m"), z = rows->column("z_m");
  while (rows->next()) {
    if (rows->number(time) != out.time) out.places.clear();
    out.time = rows->number(time);
    auto const name = std::to_string(static_cast<long>(rows->number(world))) + " " +
                      std::string(rows->text(body));
    out.places[name] = {rows->number(x), rows->number(y), rows->number(z)};
  }
  return out;
}

/// The largest over the bodies [m]; NaN if the ends are not of the same time and bodies.
double distance_between(EndOfRun const& a, EndOfRun const& b) {
  if (a.places.empty() || a.places.size() != b.places.size() ||
      std::abs(a.time - b.time) > 1e-9 * (1 + std::abs(b.time)))
    return std::nan("");
  double out = 0;
  for (auto const& [name, p] : a.places) {
    auto const other = b.places.find(name);
    if (other == b.places.end()) return std::nan("");
    auto const& q = other->second;
    out = std::max(out, std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
  }
  return out;
}

}  // namespace

void Study::measure_distances(std::string const& reference) {
  std::string refining;
  for (auto const& each : keys_)
    if (each.refines() && refining.empty()) refining = each.path;
  StudyCase const* chosen = nullptr;
  std::vector<std::string> names;
  for (auto const& each : cases_) {
    names.push_back(each.id());
    if (each.ran && each.id() == reference) chosen = &each;
  }
  if (reference != "finest" && chosen == nullptr)
    refuse("--reference", "\"" + reference + "\"",
           "finest, or a case that ran: " + comma_separated(names));
  if (refining.empty() && chosen == nullptr)
    refuse("--reference", "\"finest\"",
           "a case (0000, …), as neither a step length nor a tolerance was swept");
  std::map<StudyCase const*, double> distances;
  auto const seed = [](StudyCase const& each) { return each.entry.value("seed", Json()); };
  std::map<StudyCase const*, EndOfRun> ends;
  auto const end = [&](StudyCase const* each) -> EndOfRun const& {
    auto const found = ends.find(each);
    return found != ends.end() ? found->second : ends[each] = end_of(each->directory);
  };
  for (auto const& group : groups({refining}))
    for (auto const* each : group.cases) {
      StudyCase const* finest = chosen;
      if (chosen == nullptr)
        for (auto const* other : group.cases)
          if (seed(*other) == seed(*each) && other->settings.contains(refining) &&
              (finest == nullptr || other->settings.at(refining) < finest->settings.at(refining)))
            finest = other;
      bool const same = finest == nullptr || finest == each ||
                        (chosen == nullptr && each->settings.contains(refining) &&
                         each->settings.at(refining) == finest->settings.at(refining));
      if (!same) distances[each] = distance_between(end(each), end(finest));
    }
  for (auto& each : cases_)
    if (auto const found = distances.find(&each);
        found != distances.end() && std::isfinite(found->second))
      each.entry["distance_m"] = found->second;
}

}  // namespace orthant::figures
