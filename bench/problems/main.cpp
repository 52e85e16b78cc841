// Holds the project's own solvers of stored contact problems side by side.
#include <nlohmann/json.hpp>

#include "backends/cone_solvers.hpp"
#include "bench/problems/comparison.hpp"
#include "core/config/json_file.hpp"

namespace orthant {
namespace {

std::unique_ptr<ConeSolver> make(Json const& settings, std::string const& where) {
  Json resolved;
  return cone_solvers().make(Config(settings, resolved, where));
}

class Prepared final : public PreparedSolve {
 public:
  Prepared(ConeProblem const& problem, std::unique_ptr<ConeSolver> solver)
      : problem_(problem), solver_(std::move(solver)) {}

  Outcome run(Vector& r) override {
    ConeReport const report = solver_->solve(problem_, r);
    return {report.converged(), report.iterations, text(report.reason)};
  }

 private:
  ConeProblem const& problem_;
  std::unique_ptr<ConeSolver> solver_;
};

/// The wall clock by which solvers stop is generous: what counts is CPU time, on a busy machine
/// too. Wrong settings throw here.
Contender contender(std::string const& name, Json settings) {
  make(settings, name);
  return {name, [=](ConeProblem const& problem, ConeStop const& stop) {
            Json all = settings;
            all["tolerance"] = stop.tolerance;
            all["seconds"] = 10 * stop.seconds;
            return std::make_unique<Prepared>(problem, make(all, name));
          }};
}

/// By default nothing but the time limits first-order methods. Newton, which makes room for its
/// history beforehand, keeps its own limit.
Json without_iteration_limit(std::string const& type) {
  Json settings = {{"type", type}};
  if (type == "newton") return settings;
  try {
    Json endless = settings;
    endless["max_iterations"] = 1000000000;
    make(endless, type);
    return endless;
  } catch (Error const&) {  // it has no such setting
    return settings;
  }
}

std::vector<Contender> choose(std::vector<SolverChoice> const& solvers, std::string const& file) {
  std::vector<Contender> out;
  for (auto const& [name, assignments] : solvers) {
    Json settings = without_iteration_limit(name);
    std::string label = name;
    for (auto const& each : assignments) {
      assign(settings, each);
      label += " " + each;
    }
    out.push_back(contender(label, settings));
  }
  if (!file.empty()) {
    Json const variants = read_json_file(file);
    for (auto const& [name, settings] : variants.items()) out.push_back(contender(name, settings));
  }
  if (out.empty())
    for (auto const& name : cone_solvers().names())
      out.push_back(contender(name, without_iteration_limit(name)));
  return out;
}

}  // namespace
}  // namespace orthant

int main(int argc, char** argv) {
  orthant::KokkosSession const kokkos(1);
  return orthant::compare_solvers(
      argc, argv, "Solves stored contact problems by several solvers: CPU time and final error.",
      orthant::choose);
}
