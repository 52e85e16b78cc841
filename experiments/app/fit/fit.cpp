// Slopes by differences of runs, and the best of several descents.
#include "experiments/app/fit/fit.hpp"

#include <algorithm>
#include <random>

#include "orthant/core/config/error.hpp"

namespace orthant {

Eigen::VectorXd Cube::inside(std::vector<double> const& values) const {
  Eigen::VectorXd x(static_cast<long>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto const& p = parameters_[i];
    x[static_cast<long>(i)] = (values[i] - p.lower) / (p.upper - p.lower);
  }
  return x;
}

std::vector<double> Cube::values(Eigen::VectorXd const& x) const {
  std::vector<double> out;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    auto const& p = parameters_[i];
    double const part = x[static_cast<long>(i)];
    out.push_back((1 - part) * p.lower + part * p.upper);
  }
  return out;
}

Slopes::Slopes(FitSettings const& set, Json const& experiment, std::string where, Runs& runs)
    : set_(set),
      experiment_(experiment),
      where_(std::move(where)),
      runs_(runs),
      exact_(set.derivatives == FitDerivatives::exact ||
             (set.derivatives == FitDerivatives::automatic && !set.difference_given)) {
  if (!exact_)
    why_not_exact_ = set.derivatives == FitDerivatives::differences ? "differences are asked for"
                                                                    : "\"difference\" is given";
}

Request Slopes::at(Eigen::VectorXd const& x) const {
  auto const values = Cube(set_.parameters).values(x);
  return {.experiment = with_values(experiment_, set_.parameters, values, where_)};
}

std::optional<Seen> Slopes::operator()(Eigen::VectorXd const& x, bool with_slopes) {
  if (with_slopes && exact_) {
    auto found = by_steps(x);
    if (exact_) return found;
  }
  if (with_slopes) return by_differences(x);
  if (!(last_ && last_x_.size() == x.size() && last_x_ == x)) {
    last_ = std::move(runs_({at(x)}).front());
    last_x_ = x;
  }
  if (!last_->why_not.empty()) return std::nullopt;
  return Seen{last_->misfits, {}};
}

/// If steps have no derivatives, changes to differences permanently, if that is allowed.
std::optional<Seen> Slopes::by_steps(Eigen::VectorXd const& x) {
  auto request = at(x);
  request.at_any_cost = set_.derivatives == FitDerivatives::exact;
  auto const values = Cube(set_.parameters).values(x);
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto const& p = set_.parameters[i];
    request.slopes_by.push_back({.name = p.name,
                                 .value = values[i],
                                 .scale = p.upper - p.lower,
                                 .paths = p.paths,
                                 .lower = p.lower,
                                 .upper = p.upper});
  }
  last_ = std::move(runs_({request}).front());
  last_x_ = x;
  if (!last_->why_not.empty()) return std::nullopt;
  if (!last_->why_no_slopes.empty()) {
    if (set_.derivatives == FitDerivatives::exact)
      refuse(where_ + "/derivatives", "\"exact\", but " + last_->why_no_slopes,
             "\"differences\", or \"auto\"");
    exact_ = false;
    why_not_exact_ = last_->why_no_slopes;
    return std::nullopt;
  }
  from_kink_ = last_->from_kink;
  Seen out{last_->misfits, last_->slopes};
  for (std::size_t i = 0; i < values.size(); ++i)
    out.slopes.col(static_cast<long>(i)) *= set_.parameters[i].upper - set_.parameters[i].lower;
  return out;
}

std::optional<Seen> Slopes::by_differences(Eigen::VectorXd const& x) {
  bool const known = last_ && last_x_.size() == x.size() && last_x_ == x;
  std::vector<Request> requests;
  if (!known) requests.push_back(at(x));
  std::vector<double> width;
  for (long i = 0; i < x.size(); ++i) {
    Eigen::VectorXd low = x, high = x;
    low[i] = std::max(0.0, x[i] - set_.difference);
    high[i] = std::min(1.0, x[i] + set_.difference);
    width.push_back(high[i] - low[i]);
    requests.push_back(at(low));
    requests.push_back(at(high));
  }
  auto found = runs_(requests);
  if (!known) {
    last_ = std::move(found.front());
    last_x_ = x;
    found.erase(found.begin());
  }
  if (!last_->why_not.empty()) return std::nullopt;
  Seen out{last_->misfits, {}};
  for (long i = 0; i < x.size(); ++i) {
    auto const &low = found[nth(2 * i)], &high = found[nth(2 * i + 1)];
    if (!low.why_not.empty() || !high.why_not.empty()) return std::nullopt;
    auto const column = slope_of(low.misfits, high.misfits, width[nth(i)]);
    out.slopes.conservativeResize(column.size(), x.size());
    out.slopes.col(i) = column;
  }
  return out;
}

Eigen::VectorXd start_of(FitSettings const& set, int number) {
  std::vector<double> start;
  for (auto const& each : set.parameters) start.push_back(each.start);
  Eigen::VectorXd x = Cube(set.parameters).inside(start);
  if (number == 0) return x;
  std::mt19937 bits(static_cast<std::uint32_t>(set.seed));
  bits.discard(static_cast<unsigned long long>(number - 1) * set.parameters.size());
  for (auto& each : x) each = static_cast<double>(bits()) / 4294967296.0;  // 2^32
  return x;
}

Fit find_parameters(
    FitSettings const& set, Slopes& slopes,
    std::function<void(int, int, double, Eigen::VectorXd const&)> const& on_iteration) {
  Fit out;
  out.start = start_of(set, 0);
  Look const look = [&](Eigen::VectorXd const& x, bool with_slopes) {
    return slopes(x, with_slopes);
  };
  double least = HUGE_VAL;
  for (int k = 0; k < set.starts; ++k) {
    out.descents.push_back(descend(set, start_of(set, k), look,
                                   [&](int iteration, double cost, Eigen::VectorXd const& x) {
                                     on_iteration(k, iteration, cost, x);
                                   }));
    auto const& now = out.descents.back();
    if (!now.began || now.cost >= least) continue;
    least = now.cost;
    out.best = out.descents.size() - 1;
  }
  if (least == HUGE_VAL) throw Error("fit: " + out.descents.front().why);
  out.seen = slopes(out.x(), true);
  if (!out.seen) throw Error("fit: runs beside the parameters that were found do not end");
  std::vector<bool> free;
  for (double const each : out.x()) free.push_back(each > 0 && each < 1);
  out.scatter = scatter_of(set, *out.seen, free, slopes.exact() ? 1e-14 : 1e-10);
  out.exact = slopes.exact();
  out.why_not_exact = slopes.why_not_exact();
  out.from_kink = slopes.from_kink();
  return out;
}

}  // namespace orthant
