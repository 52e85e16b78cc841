// Pairs of shapes whose contacts were wrong in an attempt at a step, until the step is made.
#pragma once
#include <algorithm>

#include "orthant/core/execution/array.hpp"
#include "orthant/core/math/detail/straight_motion.hpp"

namespace orthant {

/// What the attempts at a step have shown of a pair of shapes.
struct PairVerdict {
  static constexpr int most_meetings = 6;   // after these a pair keeps its contacts
  static constexpr int most_renewals = 24;  // likewise; each reduces an overlap about fourfold
  int world = 0;
  std::uint64_t pair = 0;  // see contact_key
  bool meets = false;      // false: it has no contact. true: it has those at s of the motions
  bool at_end = true;      // ... and those at the end of the attempt that missed contacts last
  int meetings = 0;        // how often it was found to meet
  Real s = 0;              // the part of the step at which the shapes meet
  Real lowered = 0;        // it keeps the contacts without a verdict, with gaps lowered by this [m]
  Real last_lowered = 0;   // the last part of it [m]
  bool turned = false;     // whether its gap turned: its contacts are tangent planes
  StraightMotion owner = {}, partner = {};  // of the attempt in which they met
  static constexpr int most_kept = 8;       // as many contacts as a pair may have
  /// Of the ends before that, the last one first.
  int kept = 0;
  StraightMotion owner_before[most_kept] = {}, partner_before[most_kept] = {};

  /// Whether it has the contacts at the end of an attempt.
  KOKKOS_FUNCTION bool renewed() const { return meets && s == 1; }
  /// Whether it may have contacts at the end of an attempt.
  KOKKOS_FUNCTION bool has_end() const { return meets && at_end; }

  /// The motions to the last end, or to one of those before it.
  KOKKOS_FUNCTION StraightMotion const& owner_to(int end) const {
    return end == 0 ? owner : owner_before[end - 1];
  }
  KOKKOS_FUNCTION StraightMotion const& partner_to(int end) const {
    return end == 0 ? partner : partner_before[end - 1];
  }

  friend KOKKOS_INLINE_FUNCTION bool operator<(PairVerdict const& x, PairVerdict const& y) {
    return x.world != y.world ? x.world < y.world : x.pair < y.pair;
  }
};

/// What an attempt at the step of a world shows, as bits: it missed contacts; its end has others;
/// some pairs have others in the next attempt.
enum Shown : int { has_missed = 1, has_other_end = 2, has_other_contacts = 4 };

/// The verdicts as kernels see them.
template <class Space>
struct VerdictList {
  enum Count : int { found, changed, left, counts };
  Span<Space, PairVerdict*> verdict;  // the first `known` ascend
  Span<Space, int*> count;            // number of new ones, stored or not, of all
                                      // changes, and of pairs in fault that keep their contacts
  Span<Space, int*> shown;            // (worlds) see Shown
  bool exact = false;                 // contacts obey c(q+) >= 0
  int known = 0;

  /// The verdict of a pair; -1: none.
  KOKKOS_FUNCTION int find(int world, std::uint64_t pair) const {
    int low = 0, high = known;
    while (low < high) {
      int const middle = (low + high) / 2;
      PairVerdict const& at = verdict(middle);
      if (at.world < world || (at.world == world && at.pair < pair))
        low = middle + 1;
      else
        high = middle;
    }
    return low < known && verdict(low).world == world && verdict(low).pair == pair ? low : -1;
  }
  /// A verdict without room is found again in the next attempt.
  KOKKOS_FUNCTION void add(PairVerdict const& of) const {
    int const k = known + Kokkos::atomic_fetch_add(&count(found), 1);
    if (k < verdict.extent_int(0)) verdict(k) = of;
  }
  /// What is known of a pair from the attempts before.
  static KOKKOS_FUNCTION void follow(PairVerdict const& last, PairVerdict& next) {
    next.meetings += last.meetings;
    next.turned = last.turned;
    if (next.meetings <= 2 || !last.renewed()) return;
    constexpr int most = PairVerdict::most_kept;
    next.kept = last.kept < most ? last.kept + 1 : most;
    next.owner_before[0] = last.owner;
    next.partner_before[0] = last.partner;
    for (int i = 1; i < next.kept; ++i) {
      next.owner_before[i] = last.owner_before[i - 1];
      next.partner_before[i] = last.partner_before[i - 1];
    }
  }
  /// The next attempt has the tangent planes at the end of this one, in place of the contacts that
  /// the pair had: shapes are apart if one plane divides them, and two at once forbid more. From
  /// the third time on it keeps those of the ends before, because two ends may lead to each other;
  /// one that `pushed` where the shapes do not touch forbids too much. Returns false if the pair
  /// was renewed too often.
  KOKKOS_FUNCTION bool renew(int world, std::uint64_t pair, StraightMotion const& owner,
                             StraightMotion const& partner, bool pushed = false) const {
    PairVerdict next{.world = world,
                     .pair = pair,
                     .meets = true,
                     .at_end = false,
                     .meetings = 1,
                     .s = 1,
                     .owner = owner,
                     .partner = partner};
    int const k = find(world, pair);
    if (k < 0) {
      add(next);
    } else {
      if (verdict(k).meetings >= PairVerdict::most_renewals) return false;
      follow(verdict(k), next);
      if (pushed) next.kept = 0;
      verdict(k) = next;
    }
    note_change(world);
    return true;
  }
  /// The gaps of the next attempt are lowered by what those of this one left. Returns false if this
  /// does not lead to a quarter of it each time, as renewed planes do.
  KOKKOS_FUNCTION bool lower(int world, std::uint64_t pair, Real by) const {
    int const k = find(world, pair);
    if (k >= 0 && by > 0.25 * verdict(k).last_lowered) return false;
    if (k < 0) {
      add(PairVerdict{.world = world,
                      .pair = pair,
                      .meets = true,
                      .at_end = false,
                      .meetings = 1,
                      .lowered = by,
                      .last_lowered = by});
    } else {
      verdict(k).lowered += by;
      verdict(k).last_lowered = by;
      ++verdict(k).meetings;
    }
    note_change(world);
    return true;
  }
  /// The next attempt has the contacts of the pair at the part t of these motions, as tangent
  /// planes. `at_end`: beside those of its own end.
  KOKKOS_FUNCTION void meet(int world, std::uint64_t pair, Real t, StraightMotion const& owner,
                            StraightMotion const& partner, bool at_end = false) const {
    PairVerdict next{.world = world,
                     .pair = pair,
                     .meets = true,
                     .at_end = at_end,
                     .meetings = 1,
                     .s = t,
                     .owner = owner,
                     .partner = partner};
    int const k = find(world, pair);
    if (k < 0) {
      add(next);
    } else {
      if (!at_end) next.meetings += verdict(k).meetings;
      if (next.meetings > PairVerdict::most_meetings) return;
      verdict(k) = next;
    }
    note_change(world);
  }
  KOKKOS_FUNCTION void note_change(int world) const {
    Kokkos::atomic_add(&count(changed), 1);
    Kokkos::atomic_or(&shown(world), int{has_other_contacts});
  }
  KOKKOS_FUNCTION void note_left() const { Kokkos::atomic_add(&count(left), 1); }
};

template <class Space>
class PairVerdicts {
 public:
  PairVerdicts() : count_("orthant::collision::verdict_counts", VerdictList<Space>::counts) {
    reserve({}, 16);
  }

  VerdictList<Space> list(Span<Space, int*> shown, bool exact) const {
    return {verdict_, count_, shown, exact, known_};
  }
  void forget() { known_ = 0; }

  /// Takes over what kernels have added.
  struct Update {
    int changed = 0, left = 0;  // pairs with other contacts; pairs in fault that keep theirs
  };
  Update update(Space const& space) {
    using List = VerdictList<Space>;
    Update const out{one_.get(space, count_, List::changed), one_.get(space, count_, List::left)};
    if (out.left > 0 && out.changed == 0) fill_all(space, count_, 0);
    if (out.changed == 0) return out;
    int const found = known_ + one_.get(space, count_, List::found);
    int const stored = std::min(found, verdict_.extent_int(0));
    auto const all = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), verdict_);
    auto const end = all.data() + stored;
    // Two kernels may each add a verdict on one pair: that of a gap that turned counts, or else
    // that with the later contacts.
    std::sort(all.data(), end, [](PairVerdict const& x, PairVerdict const& y) {
      if (x < y || y < x) return x < y;
      return x.turned != y.turned ? x.turned : x.s > y.s;
    });
    auto const same = [](PairVerdict const& x, PairVerdict const& y) { return !(x < y); };
    known_ = static_cast<int>(std::unique(all.data(), end, same) - all.data());
    Kokkos::deep_copy(verdict_, all);
    if (found > verdict_.extent_int(0)) reserve(space, 2 * found);
    fill_all(space, count_, 0);
    return out;
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
