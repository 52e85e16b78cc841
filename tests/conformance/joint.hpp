// What the relation of every joint and of every coordinate promises: a Jacobian that is the
// derivative of its gap, the same in every frame, and of a joint the motions that it leaves. For
// ones of your own, which are types:
//   INSTANTIATE_TYPED_TEST_SUITE_P(Mine, RelationConformance, MyJoint);
//   INSTANTIATE_TYPED_TEST_SUITE_P(Mine, StiffnessConformance, MyJoint);
//   INSTANTIATE_TYPED_TEST_SUITE_P(Mine, JointConformance, MyJoint);
#pragma once
#include <Eigen/Eigenvalues>

#include "orthant/constraints/relations/geometric_stiffness.hpp"
#include "orthant/core/math/dual.hpp"
#include "orthant/tests/conformance/joint_items.hpp"

namespace orthant::test {

template <class Relation>
class RelationConformance : public ::testing::Test {
 protected:
  /// Lever arms of a few metres, and formulas of about fifty operations.
  static constexpr Real round_off = 1e-12;

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

TYPED_TEST_SUITE_P(RelationConformance);

TYPED_TEST_P(RelationConformance, JacobianOfPositionRowsIsTheDerivativeAlongTheKinematicMap) {
  Dice dice(41);
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(i);
    auto const [item, A, B] = random_item<TypeParam>(dice);
    auto const J = TestFixture::jacobian(item, A, B);
    auto const c = TypeParam::gap(item, orthant::moved<12>(A, 0), orthant::moved<12>(B, 6));
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
        EXPECT_NEAR(J.A[r][k], c[r].d[k], TestFixture::round_off * scale);
        EXPECT_NEAR(J.B[r][k], c[r].d[6 + k], TestFixture::round_off * scale);
      }
    auto const plain = TypeParam::gap(item, A, B);
    for (int r = 0; r < TypeParam::position_rows; ++r)
      EXPECT_NEAR(c[r].x, plain[r], TestFixture::round_off);
  }
}

TYPED_TEST_P(RelationConformance, AMotionOfBothTogetherIsFree) {
  Dice dice(42);
  for (int i = 0; i < 200; ++i) {
    auto const [item, A, B] = random_item<TypeParam>(dice);
    auto const J = TestFixture::jacobian(item, A, B);
    Vec3 const v = dice.direction(), w = dice.direction();
    Vec3 const v_A = v + cross(w, A.p_WB), v_B = v + cross(w, B.p_WB);
    auto const sum = J.A * stacked(v_A, w) + J.B * stacked(v_B, w);
    // The linear rows of an open joint turn with the bodies like a vector: d/dt c = w x c
    auto const c = TypeParam::gap(item, A, B);
    if constexpr (stands_in_world<TypeParam>()) {
      Vec3 const rotated = cross(w, {{c[0], c[1], c[2]}});
      for (int r = 0; r < 3; ++r) EXPECT_NEAR(sum[r], rotated[r], TestFixture::round_off);
    } else {
      for (int r = 0; r < TypeParam::linear_rows; ++r)
        EXPECT_NEAR(sum[r], 0, TestFixture::round_off);
    }
    for (int r = TypeParam::linear_rows; r < TypeParam::rows; ++r)
      EXPECT_NEAR(sum[r], 0, TestFixture::round_off);
  }
}

TYPED_TEST_P(RelationConformance, IsTheSameInEveryFrameOfTheWorld) {
  Dice dice(43);
  for (int i = 0; i < 200; ++i) {
    auto const [item, A, B] = random_item<TypeParam>(dice);
    Pose<> const X = dice.pose(5);
    auto const here = TypeParam::gap(item, A, B), there = TypeParam::gap(item, X * A, X * B);
    auto const J = TestFixture::jacobian(item, A, B), K = TestFixture::jacobian(item, X * A, X * B);
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
    for (int r = 0; r < TypeParam::position_rows; ++r)
      EXPECT_NEAR(there[r], c[r], TestFixture::round_off);
    // The normal of nearly coincident points changes with the last digits of their distance.
    if constexpr (requires { item.kind; })
      if (TypeParam::witness(item, A, B).distance < 1e-2) continue;
    for (int r = 0; r < TypeParam::rows; ++r)
      EXPECT_NEAR(Ku[r], Ju[r], 100 * TestFixture::round_off);
  }
}

REGISTER_TYPED_TEST_SUITE_P(RelationConformance,
                            JacobianOfPositionRowsIsTheDerivativeAlongTheKinematicMap,
                            AMotionOfBothTogetherIsFree, IsTheSameInEveryFrameOfTheWorld);

template <class Relation>
class StiffnessConformance : public testing::Test {};
TYPED_TEST_SUITE_P(StiffnessConformance);

/// G and the rates of J agree with differences of J^T lambda and of J u, and the two ways to have
/// each with each other.
TYPED_TEST_P(StiffnessConformance, HasTheStiffnessOfItsForce) {
  constexpr int R = TypeParam::rows;
  Dice dice(63);
  for (int trial = 0; trial < 20; ++trial) {
    auto const [item, A, B] = nearly_closed<TypeParam>(dice);
    auto const lambda = random_vector<R>(dice);
    Twist const u_A = stacked(dice.direction(), dice.direction());
    Twist const u_B = stacked(dice.direction(), dice.direction());
    auto const G = geometric_stiffness<TypeParam>(item, A, B, lambda);
    auto const by_motion = stiffness_by_motion<TypeParam>(item, A, B, lambda);
    auto const by_rotation = rates_by_q<TypeParam>(item, A, B, u_A, u_B);
    auto const of_gap = rates_of_gap<TypeParam>(item, A, B, u_A, u_B);
    for (int j = 0; j < 12; ++j) {
      auto const force = along(j, A, B, [&, &at = item](Pose<> const& X, Pose<> const& Y) {
        return pushed<TypeParam>(at, X, Y, lambda);
      });
      auto const rate = along(j, A, B, [&, &at = item](Pose<> const& X, Pose<> const& Y) {
        Mat<R, 6> J_A, J_B;
        TypeParam::jacobian(at, X, Y, J_A, J_B);
        return J_A * u_A + J_B * u_B;
      });
      for (int i = 0; i < 12; ++i) {
        EXPECT_NEAR(by_motion[i][j], G[i][j], 1e-13 * (1 + std::abs(G[i][j]))) << i << " " << j;
        EXPECT_NEAR(G[i][j], force[i], 1e-9 * (1 + std::abs(force[i]))) << i << " " << j;
      }
      for (int r = 0; r < R; ++r) {
        EXPECT_NEAR(of_gap[r][j], by_rotation[r][j], 1e-13 * (1 + std::abs(of_gap[r][j])));
        EXPECT_NEAR(by_rotation[r][j], rate[r], 1e-9 * (1 + std::abs(rate[r]))) << r << " " << j;
      }
    }
  }
}

REGISTER_TYPED_TEST_SUITE_P(StiffnessConformance, HasTheStiffnessOfItsForce);

template <class Joint>
class JointConformance : public testing::Test {
 protected:
  static constexpr Real round_off = 1e-14;  // lever arms of a few metres
};
TYPED_TEST_SUITE_P(JointConformance);

TYPED_TEST_P(JointConformance, IsClosedWhereItWasPlaced) {
  Dice dice(51);
  for (int i = 0; i < 200; ++i) {
    auto const [item, A, B] = closed_joint<TypeParam>(dice);
    auto const c = TypeParam::gap(item, A, B);
    for (int r = 0; r < TypeParam::rows; ++r) EXPECT_NEAR(c[r], 0, TestFixture::round_off);
  }
}

TYPED_TEST_P(JointConformance, RowsAreIndependent) {
  Dice dice(52);
  for (int i = 0; i < 100; ++i) {
    auto const [item, A, B] = closed_joint<TypeParam>(dice);
    Mat<TypeParam::rows, 6> J_A, J_B;
    TypeParam::jacobian(item, A, B, J_A, J_B);
    Eigen::MatrixXd J(TypeParam::rows, 6);
    for (int r = 0; r < TypeParam::rows; ++r)
      for (int k = 0; k < 6; ++k) J(r, k) = J_B[r][k];
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> const squares(J * J.transpose(),
                                                                 Eigen::EigenvaluesOnly);
    EXPECT_GT(squares.eigenvalues()[0], 0.05 * 0.05);
  }
}

/// The row for motions along (or, after the linear rows, about) an axis of the frame; or -1.
template <class Joint>
int row_of(bool rotation, int axis) {
  for (int r = rotation ? Joint::linear_rows : 0; r < (rotation ? Joint::rows : Joint::linear_rows);
       ++r)
    if (Joint::axes[r] == axis) return r;
  return -1;
}

/// The axis e_k of the closed joint's frame, in the world.
template <class Joint>
Vec3 frame_axis(Posed<Joint> const& closed, int k) {
  return axis_of(joint_frame(closed.B, closed.item.X_BJ), k);
}

TYPED_TEST_P(JointConformance, LeavesItsOwnMotionsFreeAndBlocksAllElse) {
  Dice dice(53);
  for (int i = 0; i < 200; ++i) {
    auto const closed = closed_joint<TypeParam>(dice);
    auto const& [item, A, B] = closed;
    Mat<TypeParam::rows, 6> J_A, J_B;
    TypeParam::jacobian(item, A, B, J_A, J_B);
    Vec3 const arm = rotate(B.q_WB, item.X_BJ.p_WB);
    for (int k = 0; k < 3; ++k) {
      Vec3 const e = frame_axis(closed, k);
      // B rotates about the joint's point, or moves
      for (auto const& [rotation, u] :
           {std::pair(true, stacked(cross(arm, e), e)), std::pair(false, stacked(e, {}))}) {
        auto const speed = J_B * u;
        bool const free = row_of<TypeParam>(rotation, k) < 0;
        EXPECT_NEAR(norm(speed), free ? 0 : 1, TestFixture::round_off * 10)
            << rotation << " axis " << k;
      }
    }
  }
}

/// The gap equals the motion to third order in the angle, or exactly in the length; in the row of
/// that axis unless rows are in world axes, with the correct sign.
TYPED_TEST_P(JointConformance, SmallMotionsShowAsTheirSize) {
  Dice dice(54);
  Real const size = 1e-3;
  auto const closed = closed_joint<TypeParam>(dice);
  auto const& [item, A, B] = closed;
  Vec3 const x_C = at(B, item.X_BJ.p_WB);
  for (int k = 0; k < 3; ++k) {
    for (bool const is_angular : {false, true}) {
      Vec3 const axis = frame_axis(closed, k);
      Pose<> const rotated{{}, rotation(axis, is_angular ? size : 0)};
      Pose<> const moved{x_C - rotate(rotated.q_WB, x_C) + (is_angular ? 0 : size) * axis,
                         rotated.q_WB};
      auto const c = TypeParam::gap(item, A, moved * B);
      int const row = row_of<TypeParam>(is_angular, k);
      auto const frames = TypeParam::type().frames;
      bool const of_length = frames == Frames::two_points || frames == Frames::link;
      // A gap may be any function of a length, such as its square.
      Real const curved = frames == Frames::two_points && row >= 0 ? 2 * size * size : 0;
      // A distance changes at second order across its line; a link only in the directions that its
      // hinge does not see.
      Real const third_order = is_angular || frames == Frames::link ? size * size * size : 0;
      Real const second_order = of_length ? size * size : 0;
      Real const within =
          third_order + curved + (row < 0 ? second_order : 0) + 10 * TestFixture::round_off;
      EXPECT_NEAR(norm(c), row < 0 ? 0 : size, within) << is_angular << " axis " << k;
      if (row >= 0 && (is_angular || !TypeParam::world_axes)) {
        EXPECT_NEAR(c[row], size, within);
      }
    }
  }
}

REGISTER_TYPED_TEST_SUITE_P(JointConformance, IsClosedWhereItWasPlaced, RowsAreIndependent,
                            LeavesItsOwnMotionsFreeAndBlocksAllElse, SmallMotionsShowAsTheirSize);

}  // namespace orthant::test
