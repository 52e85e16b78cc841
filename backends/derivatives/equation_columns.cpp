// The columns of dF/dz and dF/ds, each from two evaluations of F for all worlds at once.
#include <algorithm>
#include <cmath>
#include <functional>

#include "orthant/backends/derivatives/column_groups.hpp"
#include "orthant/backends/derivatives/equation_slopes.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/math/pose.hpp"

namespace orthant {
namespace {

/// How far a contact with restitution is from the other state, striking or not striking [m/s]. Two
/// speeds decide: the approach speed against the speed that covers half of the gap in a step, and
/// the free motion against the speed that closes the gap.
double from_striking(Contact const& c, WorldStage const& stage, std::array<Vec6, 2> const& normal,
                     std::vector<Twist> const& old_twist, double h) {
  double speed = 0, fall = 0;
  for (int side = 0; side < 2; ++side) {
    auto const b = nth(side == 0 ? c.a : c.b);
    auto const& J = normal[nth(side)];
    Twist pushed;
    for (auto const& block : stage.blocks)
      for (std::size_t of = 0; of < 2; ++of)
        if (block.body[of] == static_cast<int>(b))
          for (int row = block.row; row < block.row + block.size; ++row)
            pushed += stage.impulse[row] * stage.J[nth(row)][of];
    speed -= dot(J, old_twist[b]);
    fall -= dot(J, stage.u[b] - stage.inverse_mass[b] * pushed);
  }
  return std::min(std::abs(speed - std::max(0.0, 0.5 * c.gap / h)), std::abs(fall - c.gap / h));
}

}  // namespace

namespace {
/// Kinds of changes. All changes of one kind have the same size.
enum Kind { pose, old_twist, wrench, more_mass, twist_of_stage = 10, impulse_of_stage = 20 };
}  // namespace

/// What is changed, by how much, and the column that this is; `impulse`: the unknown, where it is
/// one. `bodies`: those that it is of; `own`: it is momentum that they are given, which moves no
/// others while their velocities are.
struct EquationSlopes::Column {
  bool of_z = false;
  int at = 0;
  double width = 0;
  std::function<void(GivenStep&, double)> change;
  int impulse = -1;
  int kind = 0;
  bool own = false;
  std::vector<int> bodies = {};
  std::set<int> reach = {};
};

std::vector<EquationSlopes::Column> EquationSlopes::columns(std::size_t w, bool by_given) const {
  auto const& given = solution_.worlds[w];
  auto const& world = worlds_[w];
  auto const of = sizes(w);
  int const n = of.bodies;
  auto const all = solution_.worlds.size() * nth(n);
  double const speed = this->speed();
  auto const of_body = [&](int b) {
    bool const reacts = given.stages.front().inverse_mass[nth(b)].mass > 0;
    return reacts ? std::vector<int>{b} : std::vector<int>{};
  };
  auto const on_block = [](WorldStage::Block const& block) {
    std::vector<int> out;
    for (int const b : block.body)
      if (b >= 0) out.push_back(b);
    return out;
  };
  std::vector<double> arms;
  for (int b = 0; b < n; ++b) arms.push_back(arm(w, b));
  std::vector<Column> out;
  for (std::size_t s = 0; s < given.stages.size(); ++s) {
    auto const& stage = given.stages[s];
    int const first = world.first[s];
    for (std::size_t b = 0; b < stage.u.size(); ++b)
      for (int i = 0; i < 6; ++i)
        out.push_back({true, first + 6 * static_cast<int>(b) + i, speed / (i < 3 ? 1 : arms[b]),
                       [=](GivenStep& to, double by) { to.worlds[w].stages[s].u[b][i] += by; }, -1,
                       twist_of_stage + static_cast<int>(s), false, of_body(static_cast<int>(b))});
    for (std::size_t k = 0; k < stage.blocks.size(); ++k)
      for (int i = 0; i < stage.blocks[k].size; ++i) {
        int const row = stage.blocks[k].row + i, at = first + 6 * n + row;
        out.push_back({true, at, speed / world.weight[s][k][i],
                       [=](GivenStep& to, double by) { to.worlds[w].stages[s].impulse[row] += by; },
                       at, impulse_of_stage + static_cast<int>(s), true,
                       on_block(stage.blocks[k])});
      }
  }
  if (!by_given) return out;
  auto const& inverse_mass = given.stages.front().inverse_mass;
  for (int b = 0; b < n; ++b) {
    auto const k = nth(b), flat = w * nth(n) + k;
    bool const reacts = inverse_mass[k].mass > 0;
    Mat3 const& I = inverse_mass[k].inertia;
    double const mass = reacts ? 1 / inverse_mass[k].mass : 0,
                 inertia = reacts ? 3 / (I[0][0] + I[1][1] + I[2][2]) : 0;
    for (int i = 0; i < 6; ++i) {
      double const turns = i < 3 ? 1 : arms[k];
      out.push_back({false, of.pose() + 6 * b + i, displacement / turns,
                     [=](GivenStep& to, double by) { move_along(to.worlds[w].start[k], i, by); },
                     -1, pose, false, of_body(b)});
      out.push_back({false, of.twist() + 6 * b + i, speed / turns,
                     [=](GivenStep& to, double by) { to.worlds[w].old_twist[k][i] += by; }, -1,
                     old_twist, false, of_body(b)});
      if (reacts)
        out.push_back({false, of.wrench() + 6 * b + i, speed / h_ * (i < 3 ? mass : inertia),
                       [=, this](GivenStep& to, double by) {
                         if (to.wrench.empty()) to.wrench = wrenches_;
                         to.wrench[flat][i] += by;
                       },
                       -1, wrench, true, of_body(b)});
    }
    if (reacts)
      out.push_back({false, of.mass() + b, 1e-6 * mass,
                     [=](GivenStep& to, double by) {
                       to.more_mass.resize(all);
                       to.more_mass[flat] += by;
                     },
                     -1, more_mass, true, of_body(b)});
  }
  return out;
}

/// How far columns are taken to reach, from the narrowest: momentum that bodies are given moves
/// them alone, it moves their neighbours too, or all may move.
enum class EquationSlopes::Reach { momentum_alone, neighbours, all };

/// The columns of a world, in which groups, and where they go.
struct EquationSlopes::Columns {
  std::size_t world;
  std::vector<Column> all;
  Neighbours neighbours;
  int stages;  // through which momentum goes on
  std::vector<std::vector<int>> groups;
  Eigen::MatrixXd by_z, by_s, left_by_z, left_by_s;

  bool grouped() const { return groups.size() < all.size(); }
  void group(Reach how_far) {
    std::vector<ColumnPlace> places;
    for (auto& column : all) {
      if (how_far == Reach::all)
        column.reach.clear();
      else
        column.reach = neighbours.reach(
            column.bodies, column.own && how_far == Reach::momentum_alone ? stages - 1 : stages);
      places.push_back({column.kind, column.reach});
    }
    groups = column_groups(places);
  }
};

std::vector<LinearStep> EquationSlopes::equations(std::vector<std::size_t> const& worlds,
                                                  bool by_given) {
  std::vector<LinearStep> out(worlds.size());
  std::vector<Columns> of;
  for (std::size_t k = 0; k < worlds.size(); ++k) {
    auto const w = worlds[k];
    if (auto const& why = solution_.worlds[w].why_not; !why.empty())
      throw Error("there is no derivative of this step: " + why);
    auto const& given = out[k].sizes = sizes(w);
    auto const size = worlds_[w].size, all = given.all(), left = given.left();
    of.emplace_back(Columns{w,
                            columns(w, by_given),
                            Neighbours(solution_.worlds[w]),
                            solution_.worlds[w].stages.size() > 1 ? 2 : 1,
                            {},
                            Eigen::MatrixXd::Zero(size, size),
                            Eigen::MatrixXd::Zero(size, all),
                            Eigen::MatrixXd::Zero(left, size),
                            Eigen::MatrixXd::Zero(left, all)});
  }
  for (auto const how_far : {Reach::momentum_alone, Reach::neighbours, Reach::all}) {
    for (auto& each : of) each.group(how_far);
    fill(of);
    if (std::ranges::none_of(of, &Columns::grouped) || reach_is_all(of)) break;
  }
  for (std::size_t k = 0; k < worlds.size(); ++k) {
    out[k].by_z = of[k].by_z.sparseView();
    out[k].by_s = of[k].by_s.sparseView();
    out[k].left_by_z = of[k].left_by_z.sparseView();
    out[k].left_by_s = of[k].left_by_s.sparseView();
    add_laws(worlds[k], out[k]);
  }
  return out;
}

void EquationSlopes::fill(std::vector<Columns>& of) {
  std::size_t most = 0;
  for (auto const& each : of) most = std::max(most, each.groups.size());
  GivenStep beside;
  for (std::size_t g = 0; g < most; ++g) {
    std::vector<WorldStep> ends[2];
    for (int side = 0; side < 2; ++side) {
      beside = solution_;
      for (auto const& each : of)
        for (std::size_t c = 0; g < each.groups.size() && c < each.groups[g].size(); ++c) {
          auto const& column = each.all[nth(each.groups[g][c])];
          column.change(beside, side == 0 ? -column.width : column.width);
        }
      ends[side] = at_.evaluate(beside);
    }
    for (auto& each : of) {
      if (g >= each.groups.size()) continue;
      auto const w = each.world;
      for (int const c : each.groups[g]) {
        auto const& column = each.all[nth(c)];
        Eigen::VectorXd F = slope(w, {.low = ends[0][w],
                                      .high = ends[1][w],
                                      .middle = &base_[w],
                                      .width = 2 * column.width,
                                      .smooth = column.kind == pose ? smooth() : 0.01 * speed(),
                                      .impulse = column.impulse});
        Eigen::VectorXd o = left(w, ends[0][w], ends[1][w], 2 * column.width);
        if (each.groups[g].size() > 1) keep(w, column.reach, F, o);
        (column.of_z ? each.by_z : each.by_s).col(column.at) = F;
        (column.of_z ? each.left_by_z : each.left_by_s).col(column.at) = o;
      }
    }
  }
}

/// Keeps the rows of the bodies in `reach` and of the blocks on them. The other rows belong to
/// other columns of the group.
void EquationSlopes::keep(std::size_t w, std::set<int> const& reach, Eigen::VectorXd& F,
                          Eigen::VectorXd& o) const {
  auto const& given = solution_.worlds[w];
  int const n = static_cast<int>(given.start.size());
  for (std::size_t s = 0; s < given.stages.size(); ++s) {
    int const first = worlds_[w].first[s];
    for (int b = 0; b < n; ++b)
      if (!reach.contains(b)) F.segment(first + 6 * b, 6).setZero();
    for (auto const& block : given.stages[s].blocks)
      if (!reach.contains(block.body[0]) && !reach.contains(block.body[1]))
        F.segment(first + 6 * n + block.row, block.size).setZero();
  }
  for (int b = 0; b < n; ++b)
    if (!reach.contains(b)) o.segment(6 * b, 6).setZero(), o.segment(6 * (n + b), 6).setZero();
  for (std::size_t c = 0; c < given.contacts.size(); ++c)
    if (!reach.contains(given.contacts[c].a) && !reach.contains(given.contacts[c].b))
      o.segment(12 * n + 3 * static_cast<int>(c), 3).setZero();
}

/// Whether columns along one direction at once are what they are by themselves: a law that couples
/// more bodies than its own reaches further.
bool EquationSlopes::reach_is_all(std::vector<Columns> const& of) {
  return reach_is_all(of, false) && reach_is_all(of, true);
}

/// Of impulses, what they do to bodies; or of all else.
bool EquationSlopes::reach_is_all(std::vector<Columns> const& of, bool of_impulses) {
  auto const part = [](std::size_t c) { return std::sin(1 + 2.4 * static_cast<double>(c)); };
  std::vector<WorldStep> ends[2];
  for (int side = 0; side < 2; ++side) {
    GivenStep beside = solution_;
    for (auto const& each : of)
      for (std::size_t c = 0; c < each.all.size(); ++c)
        if (auto const& column = each.all[c]; (column.impulse >= 0) == of_impulses)
          column.change(beside, (side == 0 ? -0.5 : 0.5) * part(c) * column.width);
    ends[side] = at_.evaluate(beside);
  }
  for (auto const& each : of) {
    Eigen::VectorXd F = slope(each.world,
                              {.low = ends[0][each.world], .high = ends[1][each.world]}),
                    o = left(each.world, ends[0][each.world], ends[1][each.world], 1);
    Eigen::VectorXd most = F.cwiseAbs(), most_left = o.cwiseAbs();
    for (std::size_t c = 0; c < each.all.size(); ++c) {
      auto const& column = each.all[c];
      if ((column.impulse >= 0) != of_impulses) continue;
      double const by = part(c) * column.width;
      Eigen::VectorXd const dF = by * (column.of_z ? each.by_z : each.by_s).col(column.at),
                            left_by =
                                by * (column.of_z ? each.left_by_z : each.left_by_s).col(column.at);
      F -= dF;
      o -= left_by;
      most = most.cwiseMax(dF.cwiseAbs());
      most_left = most_left.cwiseMax(left_by.cwiseAbs());
    }
    if (of_impulses) keep_bodies(each.world, F);
    constexpr double same = 1e-5, round_off = 1e-10;
    if (((F.array().abs() > same * most.array() + round_off).any()) ||
        (o.array().abs() > same * most_left.array() + round_off).any())
      return false;
  }
  return true;
}

/// The rows of bodies alone.
void EquationSlopes::keep_bodies(std::size_t w, Eigen::VectorXd& F) const {
  auto const& stages = solution_.worlds[w].stages;
  auto const bodies = 6 * static_cast<long>(solution_.worlds[w].start.size());
  for (std::size_t s = 0; s < stages.size(); ++s)
    F.segment(worlds_[w].first[s] + bodies, stages[s].rows()).setZero();
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
      for (int i = 0; i < stage.blocks[k].size; ++i)
        out.scale[world.first[s] + 6 * n + stage.blocks[k].row + i] = 1 / world.weight[s][k][i];
    for (int b = 0; b < n; ++b) {
      auto const& [mass, I] = stage.inverse_mass[nth(b)];
      for (int i = 0; mass > 0 && i < 3; ++i)
        out.scale[world.first[s] + 6 * b + 3 + i] =
            std::sqrt((I[0][0] + I[1][1] + I[2][2]) / (3 * mass));
    }
  }
  for (std::size_t s = 0; s < given.stages.size(); ++s)
    for (std::size_t k = 0; k < given.stages[s].blocks.size(); ++k) {
      auto const& block = given.stages[s].blocks[k];
      auto const name = given.stages[s].names[k].contact;
      auto const on = std::ranges::find(given.contacts, name - 1, &Contact::key);
      if (block.law != Law::coulomb || name == 0 || on == given.contacts.end()) continue;
      int const column = out.sizes.friction() + static_cast<int>(on - given.contacts.begin());
      for (int i = 0; i < block.size; ++i)
        out.by_s.coeffRef(world.first[s] + 6 * n + block.row + i, column) =
            world.laws[s][k].by_friction[i];
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
      auto const& J = given.stages[s].J;
      int moves = block.row, end = block.row + block.size;  // the first row that moves a body
      auto const moves_none = [](auto const& of) {
        return dot(of[0], of[0]) + dot(of[1], of[1]) == 0;
      };
      while (moves < end && moves_none(J[nth(moves)])) ++moves;
      if (law.state == BlockState::bilateral || moves == end) continue;
      auto const& normal = J[nth(block.row)];
      double distance = moves == block.row ? law.from_kink : law.from_slip;
      auto const name = given.stages[s].names[k].contact;
      auto const on = std::ranges::find(given.contacts, name - 1, &Contact::key);
      bool const of_contact = name > 0 && on != given.contacts.end();
      if (of_contact && s == 0 && on->law.restitution > 0 && block.law == Law::coulomb)
        distance =
            std::min(distance, from_striking(*on, given.stages[s], normal, given.old_twist, h_));
      out.push_back({static_cast<int>(k), of_contact ? on->a : block.body[0],
                     of_contact ? on->b : block.body[1], law.state, distance});
    }
  return out;
}

}  // namespace orthant
