// The constraints and the given forces of a scene, and the calls of all of them.
#pragma once
#include <algorithm>
#include <stdexcept>

#include "orthant/core/step/constraint_block.hpp"

namespace orthant {

/// One object of each kind, in all worlds of the batch. One kind may find contacts.
template <class Space>
class ConstraintSet {
 public:
  using Block = std::unique_ptr<ConstraintBlock<Space>>;
  using Poses = Span<Space, Pose<>*>;
  using Worlds = Span<Space, int*>;  // (worlds) 1 where to compute

  /// A kind whose items refer to those of another comes after it.
  void add(Block made) {
    if (auto* const found = made->search()) {
      if (search_) throw std::logic_error("two kinds that find contacts");
      search_ = found;
    }
    blocks_.push_back(std::move(made));
  }
  void add(std::unique_ptr<GivenForces<Space>> made) { forces_.push_back(std::move(made)); }

  /// The kinds with rows.
  auto begin() const { return blocks_.begin(); }
  auto end() const { return blocks_.end(); }
  int size() const { return static_cast<int>(blocks_.size()); }
  ConstraintBlock<Space>& operator[](int k) const { return *blocks_[nth(k)]; }
  auto const& forces() const { return forces_; }

  /// What finds contacts; null: nothing.
  ContactSearch<Space>* search() const { return search_; }
  ContactList<Space> contacts() const {
    return search_ ? search_->contacts() : ContactList<Space>{};
  }

  /// Whether a kind that is always there, as joints are, has items.
  bool any_lasting() const {
    return std::ranges::any_of(
        blocks_, [](auto const& each) { return each->items() > 0 && !each->comes_and_goes(); });
  }

  /// Finds the items of a step. Returns the number of items without room.
  int refresh(Space const& space, StepStart<Space> const& start) const {
    int missing = 0;
    for (auto const& each : blocks_) missing += each->refresh(space, start);
    return missing;
  }
  void jacobian(Space const& space, Poses const& pose, Rows<Space> const& rows,
                Worlds const& active) const {
    for (auto const& each : blocks_) each->jacobian(space, pose, rows, active);
  }
  void store_warm_start(Space const& space, Rows<Space> const& rows) const {
    for (auto const& each : blocks_) each->store_warm_start(space, rows);
    for (auto const& each : forces_) each->keep(space);
  }
  void take_back() const {
    for (auto const& each : blocks_) each->take_back();
  }
  void carry(Carried& c) const {
    for (auto const& each : blocks_) {
      c.part(each->name());
      each->carry(c);
    }
    for (auto const& each : forces_) {
      c.part(each->name());
      each->carry(c);
    }
  }

 private:
  std::vector<Block> blocks_;
  std::vector<std::unique_ptr<GivenForces<Space>>> forces_;
  ContactSearch<Space>* search_ = nullptr;
};

}  // namespace orthant
