// Pairs of shapes whose contacts were wrong in an attempt at a step, until the step is made.
#pragma once
#include <algorithm>
#include <tuple>
#include <vector>

#include "orthant/core/execution/array.hpp"
#include "orthant/core/math/detail/straight_motion.hpp"

namespace orthant {

/// What the attempts at a step have shown of a pair of shapes.
struct PairVerdict {
  int world = 0;
  std::uint64_t pair = 0;  // see contact_key
  bool meets = false;      // false: it has no contact. true: it has those at s of the motions
  bool at_end = true;      // ... and those at the end of the attempt that missed contacts last
  int meetings = 0;        // how often it was found to meet
  Real s = 0;              // the part of the step at which the shapes meet
  StraightMotion owner, partner;  // of the attempt in which they met

  /// Whether it may have contacts at the end of an attempt.
  KOKKOS_FUNCTION bool has_end() const { return meets && at_end; }

  friend KOKKOS_INLINE_FUNCTION bool operator<(PairVerdict const& x, PairVerdict const& y) {
    return x.world != y.world ? x.world < y.world : x.pair < y.pair;
  }
};

/// The verdicts as kernels see them.
template <class Space>
struct VerdictList {
  enum Count : int { found, changed, counts };
  Span<Space, PairVerdict*> verdict;  // the first `known` ascend
  Span<Space, int*> count;            // number of new ones, stored or not, and of all changes
  int known = 0;

  /// The verdict of a pair; -1: none.
  KOKKOS_FUNCTION int find(int world, std::uint64_t pair) const {
    if (known == 0) return -1;
    PairVerdict sought;
    sought.world = world;
    sought.pair = pair;
    int low = 0, high = known;
    while (low < high) {
      int const middle = (low + high) / 2;
      if (verdict(middle) < sought)
        low = middle + 1;
      else
        high = middle;
    }
    return low < known && !(sought < verdict(low)) ? low : -1;
  }
  /// A verdict without room is found again in the next attempt.
  KOKKOS_FUNCTION void add(PairVerdict const& of) const {
    int const k = known + Kokkos::atomic_fetch_add(&count(found), 1);
    if (k < verdict.extent_int(0)) verdict(k) = of;
  }
  KOKKOS_FUNCTION void note_change() const { Kokkos::atomic_add(&count(changed), 1); }
};

template <class Space>
class PairVerdicts {
 public:
  PairVerdicts() : count_("orthant::collision::verdict_counts", VerdictList<Space>::counts) {
    reserve({}, 16);
  }

  VerdictList<Space> list() const { return {verdict_, count_, known_}; }
  void forget() { known_ = 0; }

  /// Takes over what kernels have added. Returns the number of changes.
  int update(Space const& space) {
    using List = VerdictList<Space>;
    int const changed = one_.get(space, count_, List::changed);
    if (changed == 0) return 0;
    int const found = known_ + one_.get(space, count_, List::found);
    int const stored = std::min(found, verdict_.extent_int(0));
    auto const all = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), verdict_);
    auto const end = all.data() + stored;
    // Two kernels may each add a verdict on one pair: that with the later contacts counts.
    std::sort(all.data(), end, [](PairVerdict const& x, PairVerdict const& y) {
      return x < y || (!(y < x) && x.s > y.s);
    });
    auto const same = [](PairVerdict const& x, PairVerdict const& y) { return !(x < y); };
    known_ = static_cast<int>(std::unique(all.data(), end, same) - all.data());
    Kokkos::deep_copy(verdict_, all);
    if (found > verdict_.extent_int(0)) reserve(space, 2 * found);
    fill_all(space, count_, 0);
    return changed;
  }

 private:
  void reserve(Space const& space, int room) {
    Array<Space, PairVerdict*> larger("orthant::collision::verdict", room);
    copy(space, known_, verdict_, larger);
    verdict_ = larger;
  }

  Array<Space, PairVerdict*> verdict_;
  Array<Space, int*> count_;
  int known_ = 0;
  OneOf<Space, int> one_{"orthant::collision::verdicts"};
};

}  // namespace orthant
