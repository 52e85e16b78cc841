// Closes couplings by Newton's method in the columns that are free.
#include "orthant/backends/joint_space/held_couplings.hpp"

#include <Eigen/Core>
#include <Eigen/QR>
#include <algorithm>

namespace orthant {
namespace {

std::size_t nth(int k) { return static_cast<std::size_t>(k); }

/// The column of a coordinate; -1: none.
int column_of(JointSpace const& space, int joint, std::string const& coordinate) {
  auto const& all = space.columns();
  auto const found = std::ranges::find_if(all, [&](JointColumn const& column) {
    return column.joint == joint && column.coordinate == coordinate;
  });
  return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

}  // namespace

bool HeldCouplings::knows(JointSpace const& space, JointSpec const& coupling) {
  return std::ranges::all_of(coupling.coupled, [&](CoupledSpec const& of) {
    return column_of(space, of.joint, of.coordinate) >= 0;
  });
}

HeldCouplings::HeldCouplings(Scene const& scene, JointSpace const& space) {
  CoupledStore terms;
  CurveStore curves;
  std::size_t const worlds = std::max<std::size_t>(1, scene.worlds.size());
  for (std::size_t w = 0; w < worlds; ++w) {
    auto& all = held_.emplace_back();
    auto const& joints = scene.of(static_cast<int>(w)).joints;
    for (std::size_t j = 0; j < joints.size(); ++j) {
      auto const& joint = joints[j];
      if (joint.coupled.empty() || !knows(space, joint)) continue;
      auto const law =
          std::ranges::find(joint.coordinates, Motor::prescribed, &CoordinateSpec::motor);
      if (law == joint.coordinates.end()) continue;
      auto const range = terms.add(scene, static_cast<int>(w), j, 0, curves);
      Held held{.joint = static_cast<int>(j), .column = {}, .term = {}, .target = law->target};
      for (int k = 0; k < range.count; ++k) {
        auto const& of = joint.coupled[nth(k)];
        held.column.push_back(column_of(space, of.joint, of.coordinate));
        held.term.push_back(terms.terms()[nth(range.first + k)]);
      }
      all.push_back(std::move(held));
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
  for (int k = 0; k < most_steps && move(columns, &Value::c, q);) ++k;
  move(columns_in(all, free_v), &Value::rate, v);
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
