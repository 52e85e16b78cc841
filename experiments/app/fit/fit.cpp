// Differences of runs, and the best of several descents.
#include "experiments/app/fit/fit.hpp"

#include <algorithm>
#include <random>

#include "core/config/error.hpp"

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
    : set_(set), experiment_(experiment), where_(std::move(where)), runs_(runs) {}

Request Slopes::at(Eigen::VectorXd const& x) const {
  auto const values = Cube(set_.parameters).values(x);
  return {with_values(experiment_, set_.parameters, values, where_)};
}

std::optional<Seen> Slopes::operator()(Eigen::VectorXd const& x, bool with_slopes) {
  bool const known = last_ && last_x_.size() == x.size() && last_x_ == x;
  std::vector<Request> requests;
  if (!known) requests.push_back(at(x));
  std::vector<double> width;
  if (with_slopes)
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
  if (!with_slopes) return out;
  long rows = 0;
  for (auto const& each : out.misfits) rows += static_cast<long>(each.parts.size());
  out.slopes.resize(rows, x.size());
  for (long i = 0; i < x.size(); ++i) {
    auto const &low = found[static_cast<std::size_t>(2 * i)],
               &high = found[static_cast<std::size_t>(2 * i + 1)];
    if (!low.why_not.empty() || !high.why_not.empty()) return std::nullopt;
    long row = 0;
    for (std::size_t k = 0; k < out.misfits.size(); ++k)
      for (std::size_t j = 0; j < out.misfits[k].parts.size(); ++j)
        out.slopes(row++, i) = (high.misfits.at(k).parts.at(j) - low.misfits.at(k).parts.at(j)) /
                               width[static_cast<std::size_t>(i)];
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

Fit find_parameters(FitSettings const& set, Slopes& slopes,
                    std::function<void(int, int, double, Eigen::VectorXd const&)> const& told) {
  Fit out;
  out.start = start_of(set, 0);
  Look const look = [&](Eigen::VectorXd const& x, bool with_slopes) {
    return slopes(x, with_slopes);
  };
  double least = HUGE_VAL;
  for (int k = 0; k < set.starts; ++k) {
    out.descents.push_back(descend(set, start_of(set, k), look,
                                   [&](int iteration, double cost, Eigen::VectorXd const& x) {
                                     told(k, iteration, cost, x);
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
  out.scatter = scatter_of(set, *out.seen, free);
  return out;
}

}  // namespace orthant
