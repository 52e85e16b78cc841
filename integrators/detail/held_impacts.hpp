// The velocities before impacts, as joints allow them.
#pragma once
#include "orthant/core/step/detail/contact_search.hpp"
#include "orthant/integrators/detail/held_twist.hpp"

namespace orthant {

namespace impact_kernels {

/// The worlds in which something strikes a body that has a joint.
template <class Space>
struct Struck {
  static constexpr char const* label = "orthant::impact::struck";
  ContactList<Space> list;
  Rows<Space> rows;
  Span<Space, int*> out;  // (worlds)
  KOKKOS_FUNCTION void operator()(int w) const {
    out(w) = 0;
    for (int k = list.offset(w); k < list.offset(w + 1); ++k)
      if (auto const& c = list.contact(k); c.marks.strikes && (jointed(c.a) || jointed(c.b)))
        out(w) = 1;
  }

 private:
  KOKKOS_FUNCTION bool jointed(int b) const {
    for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t)
      if (rows.law(rows.incidence(t) / 2) == Law::free) return true;
    return false;
  }
};

/// Writes what rows have beside J u: value - J u.
template <class Space>
struct Rest {
  static constexpr char const* label = "orthant::impact::rest";
  Rows<Space> rows;
  Span<Space, Twist*> u;
  Span<Space, Real*> out;
  KOKKOS_FUNCTION void operator()(int block) const {
    for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row)
      out(row) = rows.value(row) - rows.apply(block, row, u);
  }
};

}  // namespace impact_kernels

/// Marks the worlds in which something strikes a body that has a joint.
template <class Space>
void mark_struck(Space const& space, System<Space> const& system, Rows<Space> const& rows,
                 Span<Space, int*> out) {
  if (rows.contacts == 0 || rows.contacts == rows.blocks)
    fill(space, rows.worlds, out, 0);
  else
    each(space, rows.worlds,
         impact_kernels::Struck<Space>{system.constraints.contacts(), rows, out});
}

/// Newton's law of impact, J u+ = -e J u-, loses (1 - e^2)/2 of what it stops if the rows of joints
/// hold for both velocities: with J_j u+ = J_j u- = 0 the change of the kinetic energy is the work
///   (u+ + u-)/2 . J^T lambda = (1 - e)/2 lambda J u- <= 0.
/// If J is at q-, the velocity of the step before had its joints elsewhere, J_j u- = O(h |w|) |u-|,
/// and the impact throws back what the joints stop. So in the law stands for u- what its joints
/// leave of it, u- + M^-1 J_j^T mu with J_j u = 0: no more energy than it had.
template <class Space>
class HeldImpacts {
 public:
  explicit HeldImpacts(Sizes const& n) : n_(n), struck_("orthant::impact::struck", n.worlds) {}

  /// (worlds) Where something strikes a body that has a joint. Returns whether there is such a one.
  bool find(Space const& space, System<Space> const& system, Rows<Space> const& rows) {
    before_ = {};
    if (rows.contacts == 0 || rows.contacts == rows.blocks) return false;
    mark_struck(space, system, rows, Span<Space, int*>(struck_));
    return count_.get(space, struck_, rows.worlds) > 0;
  }
  Span<Space, int*> struck() const { return struck_; }

  /// The problem whose solution from `before`, the velocity u-, is that of the law. The rows have
  /// the values of u-.
  StepProblem<Space>& begin(Space const& space, Rows<Space> const& rows,
                            Span<Space, InverseMass*> inverse_mass, Span<Space, Twist*> u) {
    if (!held_) {
      held_ = std::make_unique<HeldTwist<Space>>(n_, "before impacts");
      kept_ = Array<Space, Twist*>("orthant::impact::before", n_.bodies);
      rest_ = make_room<Space, Real*>("orthant::impact::rest", n_.rows);
    }
    int const bodies = rows.worlds * rows.bodies;
    copy(space, bodies, u, held_->given());
    copy(space, bodies, u, kept_);
    each(space, rows.blocks, impact_kernels::Rest<Space>{rows, u, rest_});
    held_->begin(space, rows, inverse_mass, false, rest_);
    before_ = kept_;
    return *held_;
  }
  /// (worlds x bodies) The velocity of the law of impact; empty: u-.
  Span<Space, Twist*> before() const { return before_; }

 private:
  Sizes n_;
  SumOf<Space> count_;
  Array<Space, int*> struck_;
  std::unique_ptr<HeldTwist<Space>> held_;  // made when it is needed
  Array<Space, Twist*> kept_;
  Array<Space, Real*> rest_;
  Span<Space, Twist*> before_;
};

}  // namespace orthant
