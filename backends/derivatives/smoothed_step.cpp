// Newton's method on the smoothed equations of a step.
#include "backends/derivatives/smoothed_step.hpp"

#include <Eigen/LU>
#include <Eigen/QR>
#include <cmath>

#include "backends/derivatives/momentum.hpp"
#include "backends/derivatives/smoothed_law.hpp"
#include "core/config/error.hpp"

namespace orthant {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int most_iterations = 60;
constexpr double solved = 1e-11;     // tolerance of the residual, relative to the largest speed or
                                     // 1 m/s
constexpr double negligible = 1e-8;  // the same, if round-off prevents less
constexpr double to_bound = 0.99;    // largest share of the way to a zero impulse
constexpr double tiny = 1e-13;       // pivot that counts as zero, relative to the largest

[[noreturn]] void none(std::string const& why) {
  throw Error("there is no smoothed derivative of this step: " + why);
}

bool one_sided(Law law) { return law == Law::coulomb || law == Law::nonnegative; }

/// Copies a stage from an evaluation at the current unknowns.
void take(WorldStage const& made, WorldStage& to) {
  to.defect = made.defect;
  to.inverse_mass = made.inverse_mass;
  for (std::size_t k = 0; k < to.blocks.size(); ++k) {
    auto& block = to.blocks[k];
    auto const* of = made.block(to.names[k], k);
    if (!of || of->size != block.size)
      none("contacts that are there in some steps near it, and not in others");
    block.friction = of->friction;
    block.bound = of->bound;
    for (int i = 0; i < block.size; ++i) {
      auto const row = static_cast<std::size_t>(block.row + i),
                 from = static_cast<std::size_t>(of->row + i);
      to.value[block.row + i] = made.value[of->row + i];
      to.J[row] = made.J[from];
      to.compliance[row] = made.compliance[from];
    }
  }
}

double largest_speed(WorldStep const& of) {
  double out = 0;
  for (auto const& stage : of.stages) {
    for (auto const& u : stage.u) out = std::max(out, std::sqrt(dot(u, u)));
    for (auto const& block : stage.blocks)
      for (int i = 0; i < block.size; ++i)
        out = std::max(out, std::abs(stage.per_mass(block, i) * stage.impulse[block.row + i]));
  }
  return out;
}

}  // namespace

struct SmoothedStep::Iterate {
  WorldStep step;
  VectorXd residual;  // of F, with the momentum balance as speeds
  std::vector<std::vector<LawRows>> laws;

  double size() const { return residual.norm(); }
};

SmoothedStep::SmoothedStep(GivenSteps& at, GivenStep const& solution, double floor)
    : at_(at), solution_(solution), floor_(floor) {
  for (auto& world : solution_.worlds) world.gap_shift.clear();
}

void SmoothedStep::evaluate(std::size_t w, double floor, Iterate& x) {
  GivenStep given = solution_;
  given.worlds[w] = x.step;
  auto made = std::move(at_.evaluate(given)[w]);
  int size = 0;
  for (auto& stage : x.step.stages) {
    auto const* of = made.stage(stage.name);
    if (!of) none("its stages are others in steps near it");
    take(*of, stage);
    size += stage.unknowns();
  }
  x.step.end = made.end;
  x.step.twist = made.twist;
  x.step.impulses = made.impulses;
  x.residual.resize(size);
  x.laws.clear();
  int at = 0;
  for (auto const& stage : x.step.stages) {
    for (auto const& each : stage.defect)
      for (int i = 0; i < 6; ++i) x.residual[at++] = each[i];
    auto& laws = x.laws.emplace_back();
    for (auto const& block : stage.blocks) {
      auto const law = smoothed_law(stage, block, floor);
      laws.push_back(law.rows);
      for (int i = 0; i < block.size; ++i) x.residual[at + block.row + i] = law.residual[i];
    }
    at += stage.rows();
  }
}

/// The start of the iteration, with positive impulses on one-sided rows.
SmoothedStep::Iterate SmoothedStep::begin(std::size_t w, WorldStep const& from, double floor) {
  Iterate out{from, {}, {}};
  for (auto& stage : out.step.stages)
    for (auto const& block : stage.blocks)
      if (one_sided(block.law)) stage.impulse[block.row] = floored_impulse(stage, block, floor);
  evaluate(w, floor, out);
  return out;
}

namespace {

/// dF/dz with the laws, from the derivative of the values.
MatrixXd under(std::vector<std::vector<LawRows>> const& laws, std::vector<WorldStage> const& stages,
               MatrixXd const& by_values) {
  MatrixXd out = by_values;
  int first = 0;
  for (std::size_t s = 0; s < stages.size(); ++s) {
    auto const& stage = stages[s];
    int const rows = first + 6 * stage.bodies();
    for (std::size_t k = 0; k < stage.blocks.size(); ++k) {
      auto const& block = stage.blocks[k];
      auto const& law = laws[s][k];
      int const at = rows + block.row, n = block.size;
      out.middleRows(at, n) = law.by_value.topLeftCorner(n, n) * by_values.middleRows(at, n);
      out.block(at, at, n, n) += law.by_impulse.topLeftCorner(n, n);
      if (block.law == Law::disc && block.normal >= 0)
        out.col(rows + stage.blocks[static_cast<std::size_t>(block.normal)].row).segment(at, n) +=
            law.by_normal.head(n);
    }
    first = rows + stage.rows();
  }
  return out;
}

void times_mass(std::vector<WorldStage> const& stages, VectorXd& F) {
  long first = 0;
  for (auto const& stage : stages) {
    orthant::times_mass(stage, first, F);
    first += stage.unknowns();
  }
}

VectorXd direction(MatrixXd by_z, VectorXd F, VectorXd const& scale) {
  by_z = by_z * scale.asDiagonal();
  for (int i = 0; i < by_z.rows(); ++i) {
    double const most = by_z.row(i).cwiseAbs().maxCoeff();
    if (!(most > 0)) continue;
    by_z.row(i) /= most;
    F[i] /= most;
  }
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> factors;
  factors.setThreshold(tiny);
  factors.compute(by_z);
  return scale.asDiagonal() * factors.solve(-F);
}

/// The largest step length up to 1 that keeps impulses on one-sided rows positive.
double most_of(std::vector<WorldStage> const& stages, VectorXd const& dz) {
  double out = 1;
  int first = 0;
  for (auto const& stage : stages) {
    int const rows = first + 6 * stage.bodies();
    for (auto const& block : stage.blocks) {
      double const now = stage.impulse[block.row], by = dz[rows + block.row];
      if (one_sided(block.law) && by < 0) out = std::min(out, -to_bound * now / by);
    }
    first = rows + stage.rows();
  }
  return out;
}

void move(std::vector<WorldStage>& stages, VectorXd const& dz, double t) {
  int at = 0;
  for (auto& stage : stages) {
    for (auto& u : stage.u)
      for (int i = 0; i < 6; ++i) u[i] += t * dz[at++];
    for (double& impulse : stage.impulse) impulse += t * dz[at++];
  }
}

}  // namespace

bool SmoothedStep::newton(std::size_t w, ValueSlopes const& slopes, double floor, Iterate& x) {
  for (int k = 0; k < most_iterations; ++k) {
    double const size = x.size(), to = 1 + largest_speed(x.step);
    if (!std::isfinite(size)) return false;
    if (size <= solved * to) return true;
    VectorXd F = x.residual;
    if (slopes.momentum_as_impulses) times_mass(x.step.stages, F);
    VectorXd const dz = direction(under(x.laws, x.step.stages, slopes.by_z), F, slopes.scale);
    if (!dz.allFinite()) return false;
    Iterate next = x;
    bool better = false;
    for (double t = most_of(x.step.stages, dz); !better && t > 1e-4; t *= 0.5) {
      next.step = x.step;
      move(next.step.stages, dz, t);
      evaluate(w, floor, next);
      better = next.size() < (1 - 1e-4 * t) * size;
    }
    if (!better) return size <= negligible * to;
    x = std::move(next);
  }
  return false;
}

void SmoothedStep::solve(std::size_t w, ValueSlopes const& slopes) {
  auto const exact = solution_.worlds[w];
  auto x = begin(w, exact, floor_);
  if (!newton(w, slopes, floor_, x)) {
    double floor = std::max(1.0, largest_speed(exact)), by = 0.3;
    x = begin(w, exact, floor);
    bool good = newton(w, slopes, floor, x);
    while (good && floor > floor_) {
      double const next = std::max(floor_, by * floor);
      Iterate y = x;
      evaluate(w, next, y);
      if (newton(w, slopes, next, y)) {
        x = std::move(y);
        floor = next;
      } else {
        by = std::sqrt(by);
        good = by < 0.99;
      }
    }
    if (!good)
      none("with a floor of " + std::to_string(floor_) + " m/s its equations are not solved");
  }
  solution_.worlds[w] = std::move(x.step);
}

}  // namespace orthant
