// Coordinates of a program's own and couplings of coordinates: their Jacobian is the derivative of
// their value, and their stiffness that of their force.
#include <gtest/gtest.h>

#include "orthant/constraints/coordinate/detail/coordinate_geometry.hpp"
#include "orthant/constraints/register.hpp"
#include "orthant/core/execution/detail/spaces.hpp"
#include "orthant/core/scene/detail/place_joint.hpp"
#include "orthant/tests/conformance/relation_items.hpp"

namespace orthant::test::coordinates {
namespace {

using Space = SpaceOnHost;
using namespace coordinate_kernels;

/// A row along a coordinate of two bodies at their poses.
struct RowAt {
  CoupledTerms<Space> of() const { return {term, pieces}; }
  Real value() const { return counted<Space>(item, of(), pose, last); }
  Vec<12> J() const {
    auto const row = row_of(jacobian_of<Space>(item, of(), pose, last));
    Vec<12> out;
    for (int i = 0; i < 12; ++i) out[i] = row[0][i];
    return out;
  }
  Mat<12, 12> G(Real force) const { return stiffness_of<Space>(item, of(), pose, last, force); }
  Mat<1, 12> turning(Twist const& a, Twist const& b) const {
    return rate_by_q_of<Space>(item, of(), pose, last, a, b);
  }
  /// The derivative of f along one of twelve motions.
  template <class F>
  auto slope(int motion, F const& f) const {
    auto& body = pose(bodies[motion / 6]);
    Pose<> const before = body;
    Twist u;
    u[motion % 6] = 1;
    auto const out = difference_of([&](Real s) {
      body = advance(before, u, s);
      return f();
    });
    body = before;
    return out;
  }
  /// J and G are derivatives, and d(J u)/dq at fixed twists is u^T G for a unit force.
  void expect_derivatives(Dice& dice, Real of_force) const {
    Real const force = 1.7;
    Twist const a = stacked(dice.direction(), dice.direction());
    Twist const b = stacked(dice.direction(), dice.direction());
    auto const row = J();
    auto const of_unit = G(1), stiffness = G(force);
    auto const turns = turning(a, b);
    for (int j = 0; j < 12; ++j) {
      EXPECT_NEAR(row[j], slope(j, [&] { return value(); }), 1e-8) << j;
      auto const along = slope(j, [&] { return J(); });
      Real rate = 0;
      for (int i = 0; i < 12; ++i) {
        EXPECT_NEAR(stiffness[i][j], force * along[i], of_force) << i << " " << j;
        rate += (i < 6 ? a[i] : b[i - 6]) * of_unit[i][j];
      }
      EXPECT_NEAR(turns[0][j], rate, 1e-11) << j;
    }
  }

  CoordinateItem item;
  int bodies[2] = {0, 1};
  Array<Space, CoupledCoordinate*> term;
  Array<Space, CurvePiece*> pieces;
  Array<Space, Pose<>*> pose;
  UnwrappedValues last;
};

/// Two moving bodies and a fixed one; a coupling of four coordinates of three joints:
///   c = P(a_1) + F(a_2) + T(d) + S(x)
/// with both angles of a universal joint between the moving bodies, the distance of one of them
/// from a point of the fixed body, and its displacement along a line of the world.
struct Mechanism : RowAt {
  Mechanism() {
    bodies[0] = 2, bodies[1] = 0;
    Dice dice(5);
    for (int b = 0; b < 3; ++b) {
      BodySpec body;
      body.pose = dice.pose(2);
      body.motion = b == 1 ? Motion::fixed : Motion::dynamic;
      scene.add(body);
    }
    auto const joint = [&](int a, int b) {
      JointSpec out;
      out.a = a;
      out.b = b;
      return out;
    };
    JointSpec cross = joint(0, 2), strut = joint(2, 1), line = joint(-1, 0);
    place_joint(scene, cross, dice.direction(), {{1, 0, 0}}, {{0, 1, 0}});
    place_points(scene, strut, dice.direction(), 3 * dice.direction());
    place_joint(scene, line, dice.direction(), dice.direction());
    scene.joints = {cross, strut, line};
    JointSpec coupling = joint(2, 0);
    CoupledSpec straight{
        .joint = 0, .coordinate = "angle_a", .polynomial = {2, 0.3, -0.1, 0.02}, .wave = {}};
    CoupledSpec wave{.joint = 0, .coordinate = "angle_b", .wave = {}};
    wave.wave.count = 2;
    wave.wave.cosine[1] = 0.7;
    wave.wave.sine[0] = 0.4;
    CoupledSpec bent{.joint = 1, .coordinate = "distance", .start = strut.length, .wave = {}};
    bent.table = curve_of({{{0, 0}}, {{2, 1}}, {{5, 5}}, {{9, 6}}}, Interpolation::cubic);
    CoupledSpec along{.joint = 2, .coordinate = "displacement", .wave = {}};
    along.wave = wave.wave;
    along.period = 3;
    coupling.coupled = {straight, wave, bent, along};
    scene.joints.push_back(coupling);
    item = {placed_item(coupling, 0, 0), -1, {}, store.add(scene, 0, 3, 0, curves)};
    term = to_device<Space>("test::terms", store.terms());
    pieces = to_device<Space>("test::pieces", curves.pieces());
    pose = Array<Space, Pose<>*>("test::pose", 3);
    for (int b = 0; b < 3; ++b) pose(b) = dice.pose(2);
    last = counter<Space>(item, of(), pose, UnwrappedValues{});
  }

  Scene scene;
  CurveStore curves;
  CoupledStore store;
};

TEST(Coupling, HasTheStiffnessOfItsForce) {
  Dice dice(9);
  Mechanism().expect_derivatives(dice, 1e-6);
}

/// After whole turns a curve is evaluated at the angle that includes them.
TEST(Coupling, CountsTurnsBeforeItBends) {
  Mechanism at;
  at.scene.joints[3].coupled[1].wave = {};
  at.scene.joints[3].coupled[1].table =
      curve_of({{{-9, 1}}, {{0, 2}}, {{9, 7}}, {{20, 9}}}, Interpolation::cubic);
  CurveStore curves;
  CoupledStore store;
  auto const coupled = store.add(at.scene, 0, 3, 0, curves);
  auto const& term = store.terms()[1];
  at.item.coupled = coupled;
  at.term = to_device<Space>("test::terms", store.terms());
  at.pieces = to_device<Space>("test::pieces", curves.pieces());
  UnwrappedValues rotated = at.last;
  rotated[1] += 2 * M_PI;
  Real const before = at.value();
  auto const J_before = at.J();
  Real const gain = term.at(at.pieces, rotated[1]).f - term.at(at.pieces, at.last[1]).f;
  at.last = rotated;
  EXPECT_NEAR(at.value() - before, gain, 1e-12);
  auto const J = at.J();
  EXPECT_GT(std::abs(J[10] - J_before[10]) + std::abs(J[9] - J_before[9]), 1e-3);
}

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

/// Two bodies with a joint at random.
struct TwoBodies : RowAt {
  TwoBodies(Dice& dice, char const* name) {
    auto const posed = random_item<PointDistance>(dice);
    item = {posed.item, coordinate_of(name), {}};
    pose = Array<Space, Pose<>*>("test::pose", 2);
    pose(0) = posed.A;
    pose(1) = posed.B;
    last[0] = 20;
  }
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
      TwoBodies const a(one, listed), b(other, own);
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
      SCOPED_TRACE(name);
      TwoBodies(dice, name).expect_derivatives(dice, 1e-7);
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
}  // namespace orthant::test::coordinates
