// All joints of one type: items for the whole run, and their impulses.
#pragma once
#include "orthant/constraints/joint/detail/joint_loads.hpp"
#include "orthant/constraints/joint/detail/joint_stiffness.hpp"
#include "orthant/constraints/joint/detail/turned_line.hpp"
#include "orthant/constraints/relations/aligned_axes.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/math/small_inverse.hpp"

namespace orthant {

namespace joint_kernels {

/// Writes Sigma and the stored impulse of every row.
template <class Space, class Relation>
struct Load {
  /// Its name in profilers.
  static constexpr char const* label = "orthant::joint::load";
  Span<Space, JointItem*> item;                  // (items)
  Span<Space, int*> row;                         // (items) first row of each
  Span<Space, Real * [Relation::rows]> impulse;  // (items, rows of one) [N s], [N m s]
  Span<Space, Mat3* [2]> yield_rate;  // (items, 2) B of the linear and of the angular rows
  Rows<Space> rows;                   // out
  StepSize size;                      // of the step
  /// Of item k.
  KOKKOS_FUNCTION void operator()(int k) const {
    for (int r = 0; r < Relation::rows; ++r) {
      rows.impulse(row(k) + r) = impulse(k, r);
      for (int i = 0; i < max_block_rows; ++i) rows.compliance(row(k) + r, i) = 0;
    }
    if (item(k).rigid) return;
    constexpr int linear = Relation::linear_rows;
    yield(k, 0, item(k).linear, 0, linear);
    yield(k, 1, item(k).angular, linear, Relation::rows - linear);
  }

 private:
  KOKKOS_FUNCTION void yield(int k, int part, Elasticity const& of, int first, int n) const {
    Yield const y = yield_of(of, size, n);
    yield_rate(k, part) = y.B;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) rows.compliance(row(k) + first + i, j) = y.Sigma[i][j];
  }
};

/// rows.value <- by level: c(q+)/(sigma h), J u + c(q-)/h, or J u; for a joint at velocity level J
/// u + Upsilon c(q-)/h. For compliant rows, with E = w B C D = I - w sigma h B and w the weight,
///   B (w c(q+) + (1 - w) c(q-)) + E J u + (1 - w)/w E J u-                if c(q+) is exact,
///   J u + B (Upsilon c(q-) + w (1 - sigma) h J u-) + (1 - w)/w E J u-           at velocity level,
/// where c(q-) + sigma h J u + (1 - sigma) h J u- replaces c(q+). For a mean twist the speed in a
/// damper is (c(q+) - c(q-))/h.
template <class Space, class Relation>
struct Value {
  /// Its name in profilers.
  static constexpr char const* label = "orthant::joint::value";
  static constexpr int n = Relation::rows;  // of an item
  using Gaps = Vec<n>;                      // [m], [rad]
  Span<Space, JointItem*> item;             // (items)
  Span<Space, int*> row;                    // (items) first row of each
  Span<Space, Mat3* [2]> yield_rate;        // (items, 2) B, see Load
  Held<Space, StepPoint<Space>> at;         // the iterate
  Held<Space, Rows<Space>> rows;            // J; out: value

  /// Of item k, if its world runs.
  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& it = item(k);
    if (!at.runs(it.world, it.a, it.b)) return;
    if (it.rigid)
      rigid(k);
    else
      yielding(k);
  }

 private:
  KOKKOS_FUNCTION Gaps gap(int k, Span<Space, Pose<>*> const& pose) const {
    auto const& it = item(k);
    return Relation::gap(it, pose_of<Space>(pose, it.a), pose_of<Space>(pose, it.b));
  }

  KOKKOS_FUNCTION void rigid(int k) const {
    auto const& it = item(k);
    Gaps value;
    if (it.velocity) {
      value = at.last_stage ? Gaps{} : (1 / at.size.h) * corrected(it, gap(k, at.old_pose));
      for (int r = 0; r < n; ++r) value[r] += speed(k, r);
    } else if (at.level == RowLevel::position) {
      value = (1 / at.size.reach()) * gap(k, at.pose);
    } else if (at.level == RowLevel::linearised) {
      value = (1 / at.size.h) * gap(k, at.old_pose);
      for (int r = 0; r < n; ++r) value[r] += speed(k, r);
    } else {
      value = end_speed(k);
    }
    for (int r = 0; r < n; ++r) rows.value(row(k) + r) = value[r];
  }

  KOKKOS_FUNCTION void yielding(int k) const {
    auto const& it = item(k);
    bool const old = it.velocity || at.linear_yield;
    Gaps c = gap(k, old ? at.old_pose : at.pose);
    if (it.velocity) c = corrected(it, c);
    Real const reach = at.size.reach();
    Real const weight = at.size.weight, of_start = 1 / at.size.speed_weight - 1;
    Gaps const start = weight < 1 && !old ? gap(k, at.old_pose) : Gaps{};
    for (int r = 0; r < n; ++r) {
      int const part = r >= Relation::linear_rows, first = part * Relation::linear_rows;
      int const end = part ? n : Relation::linear_rows;
      Real a = old ? speed(k, r) : 0;
      for (int i = first; i < end; ++i) {
        Real const B = yield_rate(k, part)[r - first][i - first];
        Real const E = (i == r) - weight * reach * B;
        Real const damped =
            at.mean_twist && weight < 1 ? (c[i] - start[i]) / at.size.h : speed(k, i);
        a += old ? B * c[i] : B * (weight * c[i] + (1 - weight) * start[i]) + E * damped;
        if (of_start != 0) a += of_start * E * speed(k, i, at.old_twist);
        if (weight < 1 && old) a += weight * (at.size.h - reach) * B * speed(k, i, at.old_twist);
      }
      rows.value(row(k) + r) = a;
    }
  }

  /// Upsilon c
  static KOKKOS_FUNCTION Gaps corrected(JointItem const& it, Gaps const& c) {
    constexpr int linear = Relation::linear_rows;
    Gaps out;
    for (int r = 0; r < n; ++r) {
      bool const angular = r >= linear;
      int const first = angular ? linear : 0, end = angular ? n : linear;
      Mat3 const& Upsilon = angular ? it.angular_correction : it.correction;
      for (int i = first; i < end; ++i) out[r] += Upsilon[r - first][i - first] * c[i];
    }
    return out;
  }

  KOKKOS_FUNCTION Real speed(int k, int r) const { return speed(k, r, at.twist); }
  KOKKOS_FUNCTION Real speed(int k, int r, Span<Space, Twist*> const& twist) const {
    return along_row<Space>(item(k), rows, row(k) + r, twist);
  }
  /// J u+ with the J of rates.
  KOKKOS_FUNCTION Gaps end_speed(int k) const {
    auto const& it = item(k);
    Gaps out;
    if (!at.own_rates()) {
      for (int r = 0; r < n; ++r) out[r] = speed(k, r);
      return out;
    }
    Mat<n, 6> J[2];
    Relation::jacobian(it, pose_of<Space>(at.rate_pose, it.a), pose_of<Space>(at.rate_pose, it.b),
                       J[0], J[1]);
    int const body[2] = {it.a, it.b};
    for (int side = 0; side < 2; ++side)
      for (int r = 0; body[side] >= 0 && r < n; ++r)
        for (int i = 0; i < 6; ++i) out[r] += J[side][r][i] * at.twist(body[side])[i];
    return out;
  }
};

/// Writes the gaps, and what corrects them: nothing in compliant joints.
template <class Space, class Relation>
struct Hold {
  /// Its name in profilers.
  static constexpr char const* label = "orthant::joint::hold";
  Span<Space, JointItem*> item;  // (items)
  Span<Space, int*> row;         // (items) first row of each
  HoldPoint<Space> at;           // where gaps are computed
  HeldRows<Space> out;           // (rows)
  /// Of item k.
  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& it = item(k);
    if (!at.runs(it.a, it.b)) return;
    auto const c = Relation::gap(it, pose_of<Space>(at.pose, it.a), pose_of<Space>(at.pose, it.b));
    for (int r = 0; r < Relation::rows; ++r) {
      out.error(row(k) + r) = c[r];
      out.slack(row(k) + r) = 0;
      out.holding(row(k) + r) = !it.rigid     ? Holding::none
                                : it.velocity ? Holding::by_row
                                              : Holding::by_stage;
    }
  }
};

/// Writes the gaps of rigid rows, zero of compliant ones.
template <class Space, class Relation>
struct Violation {
  /// Its name in profilers.
  static constexpr char const* label = "orthant::joint::violation";
  Span<Space, JointItem*> item;  // (items)
  Span<Space, int*> row;         // (items) first row of each
  Span<Space, Pose<>*> pose;     // (worlds x bodies)
  Span<Space, Real*> out;        // (rows) [m], [rad]
  /// Of item k.
  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& it = item(k);
    auto const c = Relation::gap(it, pose_of<Space>(pose, it.a), pose_of<Space>(pose, it.b));
    for (int r = 0; r < Relation::rows; ++r) {
      int const own = r < Relation::linear_rows ? r : r - Relation::linear_rows;
      auto const& part = r < Relation::linear_rows ? it.linear : it.angular;
      out(row(k) + r) = part.C[own][own] > 0 ? 0 : c[r];  // semidefinite: zero with its diagonal
    }
  }
};

/// The sign of SameOrientation for the step that begins.
template <class Space>
struct FollowOrientation {
  /// Its name in profilers.
  static constexpr char const* label = "orthant::joint::follow_orientation";
  Span<Space, JointItem*> item;  // (items) out: near
  Span<Space, Pose<>*> pose;     // (worlds x bodies) q-
  bool begins;                   // the first step: no sign is known from before
  /// Of item k.
  KOKKOS_FUNCTION void operator()(int k) const {
    auto& it = item(k);
    if (begins) it.near = {};
    JointFrames<Real> const J(it, pose_of<Space>(pose, it.a), pose_of<Space>(pose, it.b));
    it.near = SameOrientation::relative(J);
  }
};

/// Stores the impulses of a step.
template <class Space, class Relation>
struct Keep {
  /// Its name in profilers.
  static constexpr char const* label = "orthant::joint::keep";
  Span<Space, int*> row;                         // (items) first row of each
  Span<Space, Real * [Relation::rows]> impulse;  // (items, rows of one) out
  Rows<Space> rows;                              // of the step
  /// Of item k.
  KOKKOS_FUNCTION void operator()(int k) const {
    for (int r = 0; r < Relation::rows; ++r) impulse(k, r) = rows.impulse(row(k) + r);
  }
};

/// Sets the stored impulses of worlds that start anew to zero.
template <class Space, class Relation>
struct Forget {
  /// Its name in profilers.
  static constexpr char const* label = "orthant::joint::forget";
  Span<Space, JointItem*> item;                  // (items)
  Span<Space, int*> world;                       // (worlds) not 0: starts anew
  Span<Space, Real * [Relation::rows]> impulse;  // (items, rows of one)
  /// Of item k.
  KOKKOS_FUNCTION void operator()(int k) const {
    for (int r = 0; world(item(k).world) && r < Relation::rows; ++r) impulse(k, r) = 0;
  }
};

}  // namespace joint_kernels

/// The constraints of all joints of one type, which are items from the first step to the last.
template <class Space, class Relation>
class JointBlock final : public ConstraintBlock<Space> {
 public:
  using Place = PlaceItems<Space, Relation>;  // the kernel of its structure

  /// Makes the joints of the scene that have this type, in every world. Throws Error if one is
  /// placed open along rigid rows beside compliant ones.
  JointBlock(Model<Space> const& model, Scene const& scene) : body_(model.body) {
    std::vector<JointItem> items;
    for (int w = 0; w < model.worlds; ++w)
      for (std::size_t k = 0; k < scene.joints.size(); ++k) {
        if (scene.joints[k].type != Relation::name) continue;
        auto const& joint = scene.of(w).joints[k];
        items.push_back(with_elasticity<Relation>(joint, placed_item(joint, w, w * model.bodies)));
        items.back().joint = static_cast<int>(k);
        if (joint.open) require_yielding(scene.of(w), joint, items.back());
      }
    count_ = static_cast<int>(items.size());
    uniform_ = count_ / model.worlds;
    item_ = to_device<Space>("orthant::joint::item", items);
    row_ = Array<Space, int*>("orthant::joint::row", count_);
    for (auto* each : {&impulse_, &impulse_before_})
      *each = Array<Space, Real * [Relation::rows]>("orthant::joint::impulse", count_);
    yield_rate_ = Array<Space, Mat3* [2]>("orthant::joint::yield_rate", count_);
    load_ = Array<Space, JointLoad*>("orthant::joint::load", count_);
  }

  char const* name() const override { return Relation::name; }
  int rows_per_item() const override { return Relation::rows; }
  int blocks_per_item() const override { return Place::blocks; }
  int capacity() const override { return count_; }
  bool complementary() const override { return false; }
  int refresh(Space const& space, StepStart<Space> const& start) override {
    if constexpr (requires { Relation::orients; })
      each(space, count_,
           joint_kernels::FollowOrientation<Space>{item_, start.state.pose, start.state.time <= 0});
    return 0;
  }
  int items() const override { return count_; }
  ItemCounts<Space> counts() const override { return {uniform_, {}}; }

  void write_structure(Space const& space, Rows<Space> const& rows, ItemOffsets<Space> at,
                       StepSize size) override {
    at_ = at;
    each(space, count_,
         Place{.item = item_,
               .offsets = {},
               .uniform = uniform_,
               .at = at,
               .body = body_,
               .row = row_,
               .rows = rows,
               .law = Law::free});
    each(space, count_,
         joint_kernels::Load<Space, Relation>{.item = item_,
                                              .row = row_,
                                              .impulse = impulse_,
                                              .yield_rate = yield_rate_,
                                              .rows = rows,
                                              .size = size});
  }
  void store_warm_start(Space const& space, Rows<Space> const& rows) override {
    take_back();  // what is older is written over
    each(space, count_, joint_kernels::Keep<Space, Relation>{row_, impulse_, rows});
  }
  void take_back() override { std::swap(impulse_, impulse_before_); }
  void carry(Carried& c) override { c.array(impulse_); }
  void start_anew(Space const& space, NewStarts<Space> const& at) override {
    each(space, count_, joint_kernels::Forget<Space, Relation>{item_, at.world, impulse_});
  }
  void jacobian(Space const& space, Span<Space, Pose<>*> pose, Rows<Space> const& rows,
                Span<Space, int*> active) const override {
    each(space, count_,
         RelationJacobian<Space, Relation>{
             .item = item_, .row = row_, .pose = pose, .active = active, .rows = rows});
  }
  JointLoads<Space> joint_loads(Space const& space, Rows<Space> const& rows,
                                Span<Space, Pose<>*> pose) const override {
    each(space, count_,
         SumLoads<Space, JointItem>{.item = item_,
                                    .row = row_,
                                    .rows_per_item = Relation::rows,
                                    .rows = rows,
                                    .pose = pose,
                                    .out = load_});
    return {count_, load_};
  }
  void turned_lines(Space const& space, Rows<Space> const& rows, StepWay<Space> const& way,
                    Span<Space, int*> out) const override {
    if constexpr (requires { Relation::has_line; })
      each(space, count_,
           TurnedLine<Space, JointItem>{.item = item_,
                                        .row = row_,
                                        .last = Relation::rows - 1,
                                        .body = body_,
                                        .rows = rows,
                                        .way = way,
                                        .out = out});
  }
  void stiffness(Space const& space, StepPoint<Space> const& at, Span<Space, Pose<>*> where,
                 Rows<Space> const& rows, Stiffness<Space> const& out) const override {
    each(space, count_,
         joint_kernels::WriteStiffness<Space, Relation>{.item = item_,
                                                        .row = row_,
                                                        .yield_rate = yield_rate_,
                                                        .place = at_,
                                                        .uniform = uniform_,
                                                        .blocks = Place::blocks,
                                                        .at = at,
                                                        .where = where,
                                                        .rows = rows,
                                                        .out = out});
  }
  void value(Space const& space, StepPoint<Space> const& at,
             Rows<Space> const& rows) const override {
    each(space, count_,
         joint_kernels::Value<Space, Relation>{
             .item = item_, .row = row_, .yield_rate = yield_rate_, .at = at, .rows = rows});
  }
  void hold(Space const& space, HoldPoint<Space> const& at, Rows<Space> const&,
            HeldRows<Space> const& out) const override {
    each(space, count_, joint_kernels::Hold<Space, Relation>{item_, row_, at, out});
  }
  void violation(Space const& space, Span<Space, Pose<>*> pose, Rows<Space> const&,
                 Span<Space, Real*> out) const override {
    each(space, count_, joint_kernels::Violation<Space, Relation>{item_, row_, pose, out});
  }

 private:
  /// Requires, for a partly compliant joint, that its initial gap is one that its springs can hold:
  /// c = -C f for some f. The rigid part of the gap would be closed within one step at a high
  /// speed.
  static void require_yielding(Scene const& scene, JointSpec const& joint, JointItem const& item) {
    if (item.rigid) return;
    auto const pose_at = [&](int b) { return b < 0 ? Pose<>{} : scene.bodies[b].pose; };
    auto const c = Relation::gap(item, pose_at(joint.a), pose_at(joint.b));
    constexpr int linear = Relation::linear_rows;
    auto const [d, rotation] = parts_of<Relation>(c);
    auto const rest = [](Mat3 const& C, int n, Vec3 const& x) {
      return norm(x - C * (inverse_general(C, n) * x));
    };
    if (rest(item.linear.C, linear, d) > 1e-12 * (1 + norm(d)) ||
        rest(item.angular.C, Relation::rows - linear, rotation) > 1e-12)
      refuse(joint.path, "a joint that yields, open along rows that do not",
             "a compliance of all rows that are open, or of none");
  }

  int count_ = 0, uniform_ = 0;
  ItemOffsets<Space> at_;
  Array<Space, Body*> body_;
  Array<Space, JointItem*> item_;
  Array<Space, int*> row_;
  Array<Space, Real * [Relation::rows]> impulse_, impulse_before_;  // of the step before
  Array<Space, Mat3* [2]> yield_rate_;
  Array<Space, JointLoad*> load_;
};

}  // namespace orthant
