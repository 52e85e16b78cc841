// All joints of one type: items that stay for the whole run, and the impulses on them.
#pragma once
#include "constraints/relation_kernels.hpp"
#include "constraints/relations/joint_item.hpp"

namespace orthant {

namespace joint_kernels {

template <class Space, class Relation>
struct Load {  // compliance and remembered impulse of every row
  static constexpr char const* label = "orthant::joint::load";
  Span<Space, JointItem*> item;
  Span<Space, int*> row;
  Span<Space, Real * [Relation::rows]> impulse;
  Rows<Space> rows;
  Real h;
  KOKKOS_FUNCTION void operator()(int k) const {
    for (int r = 0; r < Relation::rows; ++r) {
      rows.compliance(row(k) + r) = item(k).compliance / (h * h);
      rows.impulse(row(k) + r) = impulse(k, r);
    }
  }
};

template <class Space, class Relation>
struct Keep {
  static constexpr char const* label = "orthant::joint::keep";
  Span<Space, int*> row;
  Span<Space, Real * [Relation::rows]> impulse;
  Rows<Space> rows;
  KOKKOS_FUNCTION void operator()(int k) const {
    for (int r = 0; r < Relation::rows; ++r) impulse(k, r) = rows.impulse(row(k) + r);
  }
};

}  // namespace joint_kernels

template <class Space, class Relation>
class JointBlock final : public ConstraintBlock<Space> {
 public:
  using Place = PlaceItems<Space, Relation>;

  /// The joints of the scene that have this type, in every world.
  JointBlock(Model<Space> const& model, Scene const& scene) : body_(model.body) {
    std::vector<JointItem> items;
    for (int w = 0; w < model.worlds; ++w)
      for (auto const& joint : scene.joints) {
        if (joint.type != Relation::name) continue;
        int const offset = w * model.bodies;
        items.push_back({joint.a < 0 ? -1 : joint.a + offset, joint.b < 0 ? -1 : joint.b + offset,
                         w, joint.X_AJ, joint.X_BJ, joint.compliance});
      }
    count_ = static_cast<int>(items.size());
    uniform_ = count_ / model.worlds;
    item_ = copied<Space>("orthant::joint::item", items);
    row_ = Array<Space, int*>("orthant::joint::row", count_);
    impulse_ = Array<Space, Real * [Relation::rows]>("orthant::joint::impulse", count_);
  }

  char const* name() const override { return Relation::name; }
  int rows_per_item() const override { return Relation::rows; }
  int blocks_per_item() const override { return Place::blocks; }
  int most_items() const override { return count_; }
  bool complementary() const override { return false; }
  int refresh(Space const&, StepStart<Space> const&) override { return 0; }
  int items() const override { return count_; }
  ItemCounts<Space> counts() const override { return {uniform_, {}}; }

  void place(Space const& space, Rows<Space> const& rows, ItemPlaces<Space> at, Real h) override {
    each(space, count_, Place{item_, {}, uniform_, at, body_, row_, rows, Cone::free});
    each(space, count_, joint_kernels::Load<Space, Relation>{item_, row_, impulse_, rows, h});
  }
  void keep(Space const& space, Rows<Space> const& rows) override {
    each(space, count_, joint_kernels::Keep<Space, Relation>{row_, impulse_, rows});
  }
  void jacobian(Space const& space, Span<Space, Pose<>*> pose, Rows<Space> const& rows,
                Span<Space, int*> running) const override {
    each(space, count_, RelationJacobian<Space, Relation>{item_, row_, pose, running, rows});
  }
  void value(Space const& space, Span<Space, Pose<>*> pose, Span<Space, Twist*> u, Real h,
             Rows<Space> const& rows, Span<Space, int*> running) const override {
    each(space, count_,
         RelationValue<Space, Relation, NoSlack>{item_, row_, pose, u, running, rows, h, {}});
  }

 private:
  int count_ = 0, uniform_ = 0;
  Array<Space, Body*> body_;
  Array<Space, JointItem*> item_;
  Array<Space, int*> row_;
  Array<Space, Real * [Relation::rows]> impulse_;
};

}  // namespace orthant
