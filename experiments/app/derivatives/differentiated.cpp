// Putting the equations of a step together.
#include "experiments/app/derivatives/differentiated.hpp"

#include <Eigen/LU>

#include "backends/derivatives/equation_slopes.hpp"
#include "backends/derivatives/euler_equations.hpp"
#include "backends/derivatives/tangents.hpp"
#include "core/config/error.hpp"

namespace orthant {
namespace {

[[noreturn]] void none(std::string const& why) {
  throw Error("there is no derivative of this step: " + why);
}

void require_one_step(Experiment const& experiment) {
  auto const type = experiment.resolved.at("integrator").at("type").get<std::string>();
  for (char const* each :
       {"implicit_euler", "semi_implicit_euler", "moreau_jean", "implicit_midpoint", "variational"})
    if (type == each) return;
  none("one of " + type + ", which is not covered");
}

/// The momentum balance as impulses, as Euler's equations have it.
void times_mass(WorldStage const& stage, Eigen::VectorXd& F) {
  for (std::size_t b = 0; b < stage.inverse_mass.size(); ++b) {
    auto const& [mass, inertia] = stage.inverse_mass[b];
    if (!(mass > 0)) continue;
    auto const at = 6 * static_cast<long>(b);
    Eigen::Matrix3d inverse;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) inverse(i, j) = inertia[i][j];
    F.segment<3>(at) /= mass;
    F.segment<3>(at + 3) = (inverse.inverse() * F.segment<3>(at + 3)).eval();
  }
}

/// Columns behind those that are there.
void append(LinearStep& step, std::vector<Eigen::VectorXd> const& equations,
            std::vector<Eigen::VectorXd> const& left) {
  auto const before = step.by_s.cols(), more = static_cast<long>(equations.size());
  step.sizes.parameters += static_cast<int>(more);
  step.by_s.conservativeResize(Eigen::NoChange, before + more);
  Eigen::MatrixXd left_by_s = step.left_by_s;
  left_by_s.conservativeResize(Eigen::NoChange, before + more);
  for (long k = 0; k < more; ++k) {
    step.by_s.col(before + k) = equations[static_cast<std::size_t>(k)];
    left_by_s.col(before + k) = left[static_cast<std::size_t>(k)];
  }
  step.left_by_s = left_by_s.sparseView();
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

BesideExperiment& Differentiated::beside(int world) {
  auto const& solution = given_steps(*experiment_.simulation).solution();
  bool const at_end =
      !solution.worlds.empty() && solution.worlds[static_cast<std::size_t>(world)].matrices_at_end;
  auto& out = beside_[at_end ? 1 : 0];
  if (!out) out = std::make_unique<BesideExperiment>(experiment_, input_, parameters_, at_end);
  return *out;
}

StepDerivative Differentiated::of_last_step(int world) {
  auto const w = static_cast<std::size_t>(world);
  auto& simulation = *experiment_.simulation;
  auto const& solution = given_steps(simulation).solution();
  if (solution.worlds.empty())
    throw Error("there is no derivative: no step has been made since differentiate was set");
  require_one_step(experiment_);
  auto const& parts = simulation.parts()[w];
  bool closed_form = parts.why_not.empty();
  LinearStep step;
  if (closed_form) {
    try {
      step = euler_equations(parts);
    } catch (Error const&) {
      closed_form = false;
    }
  }
  if (closed_form && parameters_.empty()) return StepDerivative(std::move(step));
  if (auto const& why = solution.worlds[w].why_not; !why.empty()) none(why);
  auto& all = beside(world);
  EquationSlopes slopes(given_steps(*all.same.simulation), solution, experiment_.setup.h);
  if (!closed_form) step = slopes.equations(w);
  std::vector<Eigen::VectorXd> equations, left;
  for (auto& each : all.sides) {
    auto found = slopes.along(given_steps(*each.low.simulation), given_steps(*each.high.simulation),
                              each.width)[w];
    if (closed_form) times_mass(solution.worlds[w].stages.front(), found.equations);
    equations.push_back(std::move(found.equations));
    left.push_back(std::move(found.left));
  }
  append(step, equations, left);
  return StepDerivative(std::move(step));
}

Eigen::MatrixXd Differentiated::start_by_parameters(int world) {
  auto& all = beside(world);
  int const n = experiment_.simulation->bodies();
  Eigen::MatrixXd out(12 * n, static_cast<long>(parameters_.size()));
  for (std::size_t k = 0; k < all.sides.size(); ++k) {
    auto const& [low, high, from, to, width] = all.sides[k];
    for (int b = 0; b < n; ++b) {
      auto const at = static_cast<std::size_t>(world * n + b);
      Vec6 const moved = apart(from.pose[at], to.pose[at]), faster = to.twist[at] - from.twist[at];
      for (int i = 0; i < 6; ++i) {
        out(6 * b + i, static_cast<long>(k)) = moved[i] / width;
        out(6 * (n + b) + i, static_cast<long>(k)) = faster[i] / width;
      }
    }
  }
  return out;
}

}  // namespace orthant
