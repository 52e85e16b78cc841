// All contacts: found anew in every step, and given the impulses of the same contacts in the last.
#pragma once
#include "constraints/contact_kernels.hpp"
#include "core/collision/detector.hpp"

namespace orthant {

template <class Space>
class ContactBlock final : public ConstraintBlock<Space> {
 public:
  using Relation = ContactPointRelation;
  using Place = PlaceItems<Space, Relation>;

  ContactBlock(Model<Space> const& model, Detector<Space> detector, ContactLaw const& law)
      : worlds_(model.worlds),
        body_(model.body),
        detector_(std::move(detector)),
        law_(law),
        row_("orthant::contact::row", detector_.capacity()),
        block_("orthant::contact::block", detector_.capacity()),
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

  /// A kind made of these contacts.
  void add(std::unique_ptr<ConstraintBlock<Space>> companion) {
    companions_.push_back(std::move(companion));
  }
  std::vector<std::unique_ptr<ConstraintBlock<Space>>> companions() override {
    return std::move(companions_);
  }
  Span<Space, int*> blocks() const { return block_; }  // (contacts), once they are placed
  Span<Space, Pose<>*> start_pose() const { return pose_; }

  void place(Space const& space, Rows<Space> const& rows, ItemPlaces<Space> at,
             StepSize size) override {
    auto const items = detector_.contacts();
    auto const offsets = detector_.offsets();
    each(space, detector_.count(), Place{items, offsets, 0, at, body_, row_, rows, Cone::coulomb});
    each(space, detector_.count(),
         contact_kernels::Load<Space>{items, row_, block_, pose_, memory_, remembered_, rows, at,
                                      offsets, law_, size});
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
         contact_kernels::Value<Space>{detector_.contacts(), row_, at, rows, law_});
  }
  /// Overlap is measured by detection.
  void violation(Space const&, Span<Space, Pose<>*>, Rows<Space> const&,
                 Span<Space, Real*>) const override {}

 private:
  int worlds_;
  Array<Space, Body*> body_;
  Detector<Space> detector_;
  ContactLaw law_;
  Span<Space, Pose<>*> pose_;  // of the step's start
  Array<Space, int*> row_, block_;
  Array<Space, contact_kernels::Memory*> memory_;
  Array<Space, int*> remembered_;
  std::vector<std::unique_ptr<ConstraintBlock<Space>>> companions_;  // until they are asked for
};

}  // namespace orthant
