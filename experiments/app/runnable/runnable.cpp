// The two kinds of experiments behind one interface.
#include "experiments/app/runnable/runnable.hpp"

#include <spdlog/fmt/fmt.h>

#include "experiments/app/expressions/parameters.hpp"
#include "experiments/app/problems/solve_problems.hpp"
#include "experiments/app/runnable/search_run.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/config/told_place.hpp"

namespace orthant {
namespace {

class SceneRun final : public Runnable {
 public:
  explicit SceneRun(Experiment e) : e_(std::move(e)) {}

  std::string const& name() const override { return e_.name; }
  Sweep const& sweep() const override { return e_.sweep; }
  Json device() const override { return e_.device_json(); }
  std::string size() const override {
    Scene const& scene = e_.setup.scene;
    return fmt::format("{} bodies, {} joints, {} world(s), {} steps on {}", scene.bodies.size(),
                       scene.joints.size(), e_.setup.worlds, e_.steps, e_.backend);
  }
  int parts() const override { return e_.steps; }
  char const* part() const override { return "step"; }
  std::vector<std::string> notes() const override {
    auto out = e_.notes;
    if (auto const n = e_.simulation->redundant_rows(); n.value_or(0) > 0)
      out.push_back(fmt::format(
          "{} rows of the joints say what others say already: their impulses are those of "
          "least norm",
          *n));
    return out;
  }
  std::vector<std::string> warnings() const override { return e_.told_warnings(); }
  Json run(RunOptions const& options) override { return run_experiment(e_, options); }

 private:
  Experiment e_;
};

class ProblemRun final : public Runnable {
 public:
  explicit ProblemRun(ProblemExperiment e) : e_(std::move(e)) {}

  std::string const& name() const override { return e_.name; }
  Sweep const& sweep() const override { return e_.sweep; }
  Json device() const override { return {{"backend", "host"}, {"name", "host"}, {"threads", 1}}; }
  std::string size() const override {
    return fmt::format("{} stored problem(s) by {}", e_.files.size(),
                       e_.resolved["solver"]["type"].get<std::string>());
  }
  int parts() const override { return static_cast<int>(e_.files.size()); }
  char const* part() const override { return "problem"; }
  std::vector<std::string> notes() const override { return {}; }
  std::vector<std::string> warnings() const override { return {}; }
  Json run(RunOptions const& options) override { return solve_problems(e_, options); }

 private:
  ProblemExperiment e_;
};

}  // namespace

std::unique_ptr<Runnable> build_runnable(Json const& input, std::string const& path) {
  if (!input.is_object())
    refuse(path, shown(input), "an object with \"scene\", \"step\" and \"duration\"");
  if (is_of_problems(input))
    return std::make_unique<ProblemRun>(build_problem_experiment(input, path));
  if (input.contains("search") && !input["search"].is_null()) return build_search(input, path);
  return std::make_unique<SceneRun>(build_experiment(input, path));
}

std::unique_ptr<Runnable> load_runnable(std::string const& path,
                                        std::vector<std::string> const& assignments) {
  Json input = read_json_file(path);
  change_by(input, assignments);
  return telling_places(path, assignments, [&] { return build_runnable(input, path); });
}

Sweep whole_sweep(Json const& input, std::string const& path) {
  Sweep out = sweep_of(input, path);
  sweep_problem_files(out, input, path);
  return out;
}

}  // namespace orthant
