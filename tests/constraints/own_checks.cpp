// Plug-ins of a program's own with wrong zeros or derivatives are refused when they are added.
#include "orthant/constraints/detail/own_checks.hpp"

#include <gmock/gmock.h>

#include "orthant/constraints/ncp/list.hpp"
#include "orthant/constraints/relations/list.hpp"
#include "tests/config/refusal.hpp"

namespace orthant::test::own_checks {
namespace {

using ::testing::AllOf;

TEST(OwnChecks, PassThoseOfTheLists) {
  for_each_in<NcpFunctions>([](auto phi) { EXPECT_NO_THROW(require_ncp<decltype(phi)>()); });
  for_each_in<Joints>([](auto joint) {
    EXPECT_NO_THROW(require_jacobian<decltype(joint)>(joint.type().frames)) << joint.name;
  });
}

struct Shifted {
  static constexpr char const* name = "shifted";
  NcpValue operator()(Real a, Real b) const { return {a < b ? a - 0.1 : b - 0.1, 1., 0.}; }
};
struct Product {
  static constexpr char const* name = "product";
  NcpValue operator()(Real a, Real b) const { return {a * b, b, a}; }
};
struct WrongSign {
  static constexpr char const* name = "wrong_sign";
  NcpValue operator()(Real a, Real b) const {
    auto out = FischerBurmeister{}(a, b);
    out.db = -out.db;
    return out;
  }
};

TEST(OwnChecks, RefuseWrongFunctions) {
  EXPECT_THAT(refusal([] { require_ncp<Shifted>(); }),
              AllOf(HasSubstr("ncp function shifted: phi(0.001, 0)"), HasSubstr("a solution")));
  EXPECT_THAT(refusal([] { require_ncp<Product>(); }), HasSubstr("phi(-0.001, 0)"));
  EXPECT_THAT(refusal([] { require_ncp<WrongSign>(); }),
              AllOf(HasSubstr("db(0.001, 7e-04)"), HasSubstr("differences give")));
}

struct WrongArm : BallJoint {
  static constexpr char const* name = "wrong_arm";
  static void jacobian(Item const& item, Pose<> const& A, Pose<> const& B, Mat<3, 6>& J_A,
                       Mat<3, 6>& J_B) {
    BallJoint::jacobian(item, A, B, J_A, J_B);
    J_B[1][3] *= 1.01;
  }
};

TEST(OwnChecks, RefuseWrongJacobians) {
  EXPECT_THAT(refusal([] { require_jacobian<WrongArm>(Frames::point); }),
              HasSubstr("wrong_arm: jacobian of row 1 by component 3 of the twist of B"));
}

}  // namespace
}  // namespace orthant::test::own_checks
