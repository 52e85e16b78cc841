// The series of a step, how far it stays near the path, and starts.
#include "orthant/solvers/cone/dissipation_path.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "orthant/solvers/cone/standard_cone.hpp"

namespace orthant::cone {
namespace {

// Measured on problems of piles of spheres and of capsules: ratios off the centre from 5 to 100
// take as many factorisations. Order 4 takes 1.2 times as many as order 8, and order 12 takes 0.9
// times as many in 1.6 times the time.
constexpr double goal = 1e-2;      // the target of tau, relative to tau
constexpr double off_centre = 10;  // most of products to those of the path, as a ratio
constexpr double short_step = 0.15, hardly_any = 0.03;  // of whole steps, see `advance`

constexpr double parts[] = {.999, .997, .99, .98, .96, .93, .9,  .85, .8,   .75,  .7,
                            .65,  .6,   .55, .5,  .45, .4,  .35, .3,  .25,  .2,   .16,
                            .13,  .1,   .08, .06, .04, .03, .02, .01, .005, .002, .001};
constexpr double arcs[] = {30, 22, 16,  12, 9,  7,   5.5, 4.5, 3.5, 2.7, 2,   1.6, 1.3,  1,
                           .8, .6, .45, .3, .2, .15, .1,  .07, .05, .03, .02, .01, .005, .002};

double median(std::vector<double> values) {
  auto const middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

DissipationPath::DissipationPath(ConeProblem const& problem, BlockShiftedSystem& system)
    : problem_(problem), system_(system) {
  auto const n = nth(problem.contacts());
  Vector const diagonal = problem.W.diagonal();
  std::vector<double> positive;
  for (double const each : diagonal)
    if (each > 0) positive.push_back(each);
  double const usual = positive.empty() ? 1 : median(std::move(positive));
  for (std::size_t c = 0; c < n; ++c) {
    Vector3 const W = cone::at(diagonal, static_cast<int>(c));
    double const tangents = (W[1] > 0) + (W[2] > 0);
    W_nn_.push_back(W[0] > 0 ? W[0] : usual);
    W_tt_.push_back(tangents > 0 ? (W[1] + W[2]) / tangents : usual);
    law_.emplace_back(problem.mu[static_cast<int>(c)], W_nn_[c], W_tt_[c]);
  }
  speed_ = std::max(1e-12, problem.q.size() > 0 ? problem.q.lpNorm<Eigen::Infinity>() : 0);
  impulse_ = n > 0 ? speed_ / median(W_nn_) : 1;
  point_.resize(n);
  error_.resize(n);
  found_.resize(n);
  towards_.resize(n);
  along_.resize(n);
  first_.resize(n);
  std::iota(first_.begin(), first_.end(), std::size_t{0});
}

void DissipationPath::start_cold() {
  for (std::size_t c = 0; c < point_.size(); ++c) {
    double const mu = problem_.mu[static_cast<int>(c)];
    point_[c] = {{impulse_ / 2, 0, 0}, speed_ / 2, {mu > 0 ? speed_ / (2 * mu) : 0, 0, 0}};
  }
}

void DissipationPath::start_near(Vector const& r) {
  constexpr double of_cold = 5e-4;  // from 2e-3 to 0.2 take up to 1.6 times as many factorisations
  double const tau = of_cold * impulse_ * speed_ / 4;
  Vector const u = system_.mobility(r) + problem_.q;
  for (std::size_t c = 0; c < point_.size(); ++c) {
    auto const k = static_cast<int>(c);
    point_[c] = on_path(problem_.mu[k], W_nn_[c], W_tt_[c], cone::at(r, k), cone::at(u, k), tau);
  }
}

Vector DissipationPath::impulses() const {
  return for_each_contact(problem_.contacts(), [&](int c) { return point_[nth(c)].impulse; });
}

void DissipationPath::measure(Vector const& u) {
  double sum = 0;
  int count = 0;
  auto const add = [&](double product, double floor) {
    if (!(product > 3 * floor)) return;
    sum += product;
    ++count;
  };
  for (std::size_t c = 0; c < point_.size(); ++c) {
    auto const& at = point_[c];
    Vector3 const v = cone::at(u, static_cast<int>(c));
    error_[c] = {v[0] - at.w, v[1] - at.slack[1], v[2] - at.slack[2]};
    auto& law = law_[c];
    law.linearise(at, error_[c]);
    add(law.normal(), law.normal_floor());
    if (law.has_friction()) add(law.cone(), law.cone_floor());
  }
  tau_ = count > 0 ? sum / count : 0;
}

template <class Goal>
void DissipationPath::solve(Goal const& goal_of, double weight) {
  Vector b(3 * problem_.contacts());
  for (std::size_t c = 0; c < law_.size(); ++c)
    b.segment<3>(3 * static_cast<long>(c)) = law_[c].free_part(goal_of(c), weight);
  // What a later term is off is an error of the point that is reached, and measured there.
  bool const first = weight != 0;
  auto const [impulse, velocity] = system_.respond(b, first);
  for (std::size_t c = 0; c < law_.size(); ++c) {
    auto const k = static_cast<int>(c);
    found_[c] = law_[c].direction(cone::at(impulse, k), cone::at(velocity, k), weight);
  }
}

/// The right-hand side of a later term: minus the products of the earlier terms.
LawGoal DissipationPath::bend(Series const& series, std::size_t contact, int term) const {
  LawGoal out;
  auto const& of = series[contact];
  for (int i = 0; i < term; ++i) {
    auto const& one = of[nth(i)];
    auto const& other = of[nth(term - 1 - i)];
    out.normal -= one.impulse[0] * other.w;
    out.cone -= product(one.x, other.y);
  }
  return out;
}

LawPoint DissipationPath::at(std::size_t contact, Series const& series, int terms,
                             double length) const {
  LawPoint sum = series[contact][nth(terms - 1)];
  for (int j = terms - 2; j >= 0; --j) {
    sum *= length;
    sum += series[contact][nth(j)];
  }
  sum *= length;
  sum += point_[contact];
  return sum;
}

/// Whether all products stay near those of the path, or come no further off. A contact that does
/// not is the first that is asked the next time.
bool DissipationPath::stays(Series const& series, int terms, double length, Range const& range) {
  auto const within = [&](double least, double most, double now_least, double now_most,
                          double floor) {
    double const there = range.part * tau_ + range.added;
    double const low = std::min(there / off_centre, range.part * now_least),
                 high = std::max(there * off_centre, range.part * now_most);
    return least >= std::max(low, floor / off_centre) && most <= std::max(high, floor * off_centre);
  };
  auto const good = [&](std::size_t c) {
    LawPoint const there = at(c, series, terms, length);
    auto const& law = law_[c];
    double const n = there.impulse[0], normal = n * there.w;
    if (!(n > 0 && there.w > 0) ||
        !within(normal, normal, law.normal(), law.normal(), law.normal_floor()))
      return false;
    if (!law.has_friction()) return true;
    double least = 0, most = 0;
    return pair_eigenvalues(law.cone_point(there.impulse), there.slack, least, most) &&
           within(least, most, law.least(), law.most(), law.cone_floor());
  };
  auto const bad = std::ranges::find_if(first_, [&](std::size_t c) { return !good(c); });
  if (bad == first_.end()) return true;
  std::rotate(first_.begin(), bad, bad + 1);
  return false;
}

void DissipationPath::go_to(Series const& series, Reach const& reach) {
  for (std::size_t c = 0; c < point_.size(); ++c)
    point_[c] = at(c, series, reach.terms, reach.length);
}

void DissipationPath::straight(Series& series, Reach& reach) {
  double const target = goal * tau_;
  for (int j = 0; j < order; ++j) {
    auto const goal_of = [&](std::size_t c) -> LawGoal {
      if (j > 0) return bend(series, c, j);
      auto const& law = law_[c];
      LawGoal out{std::max(target, law.normal_floor()) - law.normal(), {}};
      if (law.has_friction()) {
        out.cone = -law.cone_product();
        out.cone[0] += std::max(target, law.cone_floor());
      }
      return out;
    };
    solve(goal_of, j == 0 ? 1 : 0);
    for (std::size_t c = 0; c < series.size(); ++c) series[c][nth(j)] = found_[c];
    for (double const s : parts) {
      if (s <= reach.length) break;
      if (!stays(series, j + 1, s, {1 - s, s * target})) continue;
      reach = {s, j + 1};
      break;
    }
    if (reach.length == parts[0]) return;
  }
}

bool DissipationPath::arc(Series& series, Reach& reach, double& factor) {
  solve(
      [&](std::size_t c) -> LawGoal {
        return {law_[c].normal(),
                law_[c].has_friction() ? law_[c].cone_product() : Vector3::Zero()};
      },
      -1);
  auto const tangent = found_;
  auto const along = [&](std::size_t c, LawDirection const& a) {
    auto const& t = tangent[c];
    auto const& p = law_[c].point();
    double sum =
        a.impulse[0] * t.impulse[0] / (p.impulse[0] * p.impulse[0]) + a.w * t.w / (p.w * p.w);
    if (law_[c].has_friction()) sum += (a.x.dot(t.x) + a.y.dot(t.y)) / law_[c].cone();
    return sum;
  };
  double square = 0;
  for (std::size_t c = 0; c < tangent.size(); ++c) square += along(c, tangent[c]);
  double const slope = -system_.determinant_sign() / std::sqrt(1 + square);
  std::array<double, order> change{slope};  // of tau, relative to it
  for (int j = 0; j < order; ++j) {
    if (j > 0) {
      solve([&](std::size_t c) { return bend(series, c, j); }, 0);
      double sum = 0;
      for (std::size_t c = 0; c < tangent.size(); ++c) sum += along(c, found_[c]);
      change[nth(j)] = -sum / (square + 1);
    }
    for (std::size_t c = 0; c < tangent.size(); ++c) {
      LawDirection term = tangent[c];
      term *= change[nth(j)];
      if (j > 0) term += found_[c];
      series[c][nth(j)] = term;
    }
    for (double const s : arcs) {
      if (s <= reach.length) break;
      double grown = change[nth(j)];
      for (int i = j - 1; i >= 0; --i) grown = grown * s + change[nth(i)];
      grown = 1 + s * grown;
      constexpr double least = 1e-3, most = 20;
      if (!(grown > least && grown < most) || !stays(series, j + 1, s, {grown, 0})) continue;
      reach = {s, j + 1};
      factor = grown;
      break;
    }
  }
  return reach.length > 0;
}

std::optional<double> DissipationPath::advance() {
  auto const n = law_.size();
  Blocks V(n), C(n, Matrix3::Identity());
  for (std::size_t c = 0; c < n; ++c) V[c] = law_[c].response();
  if (!system_.factorise(std::move(V), std::move(C))) return std::nullopt;
  int const determinant = system_.determinant_sign();
  Reach ahead, around;
  if (determinant > 0) straight(towards_, ahead);
  double factor = 1;
  if (ahead.length < short_step && arc(along_, around, factor) &&
      (determinant < 0 || 1 - factor > ahead.length || ahead.length < hardly_any)) {
    go_to(along_, around);
    return around.length;
  }
  if (ahead.length > 0) go_to(towards_, ahead);
  return ahead.length;
}

}  // namespace orthant::cone
