// What pages draw of a moment.
#include <nlohmann/json.hpp>

#include "experiments/app/replay/samples.hpp"
#include "experiments/app/view/live.hpp"

namespace orthant {
namespace {

void append_numbers(std::vector<float>& to, Vec3 const& v) {
  for (int i = 0; i < 3; ++i) to.push_back(static_cast<float>(v[i]));
}

/// As read_contacts of a replay has them: world, bodies, point, normal, force, sliding velocity,
/// coefficient and gap.
std::string contacts_text(Session const& session) {
  std::vector<float> out;
  for (auto const& c : session.experiment().simulation->last_step().contact_impulses()) {
    for (int const each : {c.world, c.place.a, c.place.b}) out.push_back(static_cast<float>(each));
    append_numbers(out, c.place.point_W);
    append_numbers(out, c.normal_W);
    append_numbers(out, c.force_per_impulse * c.impulse_W);
    append_numbers(out, c.sliding_W);
    out.push_back(static_cast<float>(c.friction));
    out.push_back(static_cast<float>(c.place.gap));
  }
  return base64(out);
}

std::string poses_text(Session const& session, Snapshot const& now) {
  std::vector<float> out;
  auto const& bodies = session.experiment().setup.scene.bodies;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (bodies[b].motion == Motion::fixed) continue;
    auto const& [p, q] = now.pose[b];
    append_numbers(out, p);
    for (Real const each : {q.w, q.x, q.y, q.z}) out.push_back(static_cast<float>(each));
  }
  return base64(out);
}

}  // namespace

std::string frame_text(Session const& session, bool playing, double speed,
                       std::vector<Hand> const& hands) {
  auto const now = session.state();
  auto const& e = session.experiment();
  Json out = {{"step", session.steps()},
              {"time", now.time},
              {"playing", playing},
              {"speed", speed},
              {"revision", session.revision()},
              {"numbers", session.numbers()},
              {"solved", session.last_solved()},
              {"unsolved", session.unsolved().result(e.setup.h)},
              {"stopped", session.why_stopped()},
              {"differs", session.why_not_same()},
              {"poses", poses_text(session, now)}};
  if (session.steps() > 0 && e.simulation->tells_contact_forces())
    out["contacts"] = contacts_text(session);
  out["hands"] = Json::array();
  for (auto const& each : hands) {
    auto const &p = each.point_B, &to = each.to_W;
    out["hands"].push_back({{"body", each.body},
                            {"pulls", each.kind == Hand::Kind::pull},
                            {"point", {p[0], p[1], p[2]}},
                            {"to", {to[0], to[1], to[2]}}});
  }
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace orthant
