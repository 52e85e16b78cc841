// Assembles the equations of a step from closed forms and evaluations.
#include "experiments/app/derivatives/differentiated.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "backends/derivatives/equation_slopes.hpp"
#include "backends/derivatives/euler_equations.hpp"
#include "backends/derivatives/momentum.hpp"
#include "backends/derivatives/smoothed_law.hpp"
#include "backends/derivatives/smoothed_step.hpp"
#include "backends/derivatives/tangents.hpp"
#include "core/config/error.hpp"

namespace orthant {
namespace {

[[noreturn]] void none(std::string const& why) {
  throw Error("there is no derivative of this step: " + why);
}

/// Columns behind those that are there.
void append(SparseSlopes& to, std::vector<Eigen::VectorXd> const& columns) {
  auto const before = to.cols();
  to.conservativeResize(to.rows(), before + static_cast<long>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k)
    for (long i = 0; i < columns[k].size(); ++i)
      if (columns[k][i] != 0) to.insert(i, before + static_cast<long>(k)) = columns[k][i];
  to.makeCompressed();
}
void append(LinearStep& step, std::vector<Eigen::VectorXd> const& equations,
            std::vector<Eigen::VectorXd> const& left) {
  step.sizes.parameters += static_cast<int>(equations.size());
  append(step.by_s, equations);
  append(step.left_by_s, left);
}

}  // namespace

GivenSteps& given_steps(Simulation& simulation) {
  auto* const out = dynamic_cast<GivenSteps*>(&simulation);
  if (!out) throw Error("there is no derivative of this step: another simulator makes it");
  return *out;
}

Differentiated::Differentiated(Experiment& experiment, Json const& input,
                               std::vector<Parameter> parameters)
    : experiment_(experiment), input_(input), parameters_(std::move(parameters)) {}
Differentiated::~Differentiated() = default;

BesideExperiment& Differentiated::beside(std::size_t world) {
  auto const& solution = given_steps(*experiment_.simulation).solution();
  bool const at_end =
      !solution.worlds.empty() && solution.worlds[static_cast<std::size_t>(world)].matrices_at_end;
  auto& out = beside_[at_end ? 1 : 0];
  if (!out) out = std::make_unique<BesideExperiment>(experiment_, input_, parameters_, at_end);
  return *out;
}

void Differentiated::require_step() const {
  auto const& solution = given_steps(*experiment_.simulation).solution();
  if (solution.worlds.empty())
    throw Error("there is no derivative: no step has been made since differentiate was set");
  if (solution.remembers)
    none("one of " + experiment_.resolved.at("integrator").at("type").get<std::string>() +
         ", which is not covered: the state at its start and the step before decide it");
}

std::vector<StepDerivative> Differentiated::of_last_step(
    std::vector<std::size_t> const& worlds, std::vector<Eigen::MatrixXd> const& starts) {
  require_step();
  auto const& solution = given_steps(*experiment_.simulation).solution();
  std::vector<LinearStep> steps(worlds.size());
  for (bool const at_end : {false, true}) {
    std::vector<std::size_t> which;  // indices in `worlds`
    for (std::size_t k = 0; k < worlds.size(); ++k)
      if (solution.worlds[worlds[k]].matrices_at_end == at_end) which.push_back(k);
    if (!which.empty()) linearise(worlds, which, starts, steps);
  }
  std::vector<StepDerivative> out;
  for (auto& each : steps) out.emplace_back(std::move(each));
  return out;
}

/// Linearised steps of some worlds of a solution; some have their closed form already.
struct Differentiated::Linearised {
  GivenStep const& solution;
  std::vector<std::size_t> const& worlds;
  std::vector<LinearStep>& steps;
  std::vector<bool> closed_form;
  LawChoice laws = law_rows;
};

/// Linearises worlds whose matrices are at the same end of the step.
void Differentiated::linearise(std::vector<std::size_t> const& worlds,
                               std::vector<std::size_t> const& which,
                               std::vector<Eigen::MatrixXd> const& starts,
                               std::vector<LinearStep>& steps) {
  auto& simulation = *experiment_.simulation;
  Linearised of{given_steps(simulation).solution(), worlds, steps,
                std::vector<bool>(worlds.size())};
  for (auto const k : which) {
    auto const& parts = simulation.parts()[worlds[k]];
    try {
      steps[k] = euler_equations(parts);
      of.closed_form[k] = true;
    } catch (Error const&) {
      // The equations are evaluated instead.
    }
  }
  complete(of, which, starts);
}

StepDerivative Differentiated::smoothed(std::size_t world, double floor) {
  if (!(floor > 0) || !std::isfinite(floor)) refuse("smoothing", text(floor), "a floor > 0 [m/s]");
  require_step();
  auto& simulation = *experiment_.simulation;
  auto const& solution = given_steps(simulation).solution();
  double const h = experiment_.setup.h;
  auto& at = given_steps(*beside(world).same.simulation);
  EquationSlopes const exact(at, solution, h);
  if (auto const& why = exact.solution().worlds[world].why_not; !why.empty()) none(why);

  ValueSlopes slopes;
  try {
    auto const step = euler_equations(simulation.parts()[world], values_alone);
    slopes = {step.by_z, step.scale, true};
  } catch (Error const&) {
    auto const step =
        std::move(EquationSlopes(at, solution, h, values_alone).equations({world}, false).front());
    slopes = {step.by_z, step.scale, false};
  }
  SmoothedStep made(at, solution, floor);
  made.solve(world, slopes);

  std::vector<std::size_t> const worlds{world}, first{0};
  std::vector<LinearStep> steps(1);
  Linearised of{made.solution(),
                worlds,
                steps,
                {false},
                [floor](WorldRows const& rows, WorldRows::Block const& block, Vec3 const&) {
                  return smoothed_law(rows, block, floor).rows;
                }};
  std::vector<StepParts> parts;
  auto const again = at.evaluate(made.solution(), &parts);
  if (std::ranges::equal(again[world].contacts, solution.worlds[world].contacts, {}, &Contact::key,
                         &Contact::key))
    try {
      steps[0] = euler_equations(parts[world], of.laws);
      of.closed_form[0] = true;
    } catch (Error const&) {
      // The equations are evaluated instead.
    }
  complete(of, first, {});
  if (of.closed_form[0]) steps[0].tiny = 1e-13;  // small pivots where contacts share a load
  steps[0].kinks = exact.kinks(world);
  return StepDerivative(std::move(steps[0]));
}

/// Adds derivatives by the inputs where there is no closed form, and derivatives by parameters.
void Differentiated::complete(Linearised& what, std::vector<std::size_t> const& which,
                              std::vector<Eigen::MatrixXd> const& starts) {
  auto& [solution, worlds, steps, closed_form, laws] = what;
  auto const put_ends = [&solution = solution, &worlds = worlds, &steps = steps, &which] {
    for (auto const k : which) {
      steps[k].end = solution.worlds[worlds[k]].end;
      steps[k].twist = solution.worlds[worlds[k]].twist;
    }
  };
  std::vector<std::size_t> rest, rest_worlds;
  for (auto const k : which) {
    if (closed_form[k]) continue;
    rest.push_back(k);
    rest_worlds.push_back(worlds[k]);
  }
  if (rest.empty() && parameters_.empty()) return put_ends();
  auto& all = beside(worlds[which.front()]);
  EquationSlopes slopes(given_steps(*all.same.simulation), solution, experiment_.setup.h, laws);
  for (auto const k : which)
    if (auto const& why = slopes.solution().worlds[worlds[k]].why_not; !why.empty()) none(why);
  auto evaluated = slopes.equations(rest_worlds, starts.empty());
  for (std::size_t i = 0; i < rest.size(); ++i) steps[rest[i]] = std::move(evaluated[i]);
  std::vector<std::vector<ParameterSlope>> found;
  for (auto& each : all.sides)
    found.push_back(slopes.along(given_steps(*each.low.simulation),
                                 given_steps(*each.high.simulation), each.below, each.above));
  std::vector<std::vector<ParameterSlope>> by_start;
  for (std::size_t p = 0; !starts.empty() && !rest.empty() && p < parameters_.size(); ++p) {
    std::vector<StartSlope> of_worlds;
    for (auto const& start : starts) of_worlds.emplace_back(start.col(static_cast<long>(p)));
    by_start.push_back(slopes.along(of_worlds));
  }
  for (auto const k : which) {
    std::vector<Eigen::VectorXd> equations, left;
    auto const given = 12L * steps[k].sizes.bodies;
    for (std::size_t p = 0; p < found.size(); ++p) {
      auto& of = found[p][worlds[k]];
      if (closed_form[k]) times_mass(solution.worlds[worlds[k]].stages.front(), 0, of.equations);
      if (!starts.empty() && closed_form[k]) {
        Eigen::VectorXd const start = starts[worlds[k]].col(static_cast<long>(p));
        of.equations += steps[k].by_s.leftCols(given) * start;
        of.left += steps[k].left_by_s.leftCols(given) * start;
      } else if (!starts.empty()) {
        of.equations += by_start[p][worlds[k]].equations;
        of.left += by_start[p][worlds[k]].left;
      }
      equations.push_back(std::move(of.equations));
      left.push_back(std::move(of.left));
    }
    append(steps[k], equations, left);
  }
  put_ends();
}

Eigen::MatrixXd Differentiated::start_by_parameters(std::size_t world) {
  auto& all = beside(world);
  int const n = experiment_.simulation->bodies();
  Eigen::MatrixXd out(12 * n, static_cast<long>(parameters_.size()));
  for (std::size_t k = 0; k < all.sides.size(); ++k) {
    auto const &from = all.sides[k].low_start, &to = all.sides[k].high_start;
    for (int b = 0; b < n; ++b) {
      auto const at = world * static_cast<std::size_t>(n) + static_cast<std::size_t>(b);
      Vec6 const moved = apart(from.pose[at], to.pose[at]), faster = to.twist[at] - from.twist[at];
      for (int i = 0; i < 6; ++i) {
        out(6 * b + i, static_cast<long>(k)) = moved[i] / all.sides[k].width();
        out(6 * (n + b) + i, static_cast<long>(k)) = faster[i] / all.sides[k].width();
      }
    }
  }
  return out;
}

}  // namespace orthant
