// What is looked at when a program adds a plug-in of its own: its zeros and its derivatives.
#pragma once
#include "orthant/constraints/friction/list.hpp"
#include "orthant/constraints/ncp/minimum_map.hpp"
#include "orthant/constraints/relations/items/detail/joint_item.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/math/pose.hpp"
#include "orthant/core/scene/detail/place_joint.hpp"
#include "orthant/core/step/formulation.hpp"

namespace orthant {
namespace own_checks {

/// Throws Error if a derivative is not that which differences give, to 1e-5.
inline void require_derivative(std::string const& what, Real found, Real by_differences) {
  if (!(fabs(found - by_differences) <= 1e-5 * larger(1., fabs(by_differences))))
    refuse(what, text(found), text(by_differences) + ", which differences give");
}

/// Any joint frames of a type, closed at a point, and bodies that have left them.
struct PosedItem {
  JointItem item;
  Pose<> A, B;
};
inline PosedItem item_of(Frames frames) {
  Scene scene;
  for (Twist const& V :
       {Twist{{0.3, -0.2, 0.5, 0.7, -0.4, 0.2}}, Twist{{-0.1, 0.4, 0.2, -0.3, 0.5, 0.6}}}) {
    BodySpec body;
    body.pose = advance({}, V, 1);
    scene.add(body);
  }
  JointSpec joint;
  joint.a = 0;
  joint.b = 1;
  Vec3 const point{{0.2, 0.1, 0.4}}, axis = unit(Vec3{{0.4, -0.5, 0.8}}),
                                     across = unit(cross(axis, Vec3{{1, 0, 0}}));
  Vec3 const second = point + 0.5 * axis;
  if (frames == Frames::two_points)
    place_points(scene, joint, point, second);
  else if (frames == Frames::link)
    place_link(scene, joint, point, second, across);
  else if (frames == Frames::wheels)
    place_wheels(scene, joint, point, second, across);
  else if (frames == Frames::two_axes)
    place_joint(scene, joint, point, axis, across);
  else
    place_joint(scene, joint, point, axis);
  return {placed_item(joint, 0, 0),
          advance(scene.bodies[0].pose, {{0.2, 0.1, -0.3, 0.2, 0.3, -0.1}}, 1),
          advance(scene.bodies[1].pose, {{-0.1, 0.2, 0.1, -0.2, 0.1, 0.3}}, 1)};
}

/// What a form of friction makes of a contact with mu = 1/2 and the weights 2/kg at x = (a_n, v,
/// lambda_n, lambda_f). Of a symmetric form Phi is what the row asks to change.
template <class Form>
ExactLaw law_at(Form const& form, Vec6 const& x) {
  ContactRows const at{
      .a = x[0],
      .r_normal = 2,
      .friction = {.v = {x[1], x[2]}, .lambda = {x[4], x[5]}, .lambda_n = x[3], .mu = 0.5, .r = 2}};
  ExactLaw law;
  if constexpr (Form::symmetric && !treats_whole_contact<Form>) {
    BlockLaw rows;
    Form::linearise(MinimumMap{}, at.friction, rows);
    for (int i = 0; i < 3; ++i) law.Phi[i] = fabs(rows.target[i]) + fabs(rows.step[i]);
  } else {
    form.linearise(at, law);
  }
  return law;
}

}  // namespace own_checks

/// Throws Error if Phi of a form of friction is not 0 exactly where its law holds, or, unless it is
/// symmetric, its derivatives are wrong.
template <class Form>
void require_friction(Form const& form = {}) {
  auto const called = [](std::string const& what, Vec6 const& x) {
    std::string out = std::string("friction ") + Form::name + ": " + what + " at a_n, v, lambda =";
    for (int i = 0; i < 6; ++i) out += " " + text(x[i]);
    return out;
  };
  bool const dilates = law_of(form).kind == FrictionLaw::Kind::associated;  // a_n = mu |v|
  auto const size = [&](Vec6 const& x) {
    auto const law = own_checks::law_at(form, x);
    return fabs(law.Phi[0]) + fabs(law.Phi[1]) + fabs(law.Phi[2]);
  };
  for (Vec6 const& x :
       {Vec6{{0, 0, 0, 1, 0.2, -0.15}}, Vec6{{dilates ? 0.15 : 0, 0.3, 0, 1, -0.5, 0}},
        Vec6{{1, 0.4, -0.3, 0, 0, 0}}})
    if (Real const Phi = size(x); !(Phi <= 1e-12))
      refuse(called("Phi", x), text(Phi), "0, as this is a solution");
  for (Vec6 const& x : {Vec6{{0, 0.3, 0.1, 1, 0, 0}}, Vec6{{0, 0.3, 0, 1, 0.5, 0}},
                        Vec6{{0, 0, 0, 1, 0.9, 0.4}}, Vec6{{0, 0.3, 0, 1, 0, 0.5}}})
    if (!(size(x) > 1e-6))
      refuse(called("Phi", x), text(size(x)), "another value, as this is no solution");
  if (Form::symmetric) return;
  // Of a contact that sticks, slides, slides while it closes, and opens: away from every kink.
  for (Vec6 const& x :
       {Vec6{{0.05, 0.03, 0.02, 1, 0.15, -0.1}}, Vec6{{0.02, 0.7, 0.31, 1.1, -0.33, 0.21}},
        Vec6{{-0.2, -0.4, 0.9, 0.8, 0.5, 0.13}}, Vec6{{1.3, 0.4, -0.3, 0.1, 0.2, 0.1}}}) {
    auto const law = own_checks::law_at(form, x);
    constexpr Real h = 1e-6;
    for (int k = 0; k < 6; ++k) {
      Vec6 above = x, below = x;
      above[k] += h;
      below[k] -= h;
      auto const p = own_checks::law_at(form, above), m = own_checks::law_at(form, below);
      for (int i = treats_whole_contact<Form> ? 0 : 1; i < 3; ++i)
        own_checks::require_derivative(
            called("d Phi_" + std::to_string(i) + " / d x_" + std::to_string(k), x),
            k < 3 ? law.P[i][k] : law.Q[i][k - 3], (p.Phi[i] - m.Phi[i]) / (2 * h));
    }
  }
}

/// Throws Error if phi is not 0 exactly where 0 <= a perp b >= 0, or its derivatives are wrong, or
/// of no use to Newton's method, or its sign is another. A smoothed function is looked at without
/// smoothing.
///
/// At (x, 0) the derivative by the argument that vanishes solves the linearised row. Where
/// |phi(s a, s b)| is about s^p, it is about x^(p - 1): with p = 2 or 3, as of the squares or cubes
/// in the form of [Mangasarian 1976], it vanishes with the speeds, and the row says nothing at
/// rest. At a kink it may be any number, so phi itself is looked at too. At (0, 0) any element of
/// the generalised derivative will do but zero. Rows take da and db as weights, which are not
/// negative where phi is positive inside.
template <class Ncp>
void require_ncp(Ncp given = {}) {
  if constexpr (requires { given.at(SpeedScale{}); }) given = given.at(SpeedScale{});
  auto const called = [](char const* what, Real a, Real b) {
    return std::string("ncp function ") + Ncp::name + ": " + what + "(" + text(a) + ", " + text(b) +
           ")";
  };
  for (Real const x : {1e-3, 1., 50.}) {
    for (Vec<2> const& at : {Vec<2>{{x, 0}}, Vec<2>{{0, x}}})
      if (Real const phi = given(at[0], at[1]).phi; !(fabs(phi) <= 1e-12 * x))
        refuse(called("phi", at[0], at[1]), text(phi), "0, as this is a solution");
    for (Vec<2> const& at : {Vec<2>{{x, 0.7 * x}}, Vec<2>{{-x, 0.3 * x}}, Vec<2>{{0.4 * x, -x}},
                             Vec<2>{{-x, -0.6 * x}}, Vec<2>{{-x, 0}}, Vec<2>{{0, -x}}}) {
      Real const a = at[0], b = at[1], h = 1e-6 * x;
      auto const value = given(a, b);
      if (value.phi == 0) refuse(called("phi", a, b), "0", "another value, as this is no solution");
      if (a == 0 || b == 0) continue;
      own_checks::require_derivative(called("da", a, b), value.da,
                                     (given(a + h, b).phi - given(a - h, b).phi) / (2 * h));
      own_checks::require_derivative(called("db", a, b), value.db,
                                     (given(a, b + h).phi - given(a, b - h).phi) / (2 * h));
    }
  }
  auto const origin = given(0, 0);
  if (!(fabs(origin.da) + fabs(origin.db) > 0))
    refuse(called("(da, db)", 0, 0), "(" + text(origin.da) + ", " + text(origin.db) + ")",
           "another value: the row of a contact that just touches would be empty");
  constexpr Real small = 1e-6, most = 30;  // 1e6^(1/4): orders from 3/4 to 5/4
  auto const require_order = [&](char const* what, Real a, Real b, auto const& value) {
    Real const there = fabs(value(given(small * a, small * b), small)),
               here = fabs(value(given(a, b), 1));
    if (!(there <= most * here && here <= most * there))
      refuse(called(what, small * a, small * b), text(there),
             "about " + text(here) + " as at 1: phi has to be of order one in its arguments");
  };
  require_order("db", 1, 0, [](NcpValue const& of, Real) { return of.db; });
  require_order("da", 0, 1, [](NcpValue const& of, Real) { return of.da; });
  for (Vec<2> const& at : {Vec<2>{{1, 0.7}}, Vec<2>{{-1, 0.3}}, Vec<2>{{0.4, -1}}}) {
    require_order("phi / x", at[0], at[1], [](NcpValue const& of, Real x) { return of.phi / x; });
    bool const inside = smaller(at[0], at[1]) > 0;
    if (Real const phi = given(at[0], at[1]).phi; (phi > 0) != inside)
      refuse(called("phi", at[0], at[1]), text(phi),
             inside ? "a positive value, where a and b are positive"
                    : "a negative value, where a or b is negative");
  }
}

/// Throws Error if the Jacobian of the position rows is not the derivative of the gap by the twists
/// of both bodies.
template <class Relation>
void require_jacobian(Frames frames) {
  constexpr int rows = Relation::rows;
  auto const [item, A, B] = own_checks::item_of(frames);
  Mat<rows, 6> J[2];
  Relation::jacobian(item, A, B, J[0], J[1]);
  constexpr Real h = 1e-5;
  for (int k = 0; k < 12; ++k) {
    Twist V;
    V[k % 6] = 1;
    auto const gap = [&](Real s) {
      return k < 6 ? Relation::gap(item, advance(A, V, s), B)
                   : Relation::gap(item, A, advance(B, V, s));
    };
    auto const ahead = gap(h), behind = gap(-h);
    for (int i = 0; i < Relation::position_rows; ++i) {
      std::string what = Relation::name;
      what.append(": jacobian of row ").append(std::to_string(i));
      what.append(" by component ").append(std::to_string(k % 6));
      what.append(" of the twist of ").append(k < 6 ? "A" : "B");
      own_checks::require_derivative(what, J[k / 6][i][k % 6], (ahead[i] - behind[i]) / (2 * h));
    }
  }
}

}  // namespace orthant
