// A coordinate of a program's own: of the bits of the same one in the list, with the derivatives of
// its value, and refused where it is added twice.
#include <gtest/gtest.h>

#include "orthant/constraints/register.hpp"
#include "orthant/core/execution/detail/spaces.hpp"
#include "orthant/tests/conformance/relation_items.hpp"

namespace orthant::test::own_coordinate {
namespace {

using Space = SpaceOnHost;
using namespace coordinate_kernels;

struct OwnDistance : PointDistance {
  static constexpr char const* name = "own_distance";
};
struct OwnTwist : TwistAngle {
  static constexpr char const* name = "own_twist";
};
/// Its Jacobian is for Real alone: the stiffness is from the gap.
struct OwnSquare {
  static constexpr char const* name = "own_square";
  static constexpr char const* about = "half the square of a distance [m^2]";
  static constexpr int rows = 1, position_rows = 1, linear_rows = 1;
  static constexpr Real period = 0;
  using Item = JointItem;
  template <class T>
  static Vec<1, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    auto const d = JointFrames<T>(item, A, B).d;
    return {{T(0.5) * dot(d, d)}};
  }
  static void jacobian(Item const& item, Pose<> const& A, Pose<> const& B, Mat<1, 6>& J_A,
                       Mat<1, 6>& J_B) {
    JointFrames<Real> const J(item, A, B);
    offset_row(0, J.d, J.B.p_WB, A, B, J_A, J_B);
  }
};

/// Two bodies with a joint at random, and the functions of a coordinate of it.
struct Mechanism {
  explicit Mechanism(Dice& dice, char const* name) : pose("test::pose", 2) {
    auto const posed = random_item<PointDistance>(dice);
    item = {posed.item, coordinate_of(name), {}};
    pose(0) = posed.A;
    pose(1) = posed.B;
    last[0] = 20;
  }
  Real value() const { return counted<Space>(item, {}, pose, last); }
  Vec<12> J() const {
    auto const both = jacobian_of<Space>(item, {}, pose, last);
    Vec<12> out;
    for (int i = 0; i < 12; ++i) out[i] = both.of[i / 6][0][i % 6];
    return out;
  }
  Mat<12, 12> G(Real force) const { return stiffness_of<Space>(item, {}, pose, last, force); }
  Mat<1, 12> turning(Twist const& a, Twist const& b) const {
    return rate_by_q_of<Space>(item, {}, pose, last, a, b);
  }
  /// The derivative of f along one of twelve motions, by a difference formula with four points.
  template <class F>
  auto slope(int motion, F const& f) {
    Real const s = 3e-4;
    auto& body = pose(motion / 6);
    Pose<> const before = body;
    auto const at = [&](Real x) {
      Twist u;
      u[motion % 6] = x;
      body = advance(before, u, s);
      auto const out = f();
      body = before;
      return out;
    };
    return (1 / (12 * s)) * (at(-2) - 8. * at(-1) + 8. * at(1) - at(2));
  }

  CoordinateItem item;
  Array<Space, Pose<>*> pose;
  UnwrappedValues last;
};

struct OwnCoordinates : testing::Test {
  OwnCoordinates() {
    add_coordinate<Space, OwnDistance>(plugins);
    add_coordinate<Space, OwnTwist>(plugins);
    add_coordinate<Space, OwnSquare>(plugins);
  }
  Plugins<Space> plugins;
};

TEST_F(OwnCoordinates, HaveTheBitsOfTheSameOnesInTheList) {
  for (auto const& [listed, own] : {std::pair{"distance", "own_distance"}, {"angle", "own_twist"}})
    for (int seed = 0; seed < 20; ++seed) {
      Dice one(seed), other(seed);
      Mechanism const a(one, listed), b(other, own);
      ASSERT_NE(a.item.coordinate, b.item.coordinate);
      EXPECT_EQ(a.value(), b.value());
      Twist const u = stacked(one.direction(), one.direction());
      auto const J_a = a.J(), J_b = b.J();
      auto const t_a = a.turning(u, 2. * u), t_b = b.turning(u, 2. * u);
      auto const G_a = a.G(1.7), G_b = b.G(1.7);
      for (int i = 0; i < 12; ++i) {
        EXPECT_EQ(J_a[i], J_b[i]);
        EXPECT_EQ(t_a[0][i], t_b[0][i]);
        for (int j = 0; j < 12; ++j) EXPECT_EQ(G_a[i][j], G_b[i][j]);
      }
    }
}

TEST_F(OwnCoordinates, HaveTheDerivativesOfTheirValue) {
  Dice dice(7);
  for (int k = 0; k < 20; ++k)
    for (char const* name : {"own_distance", "own_square"}) {
      Mechanism at(dice, name);
      Real const force = 1.7;
      Twist const a = stacked(dice.direction(), dice.direction());
      Twist const b = stacked(dice.direction(), dice.direction());
      auto const J = at.J();
      auto const turning = at.turning(a, b);
      auto const G = at.G(force);
      for (int j = 0; j < 12; ++j) {
        EXPECT_NEAR(J[j], at.slope(j, [&] { return at.value(); }), 1e-8) << name << j;
        auto const along = at.slope(j, [&] { return at.J(); });
        Real rate = 0;
        for (int i = 0; i < 12; ++i) {
          EXPECT_NEAR(G[i][j], force * along[i], 1e-7) << name << i << " " << j;
          rate += along[i] * (i < 6 ? a[i] : b[i - 6]);
        }
        EXPECT_NEAR(turning[0][j], rate, 1e-7) << name << j;
      }
    }
}

struct SecondDistance : PointDistance {
  static constexpr char const* name = "own_distance";
};
struct Hinged : HingeJoint {
  static constexpr char const* name = "hinged";
  static JointType type() { return {Frames::axis, {{"", "never_added"}}}; }
};

TEST_F(OwnCoordinates, AreAddedOnceForEachOfSeveralBackends) {
  int const index = coordinate_of(OwnDistance::name);
  EXPECT_THROW((add_coordinate<Space, OwnDistance>(plugins)), std::logic_error);
  Plugins<Space> others, more;
  add_coordinate<Space, OwnDistance>(others);
  EXPECT_EQ(coordinate_of(OwnDistance::name), index);
  EXPECT_THROW((add_coordinate<Space, SecondDistance>(more)), std::logic_error);
  EXPECT_EQ(coordinate_of("never_added"), -1);
  EXPECT_THROW((add_joint<Space, Hinged>(others)), std::logic_error);
}

}  // namespace
}  // namespace orthant::test::own_coordinate
