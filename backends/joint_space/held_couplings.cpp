// Closes couplings by Newton's method in the columns that are free.
#include "orthant/backends/joint_space/held_couplings.hpp"

#include <Eigen/Core>
#include <Eigen/QR>
#include <algorithm>
#include <iterator>
#include <tuple>

namespace orthant {
namespace {

/// The column of a coordinate; -1: none.
int column_of(JointSpace const& space, int joint, std::string const& coordinate) {
  auto const& all = space.columns();
  auto const found = std::ranges::find_if(all, [&](JointColumn const& column) {
    return column.joint == joint && column.coordinate == coordinate;
  });
  return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

/// The root of c next to x, found by a change of sign between points whose distances from x grow by
/// a tenth; x if there is none.
template <class F>
Real nearest_root(F const& c, Real x) {
  constexpr Real first = 1e-3, last = 1e4;  // [m], [rad]
  Real const at_x = c(x);
  Real inner[2] = {x, x}, value[2] = {at_x, at_x};
  for (Real d = first; d < last && at_x != 0; d *= 1.1)
    for (int side = 0; side < 2; ++side) {
      Real const outer = side == 0 ? x + d : x - d, there = c(outer);
      if (!((there > 0) != (value[side] > 0))) {
        inner[side] = outer;
        value[side] = there;
        continue;
      }
      Real low = inner[side], high = outer;
      for (int k = 0; k < 200 && low != high; ++k) {
        Real const middle = low + 0.5 * (high - low);
        if (middle == low || middle == high) break;
        ((c(middle) > 0) == (value[side] > 0) ? low : high) = middle;
      }
      return high;
    }
  return x;
}

}  // namespace

bool HeldCouplings::knows(JointSpace const& space, JointSpec const& coupling) {
  return std::ranges::all_of(coupling.coupled, [&](CoupledSpec const& of) {
    return column_of(space, of.joint, of.coordinate) >= 0;
  });
}

HeldCouplings::HeldCouplings(Scene const& scene, JointSpace const& space)
    : columns_(space.columns().size()) {
  CoupledStore terms;
  CurveStore curves;
  std::size_t const worlds = std::max<std::size_t>(1, scene.worlds.size());
  for (std::size_t w = 0; w < worlds; ++w) {
    auto& all = held_.emplace_back();
    auto const& joints = scene.of(static_cast<int>(w)).joints;
    for (std::size_t j = 0; j < joints.size(); ++j) {
      auto const& joint = joints[j];
      if (joint.coupled.empty() || !knows(space, joint)) continue;
      auto const binds = [](CoordinateSpec const& c) {
        bool const limited = std::isfinite(c.lower) || std::isfinite(c.upper);
        return c.motor == Motor::prescribed || (limited && c.limit_compliance == 0);
      };
      auto const law = std::ranges::find_if(joint.coordinates, binds);
      if (law == joint.coordinates.end()) continue;
      bool const held = law->motor == Motor::prescribed;
      auto const range = terms.add(scene, static_cast<int>(w), j, 0, curves);
      Held made{.joint = static_cast<int>(j), .column = {}, .term = {}, .target = {}};
      if (held)
        made.target = law->target;
      else
        std::tie(made.lower, made.upper) = std::pair(law->lower, law->upper);
      for (int k = 0; k < range.count; ++k) {
        auto const& part = joint.coupled[nth(k)];
        made.column.push_back(column_of(space, part.joint, part.coordinate));
        made.term.push_back(terms.terms()[nth(range.first + k)]);
      }
      all.push_back(std::move(made));
    }
  }
  pieces_ = curves.pieces();
}

FunctionValue HeldCouplings::at(CoupledCoordinate const& term, Real g) const {
  return term.at([this](int k) -> CurvePiece const& { return pieces_[nth(k)]; }, g);
}

HeldCouplings::Value HeldCouplings::value(Held const& each, Real t, Real const* q,
                                          Real const* v) const {
  Value out{-each.target.value(t), -each.target.slope(t)};
  for (std::size_t k = 0; k < each.term.size(); ++k) {
    auto const& term = each.term[k];
    auto const f = at(term, q[each.column[k]]);
    out.c += f.f - at(term, term.start).f;
    out.rate += f.slope * v[each.column[k]];
  }
  if (each.has_play()) {
    out.c -= std::clamp(out.c, each.lower, each.upper);
    out.rate = 0;
  }
  return out;
}

std::vector<int> HeldCouplings::columns_in(std::vector<Held> const& all,
                                           std::vector<char> const& free) {
  std::vector<int> out;
  for (auto const& each : all)
    for (int const k : each.column)
      if (free[nth(k)] && std::ranges::find(out, k) == out.end()) out.push_back(k);
  return out;
}

std::vector<Real> HeldCouplings::least_change(std::vector<Held> const& all,
                                              std::vector<int> const& columns, Real const* q,
                                              std::vector<Real> const& of_each) const {
  auto const rows = static_cast<Eigen::Index>(all.size()),
             n = static_cast<Eigen::Index>(columns.size());
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(rows, n);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t k = 0; k < all[i].term.size(); ++k) {
      if (all[i].has_play() && of_each[i] == 0) continue;
      auto const found = std::ranges::find(columns, all[i].column[k]);
      if (found != columns.end())
        J(static_cast<Eigen::Index>(i), found - columns.begin()) +=
            at(all[i].term[k], q[all[i].column[k]]).slope;
    }
  Eigen::Map<Eigen::VectorXd const> const c(of_each.data(), rows);
  Eigen::VectorXd const x = J.completeOrthogonalDecomposition().solve(-c);
  return {x.data(), x.data() + n};
}

void HeldCouplings::close(int world, Real t, std::vector<char> const& free_q,
                          std::vector<char> const& free_v, Real* q, Real* v) const {
  constexpr int most_steps = 20;
  auto const& all = of(world);
  std::vector<Real> open(all.size());
  auto const move = [&](std::vector<int> const& columns, Real Value::*part, Real* x) {
    Real most = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      open[i] = value(all[i], t, q, v).*part;
      most = std::max(most, std::abs(open[i]));
    }
    if (columns.empty() || !(most > round_off)) return false;
    auto const change = least_change(all, columns, q, open);
    for (std::size_t k = 0; k < columns.size(); ++k) x[columns[k]] += change[k];
    return true;
  };
  auto const columns = columns_in(all, free_q);
  std::vector<Real> const before(q, q + free_q.size());
  int steps = 0;
  while (steps < most_steps && move(columns, &Value::c, q)) ++steps;
  if (steps == most_steps) {
    std::ranges::copy(before, q);
    search(all, t, free_q, q);
  }
  move(columns_in(all, free_v), &Value::rate, v);
}

/// In a pass at least one column follows from others, or none is left that does.
void HeldCouplings::search(std::vector<Held> const& all, Real t, std::vector<char> free,
                           Real* q) const {
  std::vector<Real> const none(free.size());
  for (bool more = true; more;) {
    more = false;
    for (auto const& each : all) {
      std::vector<int> open;
      std::ranges::copy_if(each.column, std::back_inserter(open),
                           [&](int k) { return free[nth(k)]; });
      bool const plays = each.has_play() && value(each, t, q, none.data()).c == 0;
      if (open.size() != 1 || plays) continue;
      Real& x = q[open[0]];
      auto const c = [&](Real at) {
        x = at;
        return value(each, t, q, none.data()).c;
      };
      x = nearest_root(c, x);
      free[nth(open[0])] = 0;
      more = true;
    }
  }
}

std::vector<Real> HeldCouplings::rates(int world, Real t, Real const* q, Real const* v,
                                       std::vector<std::vector<Real>>& J) const {
  std::vector<Real> out;
  for (auto const& each : of(world)) {
    if (each.has_play()) continue;
    auto& row = J.emplace_back(columns_);
    for (std::size_t k = 0; k < each.term.size(); ++k)
      row[nth(each.column[k])] += at(each.term[k], q[each.column[k]]).slope;
    out.push_back(value(each, t, q, v).rate);
  }
  return out;
}

bool HeldCouplings::has_free(int world, int joint, std::vector<char> const& free) const {
  auto const& all = of(world);
  auto const found = std::ranges::find(all, joint, &Held::joint);
  return found != all.end() &&
         std::ranges::any_of(found->column, [&](int k) { return free[nth(k)] != 0; });
}

OpenCoupling HeldCouplings::most_open(int world, Real t, Real const* q, Real const* v,
                                      Real allowed) const {
  OpenCoupling at_positions, at_rates{.rate = true};
  for (auto const& each : of(world)) {
    auto const found = value(each, t, q, v);
    for (auto [open, gap] : {std::pair{&at_positions, found.c}, {&at_rates, found.rate}})
      if (!(std::abs(gap) <= std::max(allowed, open->gap))) {
        open->gap = std::abs(gap);
        open->joint = each.joint;
      }
  }
  return at_positions.joint >= 0 ? at_positions : at_rates;
}

}  // namespace orthant
