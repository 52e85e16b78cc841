// Random scenes, the laws that they must obey, and their reduction.
#include "bench/oracle/random_scenes.hpp"

#include "bench/oracle/laws.hpp"
#include "orthant/core/config/child.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant::oracle {
namespace {

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  double real(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11) * 0x1p-53;
  }
  double one_of(std::vector<double> const& v) { return v[below(static_cast<int>(v.size()))]; }
  Json vector(double size) { return {real(-size, size), real(-size, size), real(-size, size)}; }
  Json direction() {
    double const z = real(-1, 1), a = real(0, 6.283185307179586), s = std::sqrt(1 - z * z);
    return {s * std::cos(a), s * std::sin(a), z};
  }

 private:
  std::mt19937_64 random_;
};

Json shape(Dice& dice) {
  double const r = dice.real(0.05, 0.12);
  switch (dice.below(6)) {
    case 0:
      return {{"type", "box"}, {"size", {r, dice.real(0.1, 0.2), dice.real(0.1, 0.2)}}};
    case 1:
      return {{"type", "capsule"}, {"radius", 0.5 * r}, {"length", dice.real(0.05, 0.15)}};
    case 2:
      return {{"type", "cylinder"}, {"radius", 0.7 * r}, {"length", dice.real(0.05, 0.15)}};
    case 3:
      return {{"type", "ellipsoid"}, {"half_axes", {r, dice.real(0.05, 0.12), 0.07}}};
    default:
      return {{"type", "sphere"}, {"radius", r}};
  }
}

Json body(Dice& dice, int number, bool falls, double e, double speed) {
  Json out = {{"name", "b" + std::to_string(number)},
              {"mass", std::pow(10, dice.real(-1, 1))},
              {"friction", dice.one_of({0, 0.3, 0.9})},
              {"restitution", e},
              {"velocity", dice.vector(speed)},
              {"angular_velocity", dice.vector(3)},
              {"shapes", {shape(dice)}}};
  double const x = 0.32 * number, y = dice.real(-0.03, 0.03);
  bool const round = out["shapes"][0]["type"] == "sphere";
  double z = dice.real(0.2, 0.3);
  if (round && falls && dice.below(2) == 0) {
    z = out["shapes"][0]["radius"].get<double>();
    out["velocity"][2] = 0;
  }
  out["position"] = {x, y, z};
  if (!round) {
    auto const d = dice.direction();
    double const a = dice.real(0, 3);
    double q[4] = {std::cos(a), std::sin(a) * d[0].get<double>(), std::sin(a) * d[1].get<double>(),
                   std::sin(a) * d[2].get<double>()};
    out["orientation"] = {q[0], q[1], q[2], q[3]};
  }
  return out;
}

/// `held`: a strut more often, and at a lever arm.
Json joint(Dice& dice, Json const& bodies, int number, bool held) {
  Json const &b = bodies[number], &p = b["position"];
  Json out = {{"b", b["name"]}};
  bool const to_next = number + 1 < static_cast<int>(bodies.size()) && dice.below(2) == 0;
  Json const& q = to_next ? bodies[number + 1]["position"] : Json{0, 0, 1};
  if (to_next) out["a"] = bodies[number + 1]["name"];
  auto const type = std::vector<std::string>{"ball",  "hinge", "distance", "fixed",
                                             "strut", "strut", "strut"}[dice.below(held ? 7 : 5)];
  out["type"] = type;
  if (type == "distance" || type == "strut") {
    out["point_a"] = q;
    out["point_b"] = p;
    if (held && dice.below(2) == 0)
      for (auto& x : out["point_b"]) x = x.get<double>() + dice.real(-0.1, 0.1);
    if (type == "strut")
      out["spring"] = {{"stiffness", dice.one_of({10, 1000, 1e5})}, {"rest", dice.real(0.2, 0.5)}};
  } else {
    out["point"] = {0.5 * (p[0].get<double>() + q[0].get<double>()),
                    0.5 * (p[1].get<double>() + q[1].get<double>()),
                    0.5 * (p[2].get<double>() + q[2].get<double>())};
    if (type == "hinge") out["axis"] = dice.direction();
  }
  return out;
}

void choose(Dice& dice, Json& experiment) {
  static auto const factors = all_factors();
  Row row(factors.size(), -1);
  for (std::size_t f = 0; f < factors.size(); ++f) {
    int const p = factors[f].parent;
    if (p < 0 || (row[p] >= 0 && factors[f].under[row[p]])) row[f] = dice.below(factors[f].size());
    if (f == 0)
      while (!trials()[row[0]].with("contact")) row[0] = dice.below(factors[0].size());
    // In half of the cases the default; and coefficients as the judge combines them.
    bool const plain = factors[f].values[0].is_null() && dice.below(2) == 0;
    if (row[f] >= 0 && (plain || factors[f].name == "scene.contact.friction_combination"))
      row[f] = 0;
  }
  write_choices(factors, row, experiment);
}

bool every(Json const& bodies, char const* key, double otherwise) {
  for (auto const& b : bodies)
    if (b.value(key, otherwise) != 0) return false;
  return true;
}

/// The same motion in parts of a step.
Json in_parts(Json experiment, int parts) {
  experiment["step"] = experiment["step"].get<double>() / parts;
  experiment["steps"] = experiment["steps"].get<int>() * parts;
  return experiment;
}

/// Whether another solver goes elsewhere in a step: `proximal_newton`, or the default instead of
/// it. What solvers leave grows tenfold and more in an impact of bodies that a strut holds
/// together.
std::string differs(Motion const& a, Json experiment) {
  Json const solver = experiment.value("solver", Json());
  bool const same = solver == "proximal_newton" ||
                    (solver.is_object() && solver.value("type", "") == "proximal_newton");
  experiment.erase("solver");
  if (!same) experiment["solver"] = "proximal_newton";
  Motion const b = run(experiment);
  double last = 1e-9;
  for (int i = 1; i <= a.steps(); ++i) {
    double most = 0;
    for (std::size_t k = 0; k < a.at[i].pose.size(); ++k)
      most = std::max(most, norm(a.at[i].pose[k].p_WB - b.at[i].pose[k].p_WB));
    if (most > 1e-5)
      return most < 1e3 * last
                 ? ""
                 : "goes " + orthant::text(most) + " m from where another solver does in step " +
                       std::to_string(i);
    last = std::max(last, most);
  }
  return {};
}

Judgement laws(Json const& experiment) {
  try {
    Motion const m = run(experiment);
    Findings out(experiment);
    auto const& scene = experiment["scene"];
    judge_contacts(m, out);
    judge_gaps(m, out);
    judge_pushes(m, experiment, out);
    judge_joints(m, experiment, out);
    // Impulses spread over several steps, or over stages with different directions, do not balance
    // in one step.
    if (stated_of(experiment).parts == 1) judge_balance(m, experiment, out);
    // Newton's impact law may gain energy in simultaneous impacts, or with friction.
    bool const corrected = scene.value("contact", Json::object()).value("baumgarte", 0.0) > 0;
    if (every(scene["bodies"], "restitution", 0) && !corrected) judge_energy(m, experiment, out);
    if (out.count() > 0) return {Verdict::wrong, out.first()};
    if (!every(scene["bodies"], "friction", 0.5)) return {};
    try {
      auto const found = differs(m, experiment);
      if (found.empty()) return {};
      // A gap or a distance that turns in a step may have several roots. In short ones it has one.
      Json const parts = in_parts(experiment, 8);
      if (!differs(run(parts), parts).empty()) return {Verdict::wrong, found};
    } catch (Unsolved const&) {  // nothing to compare with
    }
    return {};
  } catch (Unsolved const& unsolved) {
    return {Verdict::reported, unsolved.what};
  } catch (Error const& error) {
    return {Verdict::refused, error.what()};
  }
}

}  // namespace

Json random_experiment(unsigned seed) {
  Dice dice(seed);
  // Bodies without friction that joints hold, and that bounce: an impulse may push what a joint
  // already parts, and each solver may find another one.
  bool const held = dice.below(2) == 0;
  bool const falls = dice.below(5) > 0, ground = dice.below(5) > 0;
  double const e = held ? dice.one_of({0, 0.5, 1}) : dice.one_of({0, 0, 0.5, 1});
  Json bodies = Json::array(), joints = Json::array();
  int const count = 1 + dice.below(5);
  double const speed = held ? dice.one_of({2, 20}) : 2;  // [m/s]
  for (int b = 0; b < count; ++b) bodies.push_back(body(dice, b, falls, e, speed));
  for (int b = 0; b < count; ++b)
    if (held || dice.below(3) == 0) joints.push_back(joint(dice, bodies, b, held));
  if (held || dice.below(3) == 0)
    for (auto& b : bodies) b["friction"] = 0;
  if (ground)
    bodies.push_back({{"name", "floor"},
                      {"motion", "fixed"},
                      {"friction", bodies[0]["friction"]},
                      {"restitution", e},
                      {"shapes", {{{"type", "half_space"}}}}});
  Json out = {
      {"scene", {{"gravity", {0, 0, falls ? -9.81 : 0.0}}, {"bodies", bodies}, {"joints", joints}}},
      {"step", dice.one_of({0.01, 0.005, 0.002})},
      {"steps", 30}};
  if (held) {
    out["integrator"] = dice.below(2) == 0 ? "implicit_euler" : "variational";
    out["solver"] = std::vector<std::string>{"cascade", "proximal_newton", "nsgs"}[dice.below(3)];
    return out;
  }
  // Most independent random choices contradict each other.
  Json chosen = out;
  for (int i = 0; i < 30; ++i) {
    chosen = out;
    choose(dice, chosen);
    if (refusal(chosen).empty()) break;
  }
  return chosen;
}

Judgement judge_laws(Json const& experiment, double seconds) {
  return judged_apart(seconds, [&] { return laws(experiment); });
}

}  // namespace orthant::oracle
