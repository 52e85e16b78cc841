// Needs one factorisation a step and world, and two evaluations a parameter.
#include "experiments/app/fit/misfit_slopes.hpp"

#include "orthant/backends/derivatives/equation_slopes.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Moves by `by` times the directions dq, du of the start and dz of the unknowns.
void move(WorldStep& step, VectorXd const& start, VectorXd const& unknowns, double by) {
  move_start(step, start, by);
  long at = 0;
  for (auto& stage : step.stages) {
    for (auto& u : stage.u)
      for (int i = 0; i < 6; ++i) u[i] += by * unknowns[at++];
    for (double& impulse : stage.impulse) impulse += by * unknowns[at++];
  }
}

}  // namespace

MisfitSlopes::MisfitSlopes(Experiment& experiment, Json const& input,
                           std::vector<Parameter> parameters, bool at_any_cost)
    : experiment_(experiment),
      differentiated_(experiment, input, std::move(parameters)),
      at_any_cost_(at_any_cost) {
  try {
    given_steps(*experiment_.simulation).keep_parts(true);
    auto const& reference = experiment_.resolved.at("reference");
    reactions_ = reference.contains("reactions") && !reference["reactions"].empty();
    for (int w = 0; w < experiment_.simulation->worlds(); ++w) worlds_.push_back(nth(w));
    for (auto const w : worlds_) by_end_.push_back(differentiated_.start_by_parameters(w));
    observers_ = &differentiated_.beside(0).sides;
    for (auto& each : *observers_)
      for (auto* side : {&each.low, &each.high})
        if (side->reference->wants(0)) side->reference->observe(0, *side->simulation);
  } catch (Error const& none) {
    why_not_ = none.what();
  }
}

void MisfitSlopes::after(int number) {
  if (!why_not_.empty()) return;
  try {
    step();
    if (experiment_.reference->wants(number)) observe(number);
  } catch (Error const& none) {
    why_not_ = "step " + std::to_string(number) + ": " + none.what();
  }
}

void MisfitSlopes::require_cheap() const {
  auto const& steps = given_steps(*experiment_.simulation);
  auto const& parts = steps.step_parts();
  auto const& solution = steps.solution();
  for (std::size_t w = 0; w < parts.size(); ++w) {
    if (parts[w].why_not.empty()) continue;
    int unknowns = 0;
    for (auto const& stage : solution.worlds[w].stages) unknowns += stage.unknowns();
    if (auto const p = std::ssize(differentiated_.parameters()); unknowns > p)
      throw Error("its equations have no closed form (" + parts[w].why_not + ") and " +
                  std::to_string(unknowns) + " unknowns: for " + std::to_string(p) +
                  " parameters differences of runs are cheaper");
  }
}

void MisfitSlopes::step() {
  if (!at_any_cost_) require_cheap();
  auto const derivatives = differentiated_.of_last_step(worlds_, by_end_);
  auto const n = 6L * experiment_.simulation->bodies();
  auto const p = static_cast<long>(differentiated_.parameters().size());
  by_start_ = by_end_;
  unknowns_.clear();
  for (auto const w : worlds_) {
    auto const& of = derivatives[w];
    for (auto const& kink : of.kinks()) from_kink_ = std::min(from_kink_, kink.distance);
    if (reactions_ && !of.unique_impulses())
      throw Error("impulses that are not unique, and reactions that are compared");
    // The start is in the parameters.
    auto out = of.forward({.parameter = MatrixXd::Identity(p, p)});
    by_end_[w].topRows(n) = out.pose;
    by_end_[w].bottomRows(n) = out.twist;
    unknowns_.push_back(std::move(out.unknowns));
  }
}

void MisfitSlopes::observe(int number) {
  auto const& solution = given_steps(*experiment_.simulation).solution();
  auto& seen = differentiated_.beside(0).sides;
  for (std::size_t k = 0; k < seen.size(); ++k)
    for (bool const above : {false, true}) {
      GivenStep given = solution;
      auto& simulation = above ? *seen[k].high.simulation : *seen[k].low.simulation;
      double const by = above ? seen[k].above : -seen[k].below;
      for (auto const w : worlds_)
        move(given.worlds[w], by_start_[w].col(static_cast<long>(k)),
             unknowns_[w].col(static_cast<long>(k)), by);
      given_steps(simulation).evaluate(given);
      auto& observer = above ? *(*observers_)[k].high.reference : *(*observers_)[k].low.reference;
      observer.observe(number, simulation);
    }
}

MatrixXd MisfitSlopes::slopes() const {
  MatrixXd out;
  for (std::size_t k = 0; k < observers_->size(); ++k) {
    auto const& sides = (*observers_)[k];
    VectorXd const column =
        slope_of(sides.low.reference->misfits(), sides.high.reference->misfits(), sides.width());
    out.conservativeResize(column.size(), static_cast<long>(observers_->size()));
    out.col(static_cast<long>(k)) = column;
  }
  return out;
}

Eigen::VectorXd slope_of(std::vector<Misfit> const& low, std::vector<Misfit> const& high,
                         double width) {
  std::vector<double> out;
  for (std::size_t k = 0; k < low.size(); ++k)
    for (std::size_t j = 0; j < low[k].parts.size(); ++j)
      out.push_back((high.at(k).parts.at(j) - low[k].parts[j]) / width);
  return Eigen::Map<VectorXd const>(out.data(), static_cast<long>(out.size()));
}

}  // namespace orthant
