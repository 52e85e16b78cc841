// The contacts whose rows a step need not write, as they are those of the last step. On one thread.
#pragma once
#include "orthant/constraints/contact/detail/kept_impulses.hpp"
#include "orthant/core/execution/same_bits.hpp"

namespace orthant::contact_kernels {

/// Whether the impulses of contact k are those with which its step began.
template <class Space>
bool as_begun(KeptRows<Space> const& keeps, Rows<Space> const& rows, int row, int k) {
  Vec3 const now{{rows.impulse(row), rows.impulse(row + 1), rows.impulse(row + 2)}};
  return same_bits(now, keeps.impulse(k));
}

/// Which contacts of those that take part are, with the same index, those of the last step.
template <class Space>
struct FindSame {
  static constexpr char const* label = "orthant::contact::find_same";
  Span<Space, Contact*> from;  // those that were found ...
  Span<Space, int*> kept;      // (found) not 0: as in the last search
  Span<Space, int*> first;     // ... (found + 1), and their indices among those that take part
  Span<Space, Contact*> last;  // those of the last step ...
  int last_count;              // ... and their number
  Span<Space, int*> same;      // (taking part), out
  void operator()(int k) const {
    int const j = first(k);
    if (first(k + 1) == j) return;
    auto const& c = from(k);
    same(j) = kept(k) && j < last_count && last(j).key == c.key &&
              last(j).marks.strikes == c.marks.strikes && last(j).marks.late == c.marks.late &&
              last(j).marks.stands == c.marks.stands;
  }
};

/// Rows are a function of the contact and of what is remembered of it: where both are those of the
/// last step, which has not changed its impulses, rows.J at q-, impulses and Sigma are its own too.
template <class Space>
struct FindKept {
  static constexpr char const* label = "orthant::contact::find_kept";
  View<Space> v;
  KeptRows<Space> keeps;
  Span<Space, int*> same;  // (contacts) not 0: the contact with this index in the last step
  Rows<Space> rows;
  void operator()(int k) const {
    auto const& c = v.item(k);
    keeps.kept(k) = 0;
    if (!same(k) || c.law.kinetic < 1) return;
    int const found = v.known(c, k);
    keeps.kept(k) = found >= 0 && same_bits(v.memory(found), keeps.memory(k)) &&
                    as_begun(keeps, rows, v.row(k), k);
  }
};

/// Runs a kernel for the contacts that are not kept.
template <class Space, class Kernel>
struct UnlessKept {
  static constexpr char const* label = Kernel::label;
  Kernel kernel;
  Span<Space, int*> kept;
  void operator()(int k) const {
    if (!kept(k)) kernel(k);
  }
};

}  // namespace orthant::contact_kernels
