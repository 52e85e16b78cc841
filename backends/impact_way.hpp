// Impacts within steps whose lengths are chosen.
#pragma once
#include "backends/host_rows.hpp"
#include "core/math/straight_motion.hpp"

namespace orthant {

/// The root mean square distance of a body's mass from its centre, sqrt(tr I/(2 m)) [m].
inline Real gyration_of(Body const& body) {
  auto const& I = body.inertia_B;
  return std::sqrt((I[0][0] + I[1][1] + I[2][2]) / (2 * body.mass));
}

/// A displacement d and a rotation of a body, relative to its radius of gyration s: |d|/s + angle.
inline Real relative_way(StraightMotion const& way, Real s) {
  return norm(way.displacement) / s + way.angle;
}

/// The scene with a law of impact for all rigid contacts, J u+ = -e J u-, those with e = 0
/// included. Without it an impact at e = 0 is spread over two steps: in the first, c(q+) = 0 leaves
/// the part of the velocity that closes the gap. How much depends on where in the step the surfaces
/// meet, and with friction so does the motion after it, however short the steps are.
Scene with_laws_of_impact(Scene scene);

/// The largest way by which surfaces that strike would approach in a step of h, h |J u-|, relative
/// to the radius of gyration of a body: the law of impact acts over the whole step, wherever in it
/// the surfaces met. Where a thrown body waits at the surface of the next one, to strike it in the
/// next step, it is the way of the position stage. `before`: u-.
template <class Space>
Real impact_way(System<Space> const& system, State<Space> const& state, StepData<Space> const& step,
                std::vector<Twist> const& before, Real h) {
  std::vector<Contact> found;
  for (auto const& kind : system.constraints) {
    auto const list = kind->contacts();
    if (list.count == 0) continue;
    auto const here = to_host<Space, Contact>(list.contact, list.count);
    found.insert(found.end(), here.begin(), here.end());
  }
  bool const strikes = std::ranges::any_of(found, &Contact::strikes),
             late = std::ranges::any_of(found, &Contact::late);
  if (!strikes && !late) return 0;
  int const n = system.model.all_bodies();
  auto const body = to_host<Space, Body>(system.model.body, n);
  Real most = 0;
  if (late && step.uncorrected.extent(0) > 0) {
    auto const from = to_host<Space, Pose<>>(step.uncorrected, n),
               to = to_host<Space, Pose<>>(state.pose, n);
    for (int b = 0; b < n; ++b)
      if (body[b].dynamic())
        most = larger(most, relative_way(motion_between(from[b], to[b]), gyration_of(body[b])));
  }
  if (!strikes) return most;
  auto const rows = host_rows<Space>(step.rows);
  std::size_t contact = 0;
  for (int k = 0; k < rows.blocks; ++k) {
    if (rows.law[k] != Law::coulomb) continue;
    auto const& c = found[contact++];
    int const r = rows.first[k];
    if (!c.strikes || !(rows.impulse[r] > 0)) continue;
    Real const speed = dot(rows.J_first[r], before[c.a]) +
                       dot(stacked(rows.direction[r], rows.rotation[r]), before[c.b]);
    for (int const b : {c.a, c.b})
      if (body[b].dynamic()) most = larger(most, -h * speed / gyration_of(body[b]));
  }
  return most;
}

}  // namespace orthant
