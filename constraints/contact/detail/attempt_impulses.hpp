// The impulses of an attempt at a step, with which the next attempt starts.
#pragma once
#include "orthant/constraints/contact/detail/contact_kernels.hpp"
#include "orthant/core/execution/array.hpp"

namespace orthant {

namespace contact_kernels {

/// The number of contacts of each world: of the attempt where it was in fault, and else as before.
template <class Space>
struct CountImpulses {
  static constexpr char const* label = "orthant::contact::count_impulses";
  Span<Space, int*> fault;  // (worlds)
  Impulses<Space> attempt, before;
  Span<Space, int*> out;  // (worlds + 1)
  KOKKOS_FUNCTION void operator()(int w) const {
    auto const& from = fault(w) != 0 ? attempt : before;
    out(w) = fault(w) != 0 || before.holds(w) ? from.offset(w + 1) - from.offset(w) : 0;
  }
};

template <class Space>
struct CopyImpulses {
  static constexpr char const* label = "orthant::contact::copy_impulses";
  Span<Space, int*> fault;
  Impulses<Space> attempt, before, out;
  KOKKOS_FUNCTION void operator()(int w) const {
    auto const& from = fault(w) != 0 ? attempt : before;
    int const first = out.offset(w);
    for (int k = first; k < out.offset(w + 1); ++k)
      out.memory(k) = from.memory(from.offset(w) + k - first);
    if (fault(w) != 0) out.held(w) = 1;
  }
};

}  // namespace contact_kernels

/// A world that was in fault starts the next attempt with the impulses of this one. Another world
/// of a batch makes the same attempt again, and starts as it did.
template <class Space>
class AttemptImpulses {
 public:
  AttemptImpulses(int worlds, int room)
      : held_("orthant::contact::attempt_held", worlds),
        now_(worlds, room),
        before_(worlds, room) {}

  /// `fault`: (worlds) not 0 where the attempt was. `memory` and `offset` are of this attempt.
  void take(Space const& space, Span<Space, int*> fault,
            Span<Space, contact_kernels::Memory*> memory, Span<Space, int*> offset) {
    int const worlds = held_.extent_int(0);
    if (!any_) fill(space, worlds, held_, 0);
    std::swap(now_, before_);
    contact_kernels::Impulses<Space> const attempt{memory, offset, {}};
    contact_kernels::Impulses<Space> const before{before_.memory, before_.offset, held_};
    each(space, worlds, contact_kernels::CountImpulses<Space>{fault, attempt, before, now_.offset});
    prefix_sum<Space>(space, now_.offset, worlds + 1);
    any_ = true;
    each(space, worlds, contact_kernels::CopyImpulses<Space>{fault, attempt, before, last()});
  }
  void forget() { any_ = false; }

  contact_kernels::Impulses<Space> last() const {
    return {now_.memory, now_.offset, any_ ? Span<Space, int*>(held_) : Span<Space, int*>()};
  }

 private:
  struct Known {
    Known(int worlds, int room)
        : memory(make_room<Space, contact_kernels::Memory*>("orthant::contact::attempt", room)),
          offset("orthant::contact::attempt_offset", worlds + 1) {}
    Array<Space, contact_kernels::Memory*> memory;
    Array<Space, int*> offset;
  };

  Array<Space, int*> held_;  // (worlds)
  Known now_, before_;
  bool any_ = false;
};

}  // namespace orthant
