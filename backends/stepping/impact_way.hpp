// Impacts within steps whose lengths are chosen.
#pragma once
#include <algorithm>
#include <array>

#include "orthant/backends/records/step_impulses.hpp"
#include "orthant/core/math/detail/straight_motion.hpp"
#include "orthant/core/step/integrator.hpp"

namespace orthant {

/// The root mean square distance of a body's mass from its centre, sqrt(tr I/(2 m)) [m].
inline Real gyration_of(Body const& body) {
  auto const& I = body.inertia_B;
  return std::sqrt((I[0][0] + I[1][1] + I[2][2]) / (2 * body.mass));
}

/// A displacement d and a rotation of a body, relative to that distance s: |d|/s + angle.
inline Real relative_way(StraightMotion const& way, Real s) {
  return norm(way.displacement) / s + way.angle;
}

/// The scene with a law of impact for all rigid contacts, J u+ = -e J u-, those with e = 0
/// included. Without it an impact at e = 0 is spread over two steps: in the first, c(q+) = 0 leaves
/// the part of the velocity that closes the gap. How much depends on where in the step the surfaces
/// meet, and with friction so does the motion after it, however short the steps are.
Scene with_laws_of_impact(Scene scene);

/// The largest way by which surfaces that strike, and coordinates that reach a rigid limit, would
/// approach in a step of h, h |J u-|, relative to the radius of gyration of a body; an angle as it
/// is. The law of impact acts over the whole step, wherever in it they met. Where a thrown body
/// waits at the surface of the next one, to strike it in the next step, it is the way of the
/// position stage. `before`: u-.
template <class Space>
Real impact_way(System<Space> const& system, State<Space> const& state, StepData<Space> const& step,
                std::vector<Twist> const& before, Real h) {
  auto const list = system.constraints.contacts();
  auto const found = to_host<Space, Contact>(list.contact, list.count);
  bool const strikes = std::ranges::any_of(found, &AttemptMarks::strikes, &Contact::marks),
             late = std::ranges::any_of(found, &AttemptMarks::late, &Contact::marks);
  bool const limits = std::ranges::any_of(system.constraints, [](auto const& kind) {
    return kind->complementary() && !kind->comes_and_goes() && kind->items() > 0;
  });
  if (!strikes && !late && !limits) return 0;
  int const n = system.model.all_bodies();
  auto const body = to_host<Space, Body>(system.model.body, n);
  auto const twist = to_host<Space, Twist>(state.twist, n);
  Real most = 0;
  if (late && step.where_laws_hold.extent(0) > 0) {
    auto const from = to_host<Space, Pose<>>(step.where_laws_hold, n),
               to = to_host<Space, Pose<>>(state.pose, n);
    for (int b = 0; b < n; ++b)
      if (body[b].dynamic())
        most = larger(most, relative_way(motion_between(from[b], to[b]), gyration_of(body[b])));
  }
  if (!strikes && !limits) return most;
  auto const is_angular = to_host<Space, int>(step.rows.angular, step.rows.rows);
  std::size_t contact = 0, row0 = 0;
  for (int w = 0; w < system.model.worlds; ++w) {
    auto const rows = host_rows<Space>({}, step.rows, w);
    for (auto const& block : rows.blocks) {
      auto const r = nth(block.row);
      bool impact = block.law == Law::nonnegative && rows.compliance[r][0] == 0;
      std::array<int, 2> on = block.body;
      for (int& b : on)
        if (b >= 0) b += w * system.model.bodies;
      if (block.law == Law::coulomb) {
        auto const& c = found[contact++];
        impact = c.marks.strikes;
        on = {c.a, c.b};
      }
      if (!impact || !(rows.impulse[block.row] > 0)) continue;
      Real speed = 0, after = 0;
      for (std::size_t side = 0; side < 2; ++side) {
        if (on[side] < 0) continue;
        speed += dot(rows.J[r][side], before[on[side]]);
        after += dot(rows.J[r][side], twist[on[side]]);
      }
      if (block.law == Law::nonnegative && after < 0.999 * speed) continue;  // largest rate
      for (int const b : on)
        if (b >= 0 && body[b].dynamic())
          most = larger(most, -h * speed / (is_angular[row0 + r] ? 1 : gyration_of(body[b])));
    }
    row0 += rows.J.size();
  }
  return most;
}

}  // namespace orthant
