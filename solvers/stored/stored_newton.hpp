// Runs the nonlinear solvers of scenes on stored contact problems.
#pragma once
#include <nlohmann/json.hpp>

#include "orthant/core/cone_problem/cone_measures.hpp"
#include "orthant/core/cone_problem/cone_solver.hpp"
#include "orthant/core/execution/cpu_clock.hpp"
#include "orthant/core/method/plugins.hpp"
#include "orthant/solvers/stored/stored_step.hpp"

namespace orthant {

/// Runs a nonlinear solver until the natural map is small enough. The solver itself stops by
/// another measure, which weights the laws differently.
template <class Space>
class StoredNewton final : public ConeSolver {
 public:
  /// `settings` name the nonlinear solver and its parts, without a tolerance. Throws Error with
  /// paths that begin with `where`.
  StoredNewton(Plugins<Space> plugins, Json settings, std::string where, ConeStop const& stop)
      : ConeSolver(stop),
        plugins_(std::move(plugins)),
        settings_(std::move(settings)),
        where_(std::move(where)) {
    newton({.knows_bodies = false}, 1e-10);
  }

  ConeReport do_solve(ConeProblem const& problem, Vector& r, ConeStop const& stop) const override {
    auto const start = CpuClock::now();
    auto const left = [&] { return stop.seconds - CpuClock::seconds_since(start); };
    ConeReport out;
    out.natural_map = natural_map(problem, r);
    if (out.natural_map <= stop.tolerance) return out;
    StoredStep<Space> step(problem);
    step.set_impulse(r);
    double const least = 1e-15;
    for (double tolerance = stop.tolerance;; tolerance *= 0.1) {
      auto const solver =
          newton(step.demands(), std::max(tolerance, least), left()).make(step.sizes());
      Maps maps(problem, step);
      solver->show_to(&maps);
      NonlinearReport const part = solver->solve({}, step, step.twist());
      add(part, maps.of_iterates, out);
      Vector const found = step.impulse();
      if (double const map = natural_map(problem, found); map < out.natural_map) {
        out.natural_map = map;
        r = found;
      }
      bool const done = out.natural_map <= stop.tolerance;
      out.reason = done ? StopReason::converged : part.reason;
      if (done || !part.converged()) return out;
      out.reason = left() > 0 ? StopReason::stalled : StopReason::time_limit;
      if (tolerance <= least || left() <= 0) return out;
    }
  }

 private:
  SolverRecipe<Space> newton(Demands const& demands, double tolerance, double seconds = 0) const {
    Json settings = settings_, resolved;
    settings["tolerance"] = tolerance;
    if (seconds > 0) settings["seconds"] = seconds;
    return plugins_.nonlinear_solvers.make(Config(settings, resolved, where_), plugins_, demands);
  }

  /// Measures each iterate by the natural map, as all cone solvers do.
  struct Maps final : IterateObserver<Space> {
    Maps(ConeProblem const& p, StoredStep<Space> const& s) : problem(p), stored(s) {}
    void begin(Space const&, StepProblem<Space> const&, char const*) override {}
    void iterate(Space const& space, Iterate<Space> const&) override {
      wait_for(space);
      of_iterates.push_back(natural_map(problem, stored.impulse()));
    }
    void step(Space const&, IterateStep<Space> const&) override {}

    ConeProblem const& problem;
    StoredStep<Space> const& stored;
    std::vector<double> of_iterates;
  };

  static void add(NonlinearReport const& part, std::vector<double> const& maps, ConeReport& out) {
    out.iterations += part.iterations;
    out.linear_solves += part.linear_solves;
    for (std::size_t i = 0; i < std::min(maps.size(), part.history.size()); ++i)
      out.history.push_back({maps[i], part.history[i].step, "newton"});
  }

  Plugins<Space> plugins_;
  Json settings_;
  std::string where_;
};

/// Registers `newton` with its settings in scenes; "tolerance" applies to the natural map.
template <class Space>
void register_stored_newton(ConeSolvers& solvers, Plugins<Space> const& plugins) {
  solvers.add<ConeStop>(
      "newton",
      "non-smooth Newton as in scenes: any NCP function, friction, scaling, linear solver",
      [plugins](ConeStop const& stop, Config& config) {
        Json settings;
        for (auto const& key : config.keys())
          if (key != "tolerance" && key != "seconds") settings[key] = config.raw(key);
        settings["type"] = "newton";
        return std::make_unique<StoredNewton<Space>>(plugins, settings, config.path(), stop);
      },
      [describe = plugins.nonlinear_solvers.entries().at("newton").describe](Fields& fields) {
        describe(fields);
        ConeStop{}.fields(fields);  // in place of those of a step
      });
}

}  // namespace orthant
