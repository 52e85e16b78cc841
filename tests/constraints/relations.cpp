// Every relation: its Jacobian against dual numbers, and its invariance to the world's frame.
#include "tests/constraints/relation_items.hpp"
#include "tests/dual.hpp"

namespace orthant::test::relations {
namespace {

using Contacts = std::tuple<ContactPointRelation>;
using Parts = std::tuple<CentreAngle>;  // of coordinates
using Relations = decltype(std::tuple_cat(Joints{}, Coordinates{}, Parts{}, Contacts{}));

template <class Relation>
class EveryRelation : public ::testing::Test {
 protected:
  using Jacobian = Mat<Relation::rows, 6>;
  struct Both {
    Jacobian A, B;
  };
  static Both jacobian(typename Relation::Item const& item, Pose<> const& A, Pose<> const& B) {
    Both J;
    Relation::jacobian(item, A, B, J.A, J.B);
    return J;
  }
};

/// A coordinate may have the name of a joint.
struct ByRole {
  template <class T>
  static std::string GetName(int) {
    bool const joint = requires { T::type(); };
    bool const contact = std::is_same_v<T, ContactPointRelation>;
    return (joint || contact ? "" : "coordinate_") + std::string(T::name);
  }
};
TYPED_TEST_SUITE(EveryRelation, AsTypes<Relations>, ByRole);

/// Lever arms of a few metres, and formulas of about fifty operations.
Real const round_off = 1e-12;

TYPED_TEST(EveryRelation, JacobianOfPositionRowsIsTheDerivativeAlongTheKinematicMap) {
  Dice dice(41);
  for (int i = 0; i < 500; ++i) {
    SCOPED_TRACE(i);
    auto const [item, A, B] = random_item<TypeParam>(dice);
    auto const J = this->jacobian(item, A, B);
    auto const c = TypeParam::gap(item, moving<12>(A, 0), moving<12>(B, 6));
    // Nearly parallel edges and nearly coincident points turn their normal fast; a derivative
    // through that normal loses as many digits.
    Real scale = 1;
    if constexpr (requires { item.kind; }) {
      auto const w = TypeParam::witness(item, A, B);
      if (item.kind != ContactKind::plane_point) scale += 1 / std::fabs(w.distance);
      Vec3 const across = cross(rotate(A.q_WB, item.d_A), rotate(B.q_WB, item.d_B));
      if (item.kind == ContactKind::line_line) scale += 1 / dot(across, across);
    }
    // An angle near its singularity turns as fast as its derivative is large.
    for (int r = 0; r < TypeParam::position_rows; ++r)
      for (int k = 3; k < 6; ++k) scale = std::max(scale, J.B[r][k] * J.B[r][k]);
    for (int r = 0; r < TypeParam::position_rows; ++r)
      for (int k = 0; k < 6; ++k) {
        EXPECT_NEAR(J.A[r][k], c[r].d[k], round_off * scale);
        EXPECT_NEAR(J.B[r][k], c[r].d[6 + k], round_off * scale);
      }
    auto const plain = TypeParam::gap(item, A, B);
    for (int r = 0; r < TypeParam::position_rows; ++r) EXPECT_NEAR(c[r].x, plain[r], round_off);
  }
}

TYPED_TEST(EveryRelation, AMotionOfBothTogetherIsFree) {
  Dice dice(42);
  for (int i = 0; i < 500; ++i) {
    auto const [item, A, B] = random_item<TypeParam>(dice);
    auto const J = this->jacobian(item, A, B);
    Vec3 const v = dice.direction(), w = dice.direction();
    Vec3 const v_A = v + cross(w, A.p_WB), v_B = v + cross(w, B.p_WB);
    auto const sum = J.A * stacked(v_A, w) + J.B * stacked(v_B, w);
    // The linear rows of an open joint turn with the bodies like a vector: d/dt c = w x c
    auto const c = TypeParam::gap(item, A, B);
    if constexpr (stands_in_world<TypeParam>()) {
      Vec3 const rotated = cross(w, {{c[0], c[1], c[2]}});
      for (int r = 0; r < 3; ++r) EXPECT_NEAR(sum[r], rotated[r], round_off);
    } else {
      for (int r = 0; r < TypeParam::linear_rows; ++r) EXPECT_NEAR(sum[r], 0, round_off);
    }
    for (int r = TypeParam::linear_rows; r < TypeParam::rows; ++r)
      EXPECT_NEAR(sum[r], 0, round_off);
  }
}

TYPED_TEST(EveryRelation, IsTheSameInEveryFrameOfTheWorld) {
  Dice dice(43);
  for (int i = 0; i < 500; ++i) {
    auto const [item, A, B] = random_item<TypeParam>(dice);
    Pose<> const X = dice.pose(5);
    auto const here = TypeParam::gap(item, A, B), there = TypeParam::gap(item, X * A, X * B);
    auto const J = this->jacobian(item, A, B), K = this->jacobian(item, X * A, X * B);
    Vec6 const u = stacked(dice.direction(), dice.direction());
    Vec6 const u_X = stacked(rotate(X.q_WB, linear(u)), rotate(X.q_WB, angular(u)));
    auto Ju = J.B * u, Ku = K.B * u_X;
    Vec<TypeParam::position_rows> c = here;
    if constexpr (stands_in_world<TypeParam>()) {  // components turn
      Vec3 const rotated = rotate(X.q_WB, {{c[0], c[1], c[2]}});
      Vec3 const speed = rotate(X.q_WB, {{Ju[0], Ju[1], Ju[2]}});
      for (int r = 0; r < 3; ++r) {
        c[r] = rotated[r];
        Ju[r] = speed[r];
      }
    }
    for (int r = 0; r < TypeParam::position_rows; ++r) EXPECT_NEAR(there[r], c[r], round_off);
    // The normal of nearly coincident points changes with the last digits of their distance.
    if constexpr (requires { item.kind; })
      if (TypeParam::witness(item, A, B).distance < 1e-2) continue;
    for (int r = 0; r < TypeParam::rows; ++r) EXPECT_NEAR(Ku[r], Ju[r], 100 * round_off);
  }
}

}  // namespace
}  // namespace orthant::test::relations
