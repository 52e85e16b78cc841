// The spring of a hand.
#include "experiments/app/view/hand.hpp"

#include <cmath>

#include "orthant/core/math/small_inverse.hpp"
#include "orthant/core/model/model.hpp"

namespace orthant {
namespace {

/// 1 + s (1/m 1 - [r] I^-1 [r]), with [r] x = r x x
Mat3 held_back(Real s, Real mass, Mat3 const& inverse_inertia, Vec3 const& r) {
  Mat3 out;
  for (int c = 0; c < 3; ++c) {
    Vec3 e;
    e[c] = 1;
    Vec3 const moved = (1 / mass) * e + cross(inverse_inertia * cross(r, e), r);
    for (int i = 0; i < 3; ++i) out[i][c] = e[i] + s * moved[i];
  }
  return out;
}

bool turns(Mat3 const& inertia) {
  return inertia[0][0] > 0 && inertia[1][1] > 0 && inertia[2][2] > 0;
}

}  // namespace

Vec6 wrench_of(Hand const& hand, Scene const& scene, Pose<> const& pose, Twist const& twist,
               Real h) {
  auto const& body = scene.bodies[nth(hand.body)];
  Real const m = body.mass;
  Mat3 const& I = body.inertia_B;
  Real const weightless = 9.81, fall = norm(scene.gravity), g = fall > 0 ? fall : weightless;
  bool const free_to_turn = turns(I);
  Vec3 const r = free_to_turn ? rotate(pose.q_WB, hand.point_B) : Vec3{};
  int const across = scene.normal();
  Vec3 F;
  if (hand.kind == Hand::Kind::push) {
    Real const length = norm(hand.to_W);
    if (length > 0) F = (3 * m * g * hand.strength / length) * hand.to_W;
  } else {
    Real const gyration = std::sqrt((I[0][0] + I[1][1] + I[2][2]) / (2 * m));
    Real const rate_squared = gyration > 0 ? 2 * g / gyration : 100;
    Real const k = m * rate_squared * hand.strength, d = 2 * std::sqrt(k * m);
    Mat3 const inverse = free_to_turn ? in_world(pose.q_WB, inverse_spd(I)) : Mat3{};
    Vec3 const v = linear(twist) + cross(angular(twist), r);
    Vec3 const wanted = k * (hand.to_W - pose.p_WB - r) - (k * h + d) * v;
    F = inverse_spd(held_back(d * h + k * h * h, m, inverse, r)) * wanted;
    Real const most = 20 * m * g * hand.strength, size = norm(F);
    if (size > most) F = (most / size) * F;
  }
  if (across >= 0) F[across] = 0;
  Vec3 T = free_to_turn ? cross(r, F) : Vec3{};
  for (int i = 0; i < 3; ++i)
    if (across >= 0 && i != across) T[i] = 0;
  return stacked(F, T);
}

}  // namespace orthant
