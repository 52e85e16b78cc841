// Turns rows of convergence.csv into a curve.
#include "experiments/app/report/convergence.hpp"

#include "experiments/app/files/table_reader.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

struct Descent {
  std::string problem;
  std::vector<double> iteration, error;

  int iterations() const { return iteration.empty() ? 0 : to_count(iteration.back()); }
};

/// The longest curve of the file, whose rows are sorted by problem.
Descent longest(fs::path const& file) {
  Descent best, now;
  if (fs::file_size(file) == 0) return {};
  TableReader row(file, BrokenRows::skip);  // a killed run may leave a short row
  if (row.head().size() < 3) return {};
  auto const end = [&] {
    if (best.iteration.empty() || now.iterations() > best.iterations()) std::swap(best, now);
    now = {};
  };
  while (row.next()) {
    if (row.text(0) != now.problem) end();
    now.problem = row.text(0);
    now.iteration.push_back(row.number_or_nan(1));
    now.error.push_back(row.number_or_nan(2));
  }
  end();
  return best;
}

double seconds_of(Json const& result) {
  auto const found = result.find("cpu_time_s");
  bool const one = result.value("problems", Json(0)) == 1;
  return one && found != result.end() && found->is_number() ? found->get<double>() : 0;
}

}  // namespace

Json read_convergence(fs::path const& directory, Json const& result, HistoryLimits const& limits) {
  auto const file = directory / "convergence.csv";
  if (!fs::exists(file)) return nullptr;
  Descent const all = longest(file);
  if (all.iteration.empty()) return nullptr;
  auto const at = spread(all.iteration.size(), limits.iterations);
  std::vector<double> iteration, error;
  for (auto const i : at) {
    iteration.push_back(all.iteration[i]);
    error.push_back(all.error[i]);
  }
  Json const curve = {
      {"problem", all.problem},
      {"step", 1},
      {"time", 0},
      {"wall", to_digits(seconds_of(result), 4)},
      {"iterations", all.iterations()},
      {"converged", result.value("problems_solved", Json(0)) == result.value("problems", Json(1))},
      {"at", rounded(iteration, 9)},
      {"error", rounded(error)}};
  Json const newton = {{"kinds", {"error"}},
                       {"steps", 1},
                       {"grid", Json::array()},
                       {"worst", curve},
                       {"median", curve}};
  return {{"steps", nullptr}, {"newton", newton}};
}

}  // namespace orthant
