// Assembles the equations of a step from closed forms and evaluations.
#include "experiments/app/derivatives/differentiated.hpp"

#include <Eigen/LU>

#include "orthant/backends/derivatives/equation_slopes.hpp"
#include "orthant/backends/derivatives/euler_equations.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/math/pose.hpp"

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
  return part_of(simulation, &SimulationParts::given_steps, "derivatives");
}

Differentiated::Differentiated(Experiment& experiment, Json const& input,
                               std::vector<Parameter> parameters)
    : experiment_(experiment), input_(input), parameters_(std::move(parameters)) {}
Differentiated::~Differentiated() = default;

BesideExperiment& Differentiated::beside(std::size_t world) {
  auto const& solution = given_steps(*experiment_.simulation).solution();
  bool const at_end = !solution.worlds.empty() && solution.worlds[nth(world)].matrices_at_end;
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

/// Linearises worlds whose matrices are at the same end of the step. The equations are evaluated
/// where they have no closed form, and by parameters.
void Differentiated::linearise(std::vector<std::size_t> const& worlds,
                               std::vector<std::size_t> const& which,
                               std::vector<Eigen::MatrixXd> const& starts,
                               std::vector<LinearStep>& steps) {
  auto& simulation = *experiment_.simulation;
  auto const& solution = given_steps(simulation).solution();
  std::vector<bool> closed_form(worlds.size());
  for (auto const k : which) try {
      steps[k] = euler_equations(given_steps(simulation).step_parts()[worlds[k]]);
      closed_form[k] = true;
    } catch (Error const&) {
      // The equations are evaluated instead.
    }
  std::vector<std::size_t> rest, rest_worlds;
  for (auto const k : which) {
    if (closed_form[k]) continue;
    rest.push_back(k);
    rest_worlds.push_back(worlds[k]);
  }
  if (rest.empty() && parameters_.empty()) return;
  auto& all = beside(worlds[which.front()]);
  EquationSlopes slopes(given_steps(*all.same.simulation), solution, experiment_.setup.h);
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
}

Eigen::MatrixXd Differentiated::start_by_parameters(std::size_t world) {
  auto& all = beside(world);
  int const n = experiment_.simulation->bodies();
  Eigen::MatrixXd out(12 * n, static_cast<long>(parameters_.size()));
  for (std::size_t k = 0; k < all.sides.size(); ++k) {
    auto const &from = all.sides[k].low_start, &to = all.sides[k].high_start;
    for (int b = 0; b < n; ++b) {
      auto const at = world * nth(n) + nth(b);
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
