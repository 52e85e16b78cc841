// The fit as a problem for Ceres: one residual block for each observation, all from one run.
#include "experiments/app/fit/least_squares.hpp"

#include <ceres/ceres.h>
#include <glog/logging.h>

#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

/// Runs the experiment once for all residual blocks.
class Sight final : public ceres::EvaluationCallback {
 public:
  Sight(Look const& look, Eigen::VectorXd const& x) : look_(look), x_(x) {}

  void PrepareForEvaluation(bool with_slopes, bool new_point) override {
    if (!new_point && (has_slopes_ || !with_slopes)) return;
    seen_ = look_(x_, with_slopes);
    has_slopes_ = with_slopes;
  }
  std::optional<Seen> const& seen() const { return seen_; }

 private:
  Look const& look_;
  Eigen::VectorXd const& x_;
  std::optional<Seen> seen_;
  bool has_slopes_ = false;
};

class Observation final : public ceres::CostFunction {
 public:
  Observation(Sight const& sight, std::size_t number, long row, int parts, int parameters)
      : sight_(sight), number_(number), row_(row) {
    set_num_residuals(parts);
    mutable_parameter_block_sizes()->push_back(parameters);
  }

  bool Evaluate(double const* const*, double* residuals, double** jacobians) const override {
    if (!sight_.seen()) return false;
    auto const& [misfits, slopes] = *sight_.seen();
    auto const& parts = misfits[number_].parts;
    std::copy(parts.begin(), parts.end(), residuals);
    if (jacobians == nullptr || jacobians[0] == nullptr) return true;
    auto const p = slopes.cols();
    for (long i = 0; i < num_residuals(); ++i)
      for (long j = 0; j < p; ++j) jacobians[0][i * p + j] = slopes(row_ + i, j);
    return true;
  }

 private:
  Sight const& sight_;
  std::size_t number_;
  long row_;
};

ceres::LossFunction* loss_of(FitSettings const& set, double weight) {
  ceres::LossFunction* loss = nullptr;  // null: the square itself
  switch (set.loss) {
    case FitLoss::none:
      break;
    case FitLoss::huber:
      loss = new ceres::HuberLoss(set.loss_scale);
      break;
    case FitLoss::soft_l1:
      loss = new ceres::SoftLOneLoss(set.loss_scale);
      break;
    case FitLoss::cauchy:
      loss = new ceres::CauchyLoss(set.loss_scale);
      break;
  }
  return new ceres::ScaledLoss(loss, weight, ceres::TAKE_OWNERSHIP);
}

class AfterIteration final : public ceres::IterationCallback {
 public:
  using Call = std::function<void(int, double, Eigen::VectorXd const&)>;
  AfterIteration(Call const& call, Eigen::VectorXd const& x) : call_(call), x_(x) {}

  ceres::CallbackReturnType operator()(ceres::IterationSummary const& now) override {
    call_(now.iteration, now.cost, x_);
    return ceres::SOLVER_CONTINUE;
  }

 private:
  Call const& call_;
  Eigen::VectorXd const& x_;
};

}  // namespace

bool have_ceres() { return true; }

Descent descend(FitSettings const& set, Eigen::VectorXd start, Look const& look,
                std::function<void(int, double, Eigen::VectorXd const&)> const& on_iteration) {
  FLAGS_minloglevel = google::GLOG_FATAL;  // a point without a result is no warning
  Descent out;
  out.x = std::move(start);
  auto const first = look(out.x, false);
  if (!first) {
    out.why = "the run at its start tells nothing";
    return out;
  }
  out.began = true;
  Sight sight(look, out.x);
  ceres::Problem::Options options;
  options.evaluation_callback = &sight;
  ceres::Problem problem(options);
  int const p = static_cast<int>(out.x.size());
  problem.AddParameterBlock(out.x.data(), p);
  for (int i = 0; i < p; ++i) {
    problem.SetParameterLowerBound(out.x.data(), i, 0);
    problem.SetParameterUpperBound(out.x.data(), i, 1);
  }
  long row = 0;
  for (std::size_t k = 0; k < first->misfits.size(); ++k) {
    auto const& each = first->misfits[k];
    int const parts = static_cast<int>(each.parts.size());
    problem.AddResidualBlock(new Observation(sight, k, row, parts, p), loss_of(set, each.weight),
                             out.x.data());
    row += parts;
  }
  ceres::Solver::Options solver;
  solver.max_num_iterations = set.max_iterations;
  solver.linear_solver_type = ceres::DENSE_QR;
  solver.logging_type = ceres::SILENT;
  // A line search within bounds would take up to twenty runs an iteration.
  solver.max_num_line_search_step_size_iterations = 1;
  solver.update_state_every_iteration = true;
  solver.function_tolerance = set.tolerance;
  solver.parameter_tolerance = set.tolerance;
  AfterIteration after_iteration(on_iteration, out.x);
  solver.callbacks.push_back(&after_iteration);
  ceres::Solver::Summary summary;
  ceres::Solve(solver, &problem, &summary);
  out.cost_at_start = summary.initial_cost;
  out.cost = summary.final_cost;
  out.iterations = static_cast<int>(summary.iterations.size()) - 1;
  out.converged = summary.termination_type == ceres::CONVERGENCE;
  out.why = summary.message;
  return out;
}

}  // namespace orthant
