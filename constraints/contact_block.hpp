// All contacts: found anew in every step, and given the impulses of the same contacts in the last.
#pragma once
#include "constraints/relation_kernels.hpp"
#include "constraints/relations/contact_point.hpp"
#include "core/collision/detector.hpp"

namespace orthant {

namespace contact_kernels {

/// What is kept of a contact for the next step: its name and its impulse.
struct Memory {
  std::uint64_t key = 0;
  Real normal = 0;  // lambda_n [N s]
  Vec3 tangential;  // t_1 lambda_1 + t_2 lambda_2, world axes [N s]
};

/// Friction, and the impulse of the contact with the same key. Keys ascend by pair in each world.
template <class Space>
struct Load {
  static constexpr char const* label = "orthant::contact::load";
  Span<Space, Contact*> item;
  Span<Space, int*> row;
  Span<Space, Pose<>*> pose;
  Span<Space, Memory*> memory;
  Span<Space, int*> remembered;  // (W + 1) offsets into memory
  Rows<Space> rows;
  ItemPlaces<Space> at;
  Span<Space, int*> offsets;

  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& c = item(k);
    rows.friction(at.block(c.world) + k - offsets(c.world)) = c.friction;
    for (int r = 0; r < 3; ++r) {
      for (int i = 0; i < 3; ++i) rows.compliance(row(k) + r, i) = 0;
      rows.impulse(row(k) + r) = 0;
    }
    int low = remembered(c.world), end = remembered(c.world + 1), high = end;
    while (low < high) {
      int const middle = (low + high) / 2;
      if (pair_of(memory(middle).key) < pair_of(c.key))
        low = middle + 1;
      else
        high = middle;
    }
    for (; low < end && pair_of(memory(low).key) == pair_of(c.key); ++low) {
      if (memory(low).key != c.key) continue;
      auto const frame = ContactPointRelation::frame(c, pose(c.a), pose(c.b));
      rows.impulse(row(k)) = memory(low).normal;
      for (int r = 1; r < 3; ++r)
        rows.impulse(row(k) + r) = dot(frame.axis[r], memory(low).tangential);
    }
  }
};

template <class Space>
struct Keep {
  static constexpr char const* label = "orthant::contact::keep";
  Span<Space, Contact*> item;
  Span<Space, int*> row;
  Span<Space, Memory*> memory;
  Rows<Space> rows;
  KOKKOS_FUNCTION void operator()(int k) const {
    Memory m{item(k).key, rows.impulse(row(k)), {}};
    for (int r = 1; r < 3; ++r)  // the tangents stand in the linear part of J
      for (int i = 0; i < 3; ++i)
        m.tangential[i] += rows.impulse(row(k) + r) * rows.J(row(k) + r, 1, i);
    memory(k) = m;
  }
};

template <class Space>
struct KeepOffsets {
  static constexpr char const* label = "orthant::contact::keep_offsets";
  Span<Space, int*> from, to;
  KOKKOS_FUNCTION void operator()(int w) const { to(w) = from(w); }
};

/// rows.value <- (c + slack) / (sigma h) of the normal row, J u of the others; slack is the
/// penetration that may stay in this step, where its removal is limited to a speed.
template <class Space>
struct Value {
  static constexpr char const* label = "orthant::contact::value";
  Span<Space, Contact*> item;
  Span<Space, int*> row;
  StepPoint<Space> at;
  Rows<Space> rows;
  Real recovery_speed;  // [m/s]

  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& c = item(k);
    if (!at.running(c.world)) return;
    auto const& pose = at.linearised ? at.old_pose : at.pose;
    Real const gap = ContactPointRelation::gap(c, pose(c.a), pose(c.b))[0];
    Real const slack = larger(0.0, -c.gap - recovery_speed * at.size.h);
    rows.value(row(k)) = (gap + slack) / at.size.reach() + (at.linearised ? speed(c, row(k)) : 0);
    for (int r = 1; r < 3; ++r) rows.value(row(k) + r) = speed(c, row(k) + r);
  }

 private:
  KOKKOS_FUNCTION Real speed(Contact const& c, int of) const {
    return dot(rows.jacobian(of, 0), at.twist(c.a)) + dot(rows.jacobian(of, 1), at.twist(c.b));
  }
};

}  // namespace contact_kernels

template <class Space>
class ContactBlock final : public ConstraintBlock<Space> {
 public:
  using Relation = ContactPointRelation;
  using Place = PlaceItems<Space, Relation>;

  ContactBlock(Model<Space> const& model, Detector<Space> detector, Real recovery_speed)
      : worlds_(model.worlds),
        body_(model.body),
        detector_(std::move(detector)),
        recovery_speed_(recovery_speed),
        row_("orthant::contact::row", detector_.capacity()),
        memory_("orthant::contact::memory", detector_.capacity()),
        remembered_("orthant::contact::remembered", model.worlds + 1) {}

  char const* name() const override { return Relation::name; }
  int rows_per_item() const override { return Relation::rows; }
  int blocks_per_item() const override { return Place::blocks; }
  int most_items() const override { return detector_.capacity(); }

  bool complementary() const override { return true; }
  int items() const override { return detector_.count(); }

  int refresh(Space const& space, StepStart<Space> const& start) override {
    int const found = detector_.detect(space, start.state, start.free_twist, start.h);
    pose_ = start.state.pose;
    return found > detector_.capacity() ? found - detector_.capacity() : 0;
  }
  ItemCounts<Space> counts() const override { return {0, detector_.offsets()}; }

  ContactList<Space> contacts() const override {
    return {detector_.count(), detector_.contacts(), detector_.offsets()};
  }

  void place(Space const& space, Rows<Space> const& rows, ItemPlaces<Space> at, StepSize) override {
    auto const items = detector_.contacts();
    auto const offsets = detector_.offsets();
    each(space, detector_.count(), Place{items, offsets, 0, at, body_, row_, rows, Cone::coulomb});
    each(space, detector_.count(),
         contact_kernels::Load<Space>{items, row_, pose_, memory_, remembered_, rows, at, offsets});
  }
  void keep(Space const& space, Rows<Space> const& rows) override {
    each(space, detector_.count(),
         contact_kernels::Keep<Space>{detector_.contacts(), row_, memory_, rows});
    each(space, worlds_ + 1, contact_kernels::KeepOffsets<Space>{detector_.offsets(), remembered_});
  }
  void jacobian(Space const& space, Span<Space, Pose<>*> pose, Rows<Space> const& rows,
                Span<Space, int*> running) const override {
    each(space, detector_.count(),
         RelationJacobian<Space, Relation>{detector_.contacts(), row_, pose, running, rows});
  }
  void value(Space const& space, StepPoint<Space> const& at,
             Rows<Space> const& rows) const override {
    each(space, detector_.count(),
         contact_kernels::Value<Space>{detector_.contacts(), row_, at, rows, recovery_speed_});
  }
  /// Overlap is measured by detection.
  void violation(Space const&, Span<Space, Pose<>*>, Rows<Space> const&,
                 Span<Space, Real*>) const override {}

 private:
  int worlds_;
  Array<Space, Body*> body_;
  Detector<Space> detector_;
  Real recovery_speed_;
  Span<Space, Pose<>*> pose_;  // of the step's start
  Array<Space, int*> row_;
  Array<Space, contact_kernels::Memory*> memory_;
  Array<Space, int*> remembered_;
};

}  // namespace orthant
