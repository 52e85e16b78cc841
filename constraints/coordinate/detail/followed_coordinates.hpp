// The items along coordinates of a scene, with what they share and the turns that they count.
#pragma once
#include "orthant/constraints/coordinate/detail/coordinate_kernels.hpp"
#include "orthant/constraints/coordinate/detail/turned_starts.hpp"
#include "orthant/constraints/coordinate/motors.hpp"

namespace orthant {

/// Collects items on the host.
class CollectedCoordinates {
 public:
  /// `bodies`: of each world.
  CollectedCoordinates(Scene const& scene, int bodies)
      : scene_(scene), bodies_(bodies), numbers_(scene) {}

  /// An item for the law of a joint in a world; with `rows` one for each of its tied rows.
  void add(int world, std::size_t joint, LawAlong const& of, bool rows = false) {
    int const first = world * bodies_;
    CoordinateItem item{placed_item(scene_.of(world).joints[joint], world, first), of.coordinate,
                        of.law};
    item.joint = static_cast<int>(joint);
    if (of.law.motor) item.motor = numbers_.of(world, joint, of.coordinate);
    item.coupled = terms_.add(scene_, world, joint, first, curves);
    item.coupled.part = parts_;
    parts_ += item.coupled.count;
    int const count = rows && item.coupled.tied ? item.coupled.count : 1;
    for (int k = 0; k < count; ++k) {
      item.tied = {k, count};
      if (count > 1) take_bodies(terms_.terms()[nth(item.coupled.first + k)], item);
      items_.push_back(item);
    }
  }
  std::vector<CoordinateItem> const& items() const { return items_; }
  std::vector<CoupledCoordinate> const& terms() const { return terms_.terms(); }
  /// The number of joints on which the forces of all couplings act.
  int parts() const { return parts_; }

  CurveStore curves;

 private:
  static void take_bodies(JointItem const& from, JointItem& to) {
    to.a = from.a;
    to.b = from.b;
  }

  Scene const& scene_;
  int bodies_, parts_ = 0;
  MotorNumbers numbers_;
  CoupledStore terms_;
  std::vector<CoordinateItem> items_;
};

/// Items in a space. Each world has as many.
template <class Space>
class FollowedCoordinates {
 public:
  FollowedCoordinates() = default;
  FollowedCoordinates(CollectedCoordinates const& of, int worlds)
      : count_(static_cast<int>(of.items().size())),
        uniform_(count_ / worlds),
        item_(to_device<Space>("orthant::coordinate::item", of.items())),
        terms_(to_device<Space>("orthant::coordinate::term", of.terms())),
        pieces_(to_device<Space>("orthant::coordinate::piece", of.curves.pieces())),
        last_("orthant::coordinate::unwrapped_values", count_),
        motors_(of.items()) {}

  int count() const { return count_; }
  int uniform() const { return uniform_; }
  coordinate_kernels::View<Space> view(Span<Space, Body*> body = {},
                                       Span<Space, int*> row = {}) const {
    return {item_, uniform_, {terms_, pieces_}, last_, body, row};
  }
  void carry(Carried& c) { c.array(last_); }
  void start_anew(NewStarts<Space> const& at) { turn_starts(at, item_, terms_, last_); }
  void drive(Space const& space, Span<Space, MotorInput*> input, bool forces = false) {
    motors_.drive(space, item_, input, forces);
  }

 private:
  int count_ = 0, uniform_ = 0;
  Array<Space, CoordinateItem*> item_;
  Array<Space, CoupledCoordinate*> terms_;
  Array<Space, CurvePiece*> pieces_;  // of all curves
  Array<Space, coordinate_kernels::UnwrappedValues*> last_;
  MotorItems<Space> motors_;
};

}  // namespace orthant
