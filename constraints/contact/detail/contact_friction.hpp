// Torsional or rolling friction of contacts: discs with a radius proportional to the normal impulse
// of the contact.
#pragma once
#include "orthant/constraints/contact/detail/contact_block.hpp"
#include "orthant/constraints/relations/contact_spin.hpp"

namespace orthant {

namespace contact_friction_kernels {

/// What is stored of a contact for the next step.
struct Memory {
  std::uint64_t key = 0;
  Vec3 moment;  // on the second body, world axes [N m s]
};

template <class Space, class Relation>
struct Count {
  static constexpr char const* label = "orthant::contact_friction::count";
  Span<Space, Contact*> contact;
  Span<Space, int*> count;  // (contacts + 1)
  KOKKOS_FUNCTION void operator()(int k) const { count(k) = Relation::coefficient(contact(k)) > 0; }
};

template <class Space, class Relation>
struct Pick {
  static constexpr char const* label = "orthant::contact_friction::pick";
  Span<Space, Contact*> contact;
  Span<Space, int*> first;  // (contacts + 1)
  Span<Space, Contact*> item;
  Span<Space, int*> from;
  KOKKOS_FUNCTION void operator()(int k) const {
    if (!(Relation::coefficient(contact(k)) > 0)) return;
    item(first(k)) = contact(k);
    from(first(k)) = k;
  }
};

/// Sets the radius, and the warm start from the contact with the same key.
template <class Space, class Relation>
struct Load {
  static constexpr char const* label = "orthant::contact_friction::load";
  Span<Space, Contact*> item;
  Span<Space, int*> row, from, offset, contact_block;
  Span<Space, Pose<>*> pose;
  Span<Space, Memory*> memory;
  Span<Space, int*> remembered;  // (worlds + 1) offsets into memory
  Rows<Space> rows;
  ItemOffsets<Space> at;

  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& c = item(k);
    int const block = at.block(c.world) + k - offset(c.world);
    rows.friction(block) = Relation::coefficient(c);
    rows.disc(block) = {0, contact_block(from(k))};
    int const found = remembered_contact(memory, remembered, c);
    Mat<Relation::rows, 6> J_A, J_B;
    Relation::jacobian(c, pose(c.a), pose(c.b), J_A, J_B);
    for (int r = 0; r < Relation::rows; ++r) {
      for (int i = 0; i < max_block_rows; ++i) rows.compliance(row(k) + r, i) = 0;
      Real moment = 0;
      for (int i = 0; found >= 0 && i < 3; ++i) moment += J_B[r][3 + i] * memory(found).moment[i];
      rows.impulse(row(k) + r) = moment;
    }
  }
};

template <class Space, class Relation>
struct Keep {
  static constexpr char const* label = "orthant::contact_friction::keep";
  Span<Space, Contact*> item;
  Span<Space, int*> row;
  Span<Space, Memory*> memory, before;
  Span<Space, int*> before_offset;  // (worlds + 1) offsets into `before`, of the last step
  Rows<Space> rows;
  KOKKOS_FUNCTION void operator()(int k) const {
    Memory m{item(k).key, {}};
    for (int r = 0; r < Relation::rows; ++r)
      for (int i = 0; i < 3; ++i)
        m.moment[i] += rows.impulse(row(k) + r) * rows.J(row(k) + r, 1, 3 + i);
    if (int const last = remembered_contact(before, before_offset, item(k)); last >= 0)
      m.moment = contact_kernels::stored(m.moment, before(last).moment);
    memory(k) = m;
  }
};

/// Leaves the names of contacts, by which others are found.
template <class Space>
struct Forget {
  static constexpr char const* label = "orthant::contact_friction::forget";
  Span<Space, int*> world;
  Span<Space, int*> remembered;  // (worlds + 1) offsets into memory
  Span<Space, Memory*> memory;
  KOKKOS_FUNCTION void operator()(int w) const {
    for (int k = remembered(w); world(w) && k < remembered(w + 1); ++k) memory(k).moment = {};
  }
};

/// rows.value <- J u
template <class Space, class Relation>
struct Value {
  static constexpr char const* label = "orthant::contact_friction::value";
  Span<Space, Contact*> item;
  Span<Space, int*> row;
  StepPoint<Space> at;
  Rows<Space> rows;
  KOKKOS_FUNCTION void operator()(int k) const {
    if (!at.runs(item(k).world, item(k).a, item(k).b)) return;
    for (int r = row(k); r < row(k) + Relation::rows; ++r)
      rows.value(r) = contact_kernels::rate<Space>(rows, item(k), r, at.twist);
  }
};

}  // namespace contact_friction_kernels

template <class Space, class Relation>
class ContactFriction final : public ConstraintBlock<Space> {
 public:
  using Place = PlaceItems<Space, Relation>;

  ContactFriction(Model<Space> const& model, ContactBlock<Space> const& contacts)
      : contacts_(contacts),
        worlds_(model.worlds),
        body_(model.body),
        item_(room<Contact*>("orthant::contact_friction::item")),
        from_(room<int*>("orthant::contact_friction::from")),
        first_(room<int*>("orthant::contact_friction::first")),
        row_(room<int*>("orthant::contact_friction::row")),
        offset_("orthant::contact_friction::offset", model.worlds + 1),
        remembered_("orthant::contact_friction::remembered", model.worlds + 1),
        remembered_before_("orthant::contact_friction::remembered", model.worlds + 1),
        memory_(room<contact_friction_kernels::Memory*>("orthant::contact_friction::memory")),
        memory_before_(
            room<contact_friction_kernels::Memory*>("orthant::contact_friction::memory")),
        total_("orthant::contact_friction::total") {}

  char const* name() const override { return Relation::name; }
  int rows_per_item() const override { return Relation::rows; }
  int blocks_per_item() const override { return Place::blocks; }
  int capacity() const override { return contacts_.capacity(); }

  bool complementary() const override { return true; }
  bool comes_and_goes() const override { return true; }
  int items() const override { return count_; }

  /// Called after the contacts have been found.
  int refresh(Space const& space, StepStart<Space> const&) override {
    using namespace contact_friction_kernels;
    auto const list = contacts_.contacts();
    each(space, list.count, Count<Space, Relation>{list.contact, first_});
    prefix_sum<Space>(space, first_, list.count + 1);
    count_ = list.count > 0 ? total_.get(space, first_, list.count) : 0;
    each(space, list.count, Pick<Space, Relation>{list.contact, first_, item_, from_});
    each(space, worlds_ + 1, contact_kernels::PickOffsets<Space>{list.offset, first_, offset_});
    return 0;
  }
  ItemCounts<Space> counts() const override { return {0, offset_}; }

  void write_structure(Space const& space, Rows<Space> const& rows, ItemOffsets<Space> at,
                       StepSize) override {
    at_ = at;
    each(space, count_,
         Place{.item = item_,
               .offsets = offset_,
               .uniform = 0,
               .at = at,
               .body = body_,
               .row = row_,
               .rows = rows,
               .law = Law::disc});
    each(space, count_,
         contact_friction_kernels::Load<Space, Relation>{.item = item_,
                                                         .row = row_,
                                                         .from = from_,
                                                         .offset = offset_,
                                                         .contact_block = contacts_.blocks(),
                                                         .pose = contacts_.start_pose(),
                                                         .memory = memory_,
                                                         .remembered = remembered_,
                                                         .rows = rows,
                                                         .at = at});
  }
  void store_warm_start(Space const& space, Rows<Space> const& rows) override {
    take_back();  // what is older is written over
    each(space, count_,
         contact_friction_kernels::Keep<Space, Relation>{item_, row_, memory_, memory_before_,
                                                         remembered_before_, rows});
    copy(space, worlds_ + 1, offset_, remembered_);
  }
  void take_back() override {
    std::swap(memory_, memory_before_);
    std::swap(remembered_, remembered_before_);
  }
  void carry(Carried& c) override {
    c.array(remembered_);
    c.first(memory_, total_.get(Space(), remembered_, worlds_));
  }
  void start_anew(Space const& space, NewStarts<Space> const& at) override {
    each(space, worlds_, contact_friction_kernels::Forget<Space>{at.world, remembered_, memory_});
  }
  void jacobian(Space const& space, Span<Space, Pose<>*> pose, Rows<Space> const& rows,
                Span<Space, int*> active) const override {
    each(space, count_,
         RelationJacobian<Space, Relation>{
             .item = item_, .row = row_, .pose = pose, .active = active, .rows = rows});
  }
  void stiffness(Space const& space, StepPoint<Space> const& at, Span<Space, Pose<>*> where,
                 Rows<Space> const& rows, Stiffness<Space> const& out) const override {
    using contact_kernels::RateShares;
    each(space, count_,
         contact_kernels::WriteStiffness<Space, Relation, RateShares>{.item = item_,
                                                                      .row = row_,
                                                                      .offsets = offset_,
                                                                      .place = at_,
                                                                      .at = at,
                                                                      .where = where,
                                                                      .rows = rows,
                                                                      .out = out,
                                                                      .shares = {}});
  }
  void value(Space const& space, StepPoint<Space> const& at,
             Rows<Space> const& rows) const override {
    each(space, count_, contact_friction_kernels::Value<Space, Relation>{item_, row_, at, rows});
  }
  /// Friction has no error of position.
  void violation(Space const&, Span<Space, Pose<>*>, Rows<Space> const&,
                 Span<Space, Real*>) const override {}

 private:
  /// An array for the largest number of items, plus one.
  template <class Data>
  Array<Space, Data> room(std::string const& label) const {
    return make_room<Space, Data>(label, contacts_.capacity() + 1);
  }

  ContactBlock<Space> const& contacts_;
  int worlds_, count_ = 0;
  ItemOffsets<Space> at_;
  Array<Space, Body*> body_;
  Array<Space, Contact*> item_;
  Array<Space, int*> from_;   // the contact of each item
  Array<Space, int*> first_;  // (contacts + 1) item of each contact, or of the next contact that
                              // has one
  Array<Space, int*> row_, offset_, remembered_, remembered_before_;
  Array<Space, contact_friction_kernels::Memory*> memory_, memory_before_;  // of the step before
  OneOf<Space, int> total_;
};

}  // namespace orthant
