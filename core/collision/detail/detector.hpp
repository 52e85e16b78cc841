// Finds all contact points of a step: broad phase, narrow phase, and one list ordered by world and
// shape.
#pragma once
#include <utility>

#include "orthant/core/collision/detail/detector_kernels.hpp"
#include "orthant/core/collision/detail/missed_contacts.hpp"

namespace orthant {

/// The end of an attempt in the worlds in which it missed contacts.
template <class Space>
struct TakeMade {
  static constexpr char const* label = "orthant::collision::take_made";
  Span<Space, int*> missed;
  Span<Space, Pose<>*> to, made;
  Span<Space, int*> again;
  int bodies;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!(missed(b / bodies) & (has_missed | has_other_end))) return;
    made(b) = to(b);
    if (b % bodies == 0) again(b / bodies) = 1;
  }
};

template <class Space>
class Detector {
 public:
  /// Without speculative contacts only closed contacts are kept, else all within the margin. Forces
  /// across gaps act `lag` [s] before bodies meet.
  Detector(Model<Space> const& model, ContactSettings const& settings, SurfaceRules const& rules,
           std::vector<std::pair<int, int>> const& excluded, int capacity, Real lag = 0)
      : finder_(model, excluded),
        shapes_(finder_.any() ? model.shapes : 0),
        worlds_(model.worlds),
        ahead_(settings.looks_ahead()),
        at_end_(settings.holds_rigid_positions()),
        judge_{.sinks = settings.least_norm > 0,
               .margin = settings.search_distance(),
               .touching = settings.touching},
        lag_(lag),
        rules_(rules),
        contact_(make_room<Space, Contact*>("orthant::collision::contact", capacity)),
        before_(make_room<Space, Contact*>("orthant::collision::contact", capacity)),
        pair_offset_(room_to_keep(model.shapes + 1)),
        kept_(room_to_keep(capacity)),
        offset_("orthant::collision::contact_offset", model.worlds + 1),
        point_(make_room<Space, ContactPoint*>("orthant::collision::point", capacity)),
        E_first_(make_room<Space, Mat3*>("orthant::collision::E_first", capacity)),
        points_("orthant::collision::points", 1),
        fastest_("orthant::collision::fastest", model.all_bodies()),
        motion_(
            make_room<Space, StraightMotion*>("orthant::collision::motion", model.all_bodies())),
        arm_(make_room<Space, Real*>("orthant::collision::arm", model.worlds * model.shapes)),
        missed_(model, settings.least_norm > 0),
        made_("orthant::collision::made", model.all_bodies()),
        again_("orthant::collision::again", model.worlds),
        total_("orthant::collision::contacts") {}

  /// Finds the contacts at `state`, within the margin and the displacement of `twist` in h + lag.
  /// Returns their number; if it exceeds the capacity, none are kept. The result of the call before
  /// stays available.
  ///
  /// `still`: (bodies) 1 where the state, the twist and h are those of the call before. Pairs of
  /// such bodies keep the contacts of that call, if both searched along free motions alone.
  int detect(Space const& space, State<Space> const& state, Span<Space, Twist*> twist, Real h,
             Span<Space, int*> still = {}) {
    std::swap(contact_, before_);
    if (keeps()) std::swap(first_, first_before_);
    count_ = 0;
    free_ = {};
    bool const plain = !looks_again_ && !linear_ && still.extent(0) > 0;
    bool const known = std::exchange(plain_, false) && plain;
    if (shapes_ == 0) return 0;
    StepMotions<Space> motions{state.pose, twist, h, made_, missed(), {}};
    if (looks_again_) {
      int const bodies = fastest_.extent_int(0);
      each(space, bodies, FastestMotion<Space>{motions, fastest_, bodies / worlds_});
      twist = fastest_;
    }
    if (!known) still = {};
    int const pairs = finder_.find(space, state.pose, twist, h + lag_, judge_.margin,
                                   {still, pair_, pair_offset_});
    reserve(pairs);
    auto const& search = finder_.search();
    KeptContacts<Space> const kept{.still = still,
                                   .pair = pair_,
                                   .offset = pair_offset_,
                                   .first = first_before_,
                                   .contact = before_,
                                   .kept = kept_};
    if (pairs > 0) {
      each(space, motion_.extent_int(0), FreeMotions<Space>{motions, motion_, still});
      motions.free = free_ = motion_;
    }
    each(space, pairs > 0 ? arm_.extent_int(0) : 0, FindArms<Space>{search, motions, arm_});
    fill(space, 1, points_, 0);
    CandidatePairs<Space> const candidates{.s = search,
                                           .pair = finder_.pairs(),
                                           .motions = motions,
                                           .manifolds = manifolds(),
                                           .verdicts = verdicts(),
                                           .first = first_};
    each(space, pairs,
         NarrowPhase<Space>{.pairs = candidates,
                            .arm = arm_,
                            .margin = judge_.margin,
                            .ahead = ahead_,
                            .at_end = at_end_,
                            .linear = linear_,
                            .normal = normal_,
                            .last_search = kept});
    prefix_sum<Space>(space, first_, pairs + 1);
    int const found = total_.get(space, first_, pairs);
    if (found > contact_.extent_int(0)) return found;
    each(space, pairs, WriteContacts<Space>{candidates, contact_, rules_, kept});
    if (plain) keep_pairs(space, pairs);
    plain_ = plain && pairs > 0;
    each(space, worlds_ + 1, WorldOffsets<Space>{finder_.offsets(), first_, offset_, shapes_});
    return count_ = found;
  }

  /// For a planar scene: all shapes reach through the plane across this world axis, and bodies stay
  /// in the plane.
  void see_in_plane(int normal) { normal_ = normal; }

  /// Also finds contacts along the motions of the attempt that was last looked at, in the worlds in
  /// which it missed some.
  void look_again(Space const& space) {
    if (!looks_again_) fill(space, worlds_, again_, 0);
    looks_again_ = true;
    each(space, made_.extent_int(0),
         TakeMade<Space>{missed_.worlds(), to_, made_, again_, made_.extent_int(0) / worlds_});
  }
  /// Before another step: contacts are those of free motions.
  void forget_attempts() {
    looks_again_ = false;
    verdicts_.forget();
  }
  /// (worlds) 1 where contacts of attempts are searched; empty: nowhere.
  Span<Space, int*> missed() const {
    return looks_again_ ? Span<Space, int*>(again_) : Span<Space, int*>();
  }
  Span<Space, Pose<>*> made() const { return made_; }
  /// (worlds) see Shown. Where it is not 0, the next look_again takes the end of the last attempt.
  Span<Space, int*> shown() const { return missed_.worlds(); }

  /// Whether every contact is a tangent plane, at the start or where the shapes meet.
  void take_linear_gaps(bool linear) { linear_ = linear; }

  /// Counts the contacts that were missed between two poses. The result of detect stays. For
  /// `exact` and `left` see ContactSearch.
  MissedContacts missed(Space const& space, Span<Space, Pose<>*> from, Span<Space, Pose<>*> to,
                        bool exact, Span<Space, Real*> left) {
    to_ = to;
    if (shapes_ == 0) return {};
    judge_.exact = exact && !judge_.sinks;
    Span<Space, Pose<>*> const made = looks_again_ ? made_ : Array<Space, Pose<>*>();
    return missed_.count(space, finder_, motions(from, to), {contact_, offset_}, judge_, left,
                         at_end_, made, again_, verdicts());
  }
  /// See ContactSearch.
  Span<Space, Real*> least_overlap() const { return missed_.least_overlap(); }
  missed_kernels::Motions<Space> motions(Span<Space, Pose<>*> from, Span<Space, Pose<>*> to) const {
    return {from, to, free_};
  }

  /// The verdicts on pairs in the attempts at this step.
  VerdictList<Space> verdicts() const { return verdicts_.list(missed_.worlds(), judge_.exact); }
  auto update_verdicts(Space const& space) { return verdicts_.update(space); }
  PairSearch<Space> const& search() const { return finder_.search(); }

  int count() const { return count_; }
  int capacity() const { return contact_.extent_int(0); }
  Span<Space, Contact*> contacts() const { return contact_; }
  Span<Space, int*> offsets() const { return offset_; }  // (worlds + 1)
  /// (contacts) not 0: one of the call before, with the same index; empty: none.
  Span<Space, int*> kept() const { return kept_; }

 private:
  /// Whether pairs and contacts of the call before are known.
  bool keeps() const { return one_thread<Space> && worlds_ == 1; }
  Array<Space, int*> room_to_keep(int n) const {
    return make_room<Space, int*>("orthant::collision::kept", keeps() ? n : 0);
  }
  Manifolds<Space> manifolds() const { return {head_, point_, E_first_, points_}; }

  /// Scratch arrays grow with the largest step and never shrink.
  void reserve(int pairs) {
    int const room = 2 * pairs + 16;
    if (head_.extent_int(0) < pairs)
      head_ =
          make_room<Space, typename Manifolds<Space>::Head*>("orthant::collision::manifold", room);
    if (first_.extent_int(0) <= pairs)
      first_ = make_room<Space, int*>("orthant::collision::first", room + 1);
  }
  /// The finder is asked for other pairs before the next call.
  void keep_pairs(Space const& space, int pairs) {
    if (!keeps()) return;
    if (pair_.extent_int(0) < pairs)
      pair_ = make_room<Space, ShapePair*>("orthant::collision::kept_pair", 2 * pairs + 16);
    copy(space, pairs, finder_.pairs(), pair_);
    copy(space, pair_offset_.extent_int(0), finder_.offsets(), pair_offset_);
  }

  PairFinder<Space> finder_;
  int shapes_;  // of a world; 0: none may ever touch another
  int worlds_, count_ = 0;
  bool ahead_, at_end_, linear_ = false;
  int normal_ = -1;
  missed_kernels::Judge judge_;
  Real lag_;
  SurfaceRules rules_;
  Array<Space, typename Manifolds<Space>::Head*> head_;
  Array<Space, int*> first_, first_before_;
  Array<Space, Contact*> contact_, before_;
  Array<Space, ShapePair*> pair_;   // of the last call that is kept,
  Array<Space, int*> pair_offset_;  // (worlds x shapes + 1) likewise
  Array<Space, int*> kept_;
  bool plain_ = false;  // whether the last call searched along free motions alone, and is kept
  Array<Space, int*> offset_;
  Array<Space, ContactPoint*> point_;
  Array<Space, Mat3*> E_first_;
  Array<Space, int*> points_;
  Array<Space, Twist*> fastest_;
  Array<Space, StraightMotion*> motion_;
  Span<Space, StraightMotion*> free_;  // of the step, if any pair was found
  Array<Space, Real*> arm_;
  MissedCounter<Space> missed_;
  bool looks_again_ = false;
  Span<Space, Pose<>*> to_;     // end of the last attempt
  Array<Space, Pose<>*> made_;  // end of the last attempt that missed contacts of the world
  Array<Space, int*> again_;    // (worlds) whether there was one in this step
  PairVerdicts<Space> verdicts_;
  OneOf<Space, int> total_;
};

}  // namespace orthant
