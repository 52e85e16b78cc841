// Impulses from forces, and sliding from the motion of the two bodies.
#include "orthant/backends/peers/contact_forces.hpp"

#include "orthant/core/collision/detail/contact_features.hpp"
#include "orthant/core/math/detail/cone.hpp"

namespace orthant {
namespace {

int reacting(Scene const& scene, int body) {
  return scene.bodies[static_cast<std::size_t>(body)].motion == Motion::dynamic ? body : -1;
}

}  // namespace

ContactImpulse impulse_of(PeerContact const& found, Real h, int world, Scene const& scene,
                          std::span<Pose<> const> pose, std::span<Twist const> twist) {
  ContactImpulse out;
  out.world = world;
  out.a = reacting(scene, found.a);
  out.b = reacting(scene, found.b);
  Vec3 const n = found.normal_W, t = narrow::perpendicular(n);
  out.normal_W = n;
  out.impulse_W = h * found.force_W;
  out.impulse = {{dot(n, out.impulse_W), dot(t, out.impulse_W), dot(cross(n, t), out.impulse_W)}};
  out.friction = found.friction;
  out.force_per_impulse = 1 / h;
  // The point as it was found, on bodies where the step began: x- = x+ - h v+.
  auto const velocity = [&](int body) {
    if (reacting(scene, body) < 0) return Vec3{};
    auto const b = static_cast<std::size_t>(body);
    Vec3 const v = linear(twist[b]), arm = found.point_W - (pose[b].p_WB - h * v);
    return v + cross(angular(twist[b]), arm);
  };
  Vec3 const u = velocity(found.b) - velocity(found.a);
  Real const u_n = dot(n, u);
  out.sliding_W = u - u_n * n;
  out.value = {{found.gap / h + u_n, dot(t, u), dot(cross(n, t), u)}};
  out.place = {found.a, found.b, found.point_W, found.gap + h * u_n};
  return out;
}

/// Over the larger of the largest impulse and the weight of all bodies in a step, as Measures has
/// it.
void judge_forces(std::vector<ContactImpulse> const& contacts, Setup const& setup,
                  std::vector<Measures>& to) {
  std::vector<Real> outside(to.size(), 0), largest(to.size(), 0);
  for (auto const& c : contacts) {
    auto const w = static_cast<std::size_t>(c.world);
    Vec3 const off = c.impulse - projected_on_cone(c.impulse, c.friction);
    outside[w] = larger(outside[w], norm(off));
    largest[w] = larger(largest[w], norm(c.impulse));
  }
  for (std::size_t w = 0; w < to.size(); ++w) {
    auto const& scene = setup.scene.of(static_cast<int>(w));
    Real mass = 0;
    for (auto const& body : scene.bodies)
      if (body.motion == Motion::dynamic) mass += body.mass;
    Real const scale = larger(largest[w], mass * norm(scene.gravity) * setup.h);
    to[w].cone_violation = scale > 0 ? outside[w] / scale : 0;
  }
}

}  // namespace orthant
