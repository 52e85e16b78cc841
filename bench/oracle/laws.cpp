// Checks the laws from states, impulses and the experiment, without the arithmetic of a solver.
#include "bench/oracle/laws.hpp"

#include <set>

#include "orthant/core/config/error.hpp"

namespace orthant::oracle {
namespace {

bool dynamic(Motion const& m, int b) {
  return m.scene.bodies[b].motion == orthant::Motion::dynamic;
}

/// The largest speed of a point of a body, over all steps [m/s].
double fastest(Motion const& m) {
  double out = 0;
  for (auto const& now : m.at)
    for (auto const& u : now.twist) out = std::max(out, norm(linear(u)) + 0.3 * norm(angular(u)));
  return out;
}

Vec3 velocity_at(Instant const& now, int b, Vec3 const& x) {
  return linear(now.twist[b]) + cross(angular(now.twist[b]), x - now.pose[b].p_WB);
}

double friction_of(Motion const& m, int b) {
  auto const& shapes = m.scene.bodies[b].shapes;
  return shapes.empty() ? 0 : shapes[0].surface.friction;
}

/// The support height of a shape along a normal, from its centre.
double reach(Shape const& shape, Pose<> const& X, Vec3 const& normal) {
  Vec3 const n = rotate_back(X.q_WB, normal), &s = shape.size;
  if (shape.is<shapes::Sphere>()) return s[0];
  if (shape.is<shapes::Capsule>()) return s[0] + s[1] * std::abs(n[2]);
  if (shape.is<shapes::Box>())
    return s[0] * std::abs(n[0]) + s[1] * std::abs(n[1]) + s[2] * std::abs(n[2]);
  if (shape.is<shapes::Ellipsoid>()) return std::hypot(s[0] * n[0], s[1] * n[1], s[2] * n[2]);
  if (shape.is<shapes::Cylinder>()) return s[0] * std::hypot(n[0], n[1]) + s[1] * std::abs(n[2]);
  return -HUGE_VAL;
}

/// The largest distance along many directions, a lower bound on the distance of the shapes.
double distance(Shape const& a, Pose<> const& X, Shape const& b, Pose<> const& Y) {
  Vec3 const displacement = Y.p_WB - X.p_WB;
  auto const along = [&](Vec3 const& n) {
    return dot(n, displacement) - reach(a, X, n) - reach(b, Y, -n);
  };
  Vec3 best = norm(displacement) > 0 ? unit(displacement) : Vec3{{0, 0, 1}};
  double most = along(best);
  if (norm(displacement) > bounding_radius(a) + bounding_radius(b)) return most;
  auto const attempt = [&](Vec3 const& n) {
    double const next = along(n);
    if (next > most) best = n;
    most = std::max(most, next);
  };
  int const count = 400;
  for (int k = 0; k < count; ++k) {  // on a spiral from pole to pole
    double const z = 1 - (2 * k + 1.0) / count, angle = 2.399963229728653 * k,
                 across = std::sqrt(1 - z * z);
    attempt({{across * std::cos(angle), across * std::sin(angle), z}});
  }
  for (double step = 0.1; step > 1e-4; step *= 0.5)
    for (int k = 0; k < 6; ++k) {
      Vec3 n = best;
      n[k / 2] += k % 2 == 0 ? step : -step;
      attempt(unit(n));
    }
  return most;
}

double gap(Shape const& a, Pose<> const& A, Shape const& b, Pose<> const& B) {
  Pose<> const X = A * a.X_BS, Y = B * b.X_BS;
  auto const above = [](Pose<> const& plane, Shape const& shape, Pose<> const& at) {
    Vec3 const n = rotate(plane.q_WB, Vec3{{0, 0, 1}});
    return dot(at.p_WB - plane.p_WB, n) - reach(shape, at, -n);
  };
  if (a.is<shapes::HalfSpace>()) return above(X, b, Y);
  if (b.is<shapes::HalfSpace>()) return above(Y, a, X);
  return distance(a, X, b, Y);
}

int body_named(Motion const& m, Json const& joint, char const* end) {
  return joint.contains(end) ? m.scene.find(joint[end].get<std::string>()) : -1;
}

Vec3 vector(Json const& v) {
  return {{v[0].get<double>(), v[1].get<double>(), v[2].get<double>()}};
}

/// The present position of an initial point that is fixed to a body or to the world.
Vec3 carried(Motion const& m, Instant const& now, int b, Vec3 const& x) {
  return b < 0 ? x : at(now.pose[b], seen_from(m.at[0].pose[b], x));
}

Vec3 rotated(Motion const& m, Instant const& now, int b, Vec3 const& d) {
  return b < 0 ? d : rotate(now.pose[b].q_WB, rotate_back(m.at[0].pose[b].q_WB, d));
}

double energy(Motion const& m, Instant const& now, Json const& joints) {
  double out = 0;
  for (std::size_t b = 0; b < m.scene.bodies.size(); ++b) {
    if (!dynamic(m, static_cast<int>(b))) continue;
    auto const& body = m.scene.bodies[b];
    Vec3 const v = linear(now.twist[b]), w = rotate_back(now.pose[b].q_WB, angular(now.twist[b]));
    out += 0.5 * body.mass * dot(v, v) + 0.5 * dot(w, body.inertia_B * w) -
           body.mass * dot(m.scene.gravity, now.pose[b].p_WB);
  }
  for (auto const& j : joints) {
    if (j["type"] != "strut" || !j.contains("spring")) continue;
    Vec3 const a = carried(m, now, body_named(m, j, "a"), vector(j["point_a"])),
               b = carried(m, now, body_named(m, j, "b"), vector(j["point_b"]));
    double const s = norm(b - a) - j["spring"]["rest"].get<double>();
    out += 0.5 * j["spring"]["stiffness"].get<double>() * s * s;
  }
  return out;
}

/// The least gap of two bodies at the end of step i.
double gap(Motion const& m, Instant const& now, int a, int b) {
  double least = HUGE_VAL;
  for (auto const& s : m.scene.bodies[a].shapes)
    for (auto const& t : m.scene.bodies[b].shapes)
      least = std::min(least, gap(s, now.pose[a], t, now.pose[b]));
  return least;
}

Json json(Vec3 const& x) { return {x[0], x[1], x[2]}; }

/// The next step from here, by the default solver, if two bodies do not touch each other.
Json step_apart(Motion const& m, Instant const& now, Json experiment, int a, int b) {
  auto& scene = experiment["scene"];
  for (std::size_t k = 0; k < now.pose.size(); ++k) {
    auto& body = scene["bodies"][k];
    auto const& q = now.pose[k].q_WB;
    if (!dynamic(m, static_cast<int>(k))) continue;
    body["position"] = json(now.pose[k].p_WB);
    body["orientation"] = {q.w, q.x, q.y, q.z};
    body["velocity"] = json(linear(now.twist[k]));
    body["angular_velocity"] = json(angular(now.twist[k]));
  }
  for (auto& j : scene["joints"])
    for (char const* key : {"point", "point_a", "point_b", "axis"})
      if (j.contains(key)) {
        int const of = body_named(m, j, std::string(key) == "point_a" ? "a" : "b");
        Vec3 const x = vector(j[key]);
        j[key] = json(std::string(key) == "axis" ? rotated(m, now, of, x) : carried(m, now, of, x));
      }
  scene["apart"] =
      Json::array({Json::array({scene["bodies"][a]["name"], scene["bodies"][b]["name"]})});
  experiment.erase("solver");
  experiment["steps"] = 1;
  return experiment;
}

/// The part s of a straight motion.
Pose<> between(Pose<> const& from, Pose<> const& to, double s) {
  auto const &p = from.q_WB, &q = to.q_WB;
  double const near = p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z < 0 ? -s : s;
  auto const mean = [&](double x, double y) { return (1 - s) * x + near * y; };
  Quat<> r{mean(p.w, q.w), mean(p.x, q.x), mean(p.y, q.y), mean(p.z, q.z)};
  double const n = std::sqrt(r.w * r.w + r.x * r.x + r.y * r.y + r.z * r.z);
  return {(1 - s) * from.p_WB + s * to.p_WB, {r.w / n, r.x / n, r.y / n, r.z / n}};
}

}  // namespace

void judge_contacts(Motion const& m, Findings& out) {
  double weight = 0;
  for (auto const& body : m.scene.bodies) weight += body.mass;
  double const small = 1e-7 * weight * (fastest(m) + 9.81 * m.h), slow = 0.05 + 0.1 * fastest(m);
  for (int i = 1; i <= m.steps(); ++i)
    for (auto const& c : m.at[i].contacts) {
      std::string const here = " after step " + std::to_string(i);
      double const n = dot(c.impulse, c.normal),
                   mu = std::sqrt(friction_of(m, c.a) * friction_of(m, c.b));
      Vec3 const t = c.impulse - n * c.normal;
      out.above("normal impulse" + here, n, -small);
      out.below("friction beyond its cone" + here, norm(t) - mu * n, small);
      // If it slides at both ends of the step in one direction, friction is full and opposite. The
      // corner of a polygon of eight facets is within pi/8 of the sliding in the step, and that
      // within acos(0.98) of the sliding at its end: at least cos(pi/8 + 0.2) = 0.83 of it.
      Vec3 v[2];
      for (int k = 0; k < 2; ++k) {
        Vec3 const u =
            velocity_at(m.at[i - k], c.b, c.point) - velocity_at(m.at[i - k], c.a, c.point);
        v[k] = u - dot(u, c.normal) * c.normal;
      }
      bool const slides = norm(v[0]) > slow && norm(v[1]) > slow &&
                          dot(v[0], v[1]) > 0.98 * norm(v[0]) * norm(v[1]);
      if (slides && n > 1e3 * small)
        out.below("friction along the sliding, over mu times the normal impulse," + here,
                  mu > 0 ? dot(t, v[0]) / (norm(v[0]) * mu * n) : 0, mu > 0 ? -0.82 : 0);
    }
}

void judge_gaps(Motion const& m, Findings& out) {
  double const v = fastest(m), most = 5 * m.h * v + 1e-6;
  for (auto const& now : m.at)
    for (std::size_t a = 0; a < m.scene.bodies.size(); ++a)
      for (std::size_t b = a + 1; b < m.scene.bodies.size(); ++b)
        for (auto const& s : m.scene.bodies[a].shapes)
          for (auto const& t : m.scene.bodies[b].shapes)
            out.above("gap of bodies " + std::to_string(a) + " and " + std::to_string(b) + " at " +
                          text(now.t),
                      gap(s, now.pose[a], t, now.pose[b]), -most);
}

void judge_pushes(Motion const& m, Json const& experiment, Findings& out) {
  if (!stated_of(experiment).contacts_at_end) return;
  if (!experiment["scene"].value("contact", Json::object()).empty()) return;
  for (int i = 1; i <= m.steps(); ++i) {
    auto const &from = m.at[i - 1], &to = m.at[i];
    std::set<std::pair<int, int>> pushed;
    for (auto const& c : to.contacts) {
      double least = HUGE_VAL;  // mass
      for (int b : {c.a, c.b})
        if (dynamic(m, b)) least = std::min(least, m.scene.bodies[b].mass);
      if (dot(c.impulse, c.normal) > 1e-3 * least) pushed.insert(std::minmax(c.a, c.b));
    }
    for (auto const& [a, b] : pushed) {
      double const slack = 1e-4 + 0.1 * m.h * fastest(m);
      if (gap(m, to, a, b) < slack) continue;
      try {
        Instant const without = run(step_apart(m, from, experiment, a, b)).end();
        double least = HUGE_VAL;
        for (int part = 0; part <= 16; ++part) {
          Instant now = without;
          for (int k : {a, b}) now.pose[k] = between(from.pose[k], without.pose[k], part / 16.);
          least = std::min(least, gap(m, now, a, b));
        }
        out.below("gap of bodies " + std::to_string(a) + " and " + std::to_string(b) +
                      ", whose contact pushes in step " + std::to_string(i) + ", without it",
                  least, slack);
      } catch (Unsolved const&) {       // nothing to compare with
      } catch (Error const& refused) {  // of a scene that was taken
        out.near(refused.what(), 1, 0, 0);
      }
    }
  }
}

void judge_balance(Motion const& m, Json const& experiment, Findings& out) {
  std::set<int> held;
  for (auto const& j : experiment["scene"].value("joints", Json::array()))
    for (char const* end : {"a", "b"}) held.insert(body_named(m, j, end));
  for (int i = 1; i <= m.steps(); ++i)
    for (int b = 0; b < static_cast<int>(m.scene.bodies.size()); ++b) {
      if (!dynamic(m, b) || held.contains(b)) continue;
      double const M = m.scene.bodies[b].mass;
      Vec3 const change = linear(m.at[i].twist[b]) - linear(m.at[i - 1].twist[b]);
      Vec3 defect = M * (change - m.h * m.scene.gravity);
      double size = M * (norm(change) + 1);
      for (auto const& c : m.at[i].contacts) {
        if (c.b == b) defect -= c.impulse;
        if (c.a == b) defect += c.impulse;
        if (c.a == b || c.b == b) size += norm(c.impulse);
      }
      out.below("defect of the momentum of body " + std::to_string(b) + " in step " +
                    std::to_string(i) + ", over its size,",
                norm(defect) / size, 1e-6);
    }
}

void judge_joints(Motion const& m, Json const& experiment, Findings& out) {
  double rotation = 0;
  for (auto const& now : m.at)
    for (auto const& u : now.twist) rotation = std::max(rotation, m.h * norm(angular(u)));
  // Initial velocities that joints do not allow open them by the displacement in a step.
  double const most = 1e-6 + 20 * rotation * rotation, jump = m.h * fastest(m);
  for (auto const& j : experiment["scene"].value("joints", Json::array())) {
    auto const type = j["type"].get<std::string>();
    int const a = body_named(m, j, "a"), b = body_named(m, j, "b");
    for (auto const& now : m.at) {
      double const allowed = most + (now.t < 5.5 * m.h ? 4 * jump : 0);
      std::string const here = type + " at " + text(now.t);
      if (type == "distance") {
        auto const p = vector(j["point_a"]), q = vector(j["point_b"]);
        Vec3 const x = carried(m, now, a, p), y = carried(m, now, b, q);
        // The line of its points turns with them: rows that are linear in u+ leave half of this.
        auto const at = [&](int of, Vec3 const& z) {
          return of < 0 ? Vec3{} : velocity_at(now, of, z);
        };
        double const way = m.h * norm(at(b, y) - at(a, x));
        out.near("length of " + here, norm(y - x), norm(q - p), allowed + way * way / norm(q - p));
      } else if (type == "ball" || type == "hinge" || type == "fixed") {
        auto const p = vector(j["point"]);
        out.below("opening of " + here, norm(carried(m, now, b, p) - carried(m, now, a, p)),
                  allowed);
      }
      if (type == "hinge") {
        auto const d = unit(vector(j["axis"]));
        out.below("angle between the axes of " + here,
                  norm(cross(rotated(m, now, a, d), rotated(m, now, b, d))), allowed);
      }
    }
  }
}

void judge_energy(Motion const& m, Json const& experiment, Findings& out) {
  auto const joints = experiment["scene"].value("joints", Json::array());
  double rotation = 0, mass = 0, low = HUGE_VAL, high = -HUGE_VAL;
  for (auto const& body : m.scene.bodies) mass += body.mass;
  for (auto const& now : m.at)
    for (std::size_t b = 0; b < now.pose.size(); ++b) {
      rotation = std::max(rotation, m.h * norm(angular(now.twist[b])));
      if (!dynamic(m, static_cast<int>(b))) continue;
      low = std::min(low, now.pose[b].p_WB[2]);
      high = std::max(high, now.pose[b].p_WB[2]);
    }
  if (low > high) return;  // nothing moves
  double const weight = mass * norm(m.scene.gravity), E0 = energy(m, m.at[0], joints);
  // The moving energy: kinetic energy, that of springs, and that of the heights that occur.
  Motion still = m;
  double moving = weight * (high - low);
  for (auto& u : still.at[0].twist) u = {};
  moving += E0 - energy(still, still.at[0], joints) + 1e-12 * mass;
  moving += energy(m, m.at[0], joints) - energy(m, m.at[0], Json::array());
  double beats = 0;  // (h w)^2 of springs: bdf2 gains up to 1.7 times as much
  for (auto const& j : joints)
    if (j["type"] == "strut" && j.contains("spring"))
      for (auto const& body : m.scene.bodies)
        if (body.mass > 0)
          beats = std::max(beats, m.h * m.h * j["spring"]["stiffness"].get<double>() / body.mass);
  for (int i = 1; i <= m.steps(); ++i)
    out.below("energy over that which moves, gained by " + text(m.at[i].t),
              (energy(m, m.at[i], joints) - E0 - weight * 3 * m.h * fastest(m)) / moving,
              1e-6 + 2 * i * rotation * rotation + 3 * beats);
}

}  // namespace orthant::oracle
