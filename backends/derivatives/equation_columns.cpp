// The columns of dF/dz and dF/ds, each from two evaluations for all worlds at once.
#include <algorithm>
#include <cmath>
#include <functional>

#include "backends/derivatives/equation_slopes.hpp"
#include "backends/derivatives/tangents.hpp"
#include "core/config/error.hpp"

namespace orthant {
namespace {

/// How far a contact whose surfaces bounce is from striking where it does not, or not striking
/// where it does: on the speed that covers half of its gap, and on the free motion that closes it
/// [m/s].
double from_striking(Contact const& c, WorldStage const& stage, StageRow const& normal,
                     std::vector<Twist> const& old_twist, double h) {
  double speed = 0, fall = 0;
  for (int side = 0; side < 2; ++side) {
    auto const b = static_cast<std::size_t>(side == 0 ? c.a : c.b);
    auto const& J = normal.J[static_cast<std::size_t>(side)];
    Twist pushed;
    for (auto const& block : stage.blocks)
      for (int of = 0; of < 2; ++of)
        if ((of == 0 ? block.a : block.b) == static_cast<int>(b))
          for (int i = 0; i < block.rows; ++i) {
            auto const& row = stage.rows[static_cast<std::size_t>(block.row + i)];
            pushed += row.impulse * row.J[static_cast<std::size_t>(of)];
          }
    speed -= dot(J, old_twist[b]);
    fall -= dot(J, stage.twist[b] - stage.inverse_mass[b] * pushed);
  }
  return std::min(std::abs(speed - std::max(0.0, 0.5 * c.gap / h)), std::abs(fall - c.gap / h));
}

}  // namespace

/// What is changed, by how much, and the column that this is; `impulse`: the unknown, where it is
/// one.
struct EquationSlopes::Column {
  bool of_z = false;
  int at = 0;
  double width = 0;
  std::function<void(GivenStep&, double)> change;
  int impulse = -1;
};

std::vector<EquationSlopes::Column> EquationSlopes::columns(std::size_t w, bool by_given) const {
  auto const& given = solution_.worlds[w];
  auto const& world = worlds_[w];
  auto const of = sizes(w);
  int const n = of.bodies;
  auto const all = solution_.worlds.size() * static_cast<std::size_t>(n);
  double const speed = this->speed();
  std::vector<Column> out;
  for (std::size_t s = 0; s < given.stages.size(); ++s) {
    auto const& stage = given.stages[s];
    int const first = world.first[s];
    for (std::size_t b = 0; b < stage.twist.size(); ++b)
      for (int i = 0; i < 6; ++i)
        out.push_back(
            {true, first + 6 * static_cast<int>(b) + i, speed,
             [=](GivenStep& to, double by) { to.worlds[w].stages[s].twist[b][i] += by; }});
    for (std::size_t k = 0; k < stage.blocks.size(); ++k)
      for (int i = 0; i < stage.blocks[k].rows; ++i) {
        int const row = stage.blocks[k].row + i, at = first + 6 * n + row;
        out.push_back({true, at, speed / world.weight[s][k][i],
                       [=](GivenStep& to, double by) {
                         to.worlds[w].stages[s].rows[static_cast<std::size_t>(row)].impulse += by;
                       },
                       at});
      }
  }
  if (!by_given) return out;
  auto const& inverse_mass = given.stages.front().inverse_mass;
  for (int b = 0; b < n; ++b) {
    auto const k = static_cast<std::size_t>(b), flat = w * static_cast<std::size_t>(n) + k;
    bool const reacts = inverse_mass[k].mass > 0;
    Mat3 const& I = inverse_mass[k].inertia;
    double const mass = reacts ? 1 / inverse_mass[k].mass : 0,
                 inertia = reacts ? 3 / (I[0][0] + I[1][1] + I[2][2]) : 0;
    for (int i = 0; i < 6; ++i) {
      out.push_back({false, of.pose() + 6 * b + i, displacement,
                     [=](GivenStep& to, double by) { move_along(to.worlds[w].start[k], i, by); }});
      out.push_back({false, of.twist() + 6 * b + i, speed,
                     [=](GivenStep& to, double by) { to.worlds[w].old_twist[k][i] += by; }});
      if (reacts)
        out.push_back({false, of.wrench() + 6 * b + i, speed / h_ * (i < 3 ? mass : inertia),
                       [=, this](GivenStep& to, double by) {
                         if (to.wrench.empty()) to.wrench = wrenches_;
                         to.wrench[flat][i] += by;
                       }});
    }
    if (reacts)
      out.push_back({false, of.mass() + b, 1e-6 * mass, [=](GivenStep& to, double by) {
                       to.more_mass.resize(all);
                       to.more_mass[flat] += by;
                     }});
  }
  return out;
}

std::vector<LinearStep> EquationSlopes::equations(std::vector<std::size_t> const& worlds,
                                                  bool by_given) {
  std::vector<LinearStep> out(worlds.size());
  std::vector<std::vector<Column>> of;
  std::vector<Eigen::MatrixXd> left_by_z, left_by_s;
  std::size_t most = 0;
  for (std::size_t k = 0; k < worlds.size(); ++k) {
    auto const w = worlds[k];
    if (auto const& why = solution_.worlds[w].why_not; !why.empty())
      throw Error("there is no derivative of this step: " + why);
    out[k].sizes = sizes(w);
    auto const size = worlds_[w].size, given = out[k].sizes.all(), left = out[k].sizes.left();
    out[k].by_z = Eigen::MatrixXd::Zero(size, size);
    out[k].by_s = Eigen::MatrixXd::Zero(size, given);
    left_by_z.emplace_back(Eigen::MatrixXd::Zero(left, size));
    left_by_s.emplace_back(Eigen::MatrixXd::Zero(left, given));
    of.push_back(columns(w, by_given));
    most = std::max(most, of.back().size());
  }
  for (std::size_t c = 0; c < most; ++c) {
    std::vector<WorldStep> ends[2];
    for (int side = 0; side < 2; ++side) {
      GivenStep beside = solution_;
      for (auto const& list : of)
        if (c < list.size()) list[c].change(beside, side == 0 ? -list[c].width : list[c].width);
      ends[side] = at_.evaluate(beside);
    }
    for (std::size_t k = 0; k < worlds.size(); ++k) {
      if (c >= of[k].size()) continue;
      auto const w = worlds[k];
      auto const& column = of[k][c];
      (column.of_z ? out[k].by_z : out[k].by_s).col(column.at) =
          slope(w, ends[0][w], &base_[w], ends[1][w], column.impulse, 2 * column.width);
      (column.of_z ? left_by_z[k] : left_by_s[k]).col(column.at) =
          left(ends[0][w], ends[1][w], 2 * column.width);
    }
  }
  for (std::size_t k = 0; k < worlds.size(); ++k) {
    out[k].left_by_z = left_by_z[k].sparseView();
    out[k].left_by_s = left_by_s[k].sparseView();
    add_laws(worlds[k], out[k]);
  }
  return out;
}

/// What the laws say by themselves: sizes of unknowns, friction, and kinks.
void EquationSlopes::add_laws(std::size_t w, LinearStep& out) const {
  auto const& given = solution_.worlds[w];
  auto const& world = worlds_[w];
  int const n = out.sizes.bodies;
  out.scale = Eigen::VectorXd::Ones(world.size);
  for (std::size_t s = 0; s < given.stages.size(); ++s) {
    auto const& stage = given.stages[s];
    for (std::size_t k = 0; k < stage.blocks.size(); ++k)
      for (int i = 0; i < stage.blocks[k].rows; ++i)
        out.scale[world.first[s] + 6 * n + stage.blocks[k].row + i] = 1 / world.weight[s][k][i];
    for (int b = 0; b < n; ++b) {
      auto const& [mass, I] = stage.inverse_mass[static_cast<std::size_t>(b)];
      for (int i = 0; mass > 0 && i < 3; ++i)
        out.scale[world.first[s] + 6 * b + 3 + i] =
            std::sqrt((I[0][0] + I[1][1] + I[2][2]) / (3 * mass));
    }
  }
  for (std::size_t s = 0; s < given.stages.size(); ++s)
    for (std::size_t k = 0; k < given.stages[s].blocks.size(); ++k) {
      auto const& block = given.stages[s].blocks[k];
      auto const on = std::ranges::find(given.contacts, block.name.contact - 1, &Contact::key);
      if (block.law != Law::coulomb || block.name.contact == 0 || on == given.contacts.end())
        continue;
      int const column = out.sizes.friction() + static_cast<int>(on - given.contacts.begin());
      for (int i = 0; i < block.rows; ++i)
        out.by_s(world.first[s] + 6 * n + block.row + i, column) = world.laws[s][k].by_friction[i];
    }
  out.kinks = kinks(w);
}

std::vector<KinkDistance> EquationSlopes::kinks(std::size_t w) const {
  auto const& given = solution_.worlds[w];
  std::vector<KinkDistance> out;
  for (std::size_t s = 0; s < given.stages.size(); ++s)
    for (std::size_t k = 0; k < given.stages[s].blocks.size(); ++k) {
      auto const& block = given.stages[s].blocks[k];
      auto const& law = worlds_[w].laws[s][k];
      auto const& normal = given.stages[s].rows[static_cast<std::size_t>(block.row)];
      bool const moves_none = dot(normal.J[0], normal.J[0]) + dot(normal.J[1], normal.J[1]) == 0;
      if (law.state == BlockState::bilateral || moves_none) continue;
      auto const on = std::ranges::find(given.contacts, block.name.contact - 1, &Contact::key);
      bool const of_contact = block.name.contact > 0 && on != given.contacts.end();
      double distance = law.from_kink;
      if (of_contact && s == 0 && on->restitution > 0 && block.law == Law::coulomb)
        distance =
            std::min(distance, from_striking(*on, given.stages[s], normal, given.old_twist, h_));
      out.push_back({static_cast<int>(k), of_contact ? on->a : block.a,
                     of_contact ? on->b : block.b, law.state, distance});
    }
  return out;
}

}  // namespace orthant
