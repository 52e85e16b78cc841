// Plug-ins of a program's own with wrong zeros or derivatives are refused when they are added.
#include "orthant/constraints/detail/own_checks.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "orthant/constraints/friction/list.hpp"
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
  for_each_in<FrictionForms>(
      [](auto form) { EXPECT_NO_THROW(require_friction(form)) << form.name; });
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

/// theta(|a - b|) - theta(a) - theta(b) [Mangasarian 1976], theta = t |t|^n.
template <int n>
struct Mangasarian {
  static constexpr char const* name = "mangasarian";
  NcpValue operator()(Real a, Real b) const {
    auto const power = [](Real t) { return std::pow(std::abs(t), n); };
    Real const d = a - b, s = d < 0 ? -1 : 1, slope = (n + 1) * power(d) * s;
    return {std::abs(d) * power(d) - a * power(a) - b * power(b), slope - (n + 1) * power(a),
            -slope - (n + 1) * power(b)};
  }
};
/// Where the root is not smooth, a division by it gives no number.
struct NoKink {
  static constexpr char const* name = "no_kink";
  NcpValue operator()(Real a, Real b) const {
    Real const R = std::hypot(a, b);
    return {a + b - R, 1 - a / R, 1 - b / R};
  }
};
/// Of order one half, with any slope at its kink.
struct Root {
  static constexpr char const* name = "root";
  NcpValue operator()(Real a, Real b) const {
    Real const m = std::min(a, b), root = std::sqrt(std::abs(m)), slope = 0.5 / (root + 1e-9);
    return {m < 0 ? -root : root, a < b ? slope : 0., a < b ? 0. : slope};
  }
};
/// Of order one all the same.
struct Thousandfold {
  static constexpr char const* name = "thousandfold";
  NcpValue operator()(Real a, Real b) const {
    auto const of = FischerBurmeister{}(a, b);
    return {1000 * of.phi, 1000 * of.da, 1000 * of.db};
  }
};

TEST(OwnChecks, RefuseFunctionsThatNewtonsMethodCannotUse) {
  EXPECT_THAT(refusal([] { require_ncp<Mangasarian<1>>(); }),
              AllOf(HasSubstr("mangasarian: (da, db)(0, 0)"),
                    HasSubstr("the row of a contact that just touches would be empty")));
  struct Kinked : Mangasarian<2> {
    NcpValue operator()(Real a, Real b) const {
      return a == 0 && b == 0 ? NcpValue{0, 0, 1} : Mangasarian<2>::operator()(a, b);
    }
  };
  EXPECT_THAT(refusal([] { require_ncp<Kinked>(); }),
              AllOf(HasSubstr("mangasarian: db(1e-06, 0): found 3e-12"), HasSubstr("order one")));
  EXPECT_THAT(refusal([] { require_ncp<NoKink>(); }),
              HasSubstr("(da, db)(0, 0): found (nan, nan)"));
  EXPECT_THAT(refusal([] { require_ncp<Root>(); }),
              AllOf(HasSubstr("root: phi / x(1e-06, 7e-07)"), HasSubstr("order one")));
  EXPECT_THAT(refusal([] { require_ncp<Mangasarian<0>>(); }),  // -2 min(a, b)
              AllOf(HasSubstr("mangasarian: phi(1, 0.7): found -1.4"), HasSubstr("positive")));
  EXPECT_NO_THROW(require_ncp<Thousandfold>());
}

TEST(OwnChecks, RefuseWrongFunctions) {
  EXPECT_THAT(refusal([] { require_ncp<Shifted>(); }),
              AllOf(HasSubstr("ncp function shifted: phi(0.001, 0)"), HasSubstr("a solution")));
  EXPECT_THAT(refusal([] { require_ncp<Product>(); }), HasSubstr("phi(-0.001, 0)"));
  EXPECT_THAT(refusal([] { require_ncp<WrongSign>(); }),
              AllOf(HasSubstr("db(0.001, 7e-04)"), HasSubstr("differences give")));
}

/// Projects on a disc of the weight's size, or with a derivative that forgets its radius.
template <bool forgets>
struct WrongDisc : Disc {
  static constexpr char const* name = forgets ? "forgets" : "wide";
  static constexpr bool symmetric = false;
  KOKKOS_FUNCTION void linearise(ContactRows const& at, ExactLaw& law) const {
    auto const& f = at.friction;
    Real const k = larger(0., f.bound());
    project(f, forgets ? Radius{k, 0, 0} : Radius{f.r * k, 0, f.r * f.r * f.mu}, law);
  }
};
/// A symmetric form whose impulse stands across the velocity.
struct Across : WNewton {
  static constexpr char const* name = "across";
  template <class Ncp>
  static void linearise(Ncp const& phi, FrictionState const& f, BlockLaw& law) {
    FrictionState turned = f;
    turned.v[0] = -f.v[1];
    turned.v[1] = f.v[0];
    WNewton::linearise(phi, turned, law);
  }
};

TEST(OwnChecks, RefuseWrongFrictions) {
  EXPECT_THAT(refusal([] { require_friction<WrongDisc<false>>(); }),
              AllOf(HasSubstr("friction wide: Phi at a_n, v, lambda = 0 0.3 0 1 -0.5 0: found 0.3"),
                    HasSubstr("0, as this is a solution")));
  EXPECT_THAT(refusal([] { require_friction<WrongDisc<true>>(); }),
              AllOf(HasSubstr("forgets: d Phi_1 / d x_3"), HasSubstr("differences give")));
  EXPECT_THAT(refusal([] { require_friction<Across>(); }), HasSubstr("friction across: Phi at"));
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
