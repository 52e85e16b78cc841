// Bodies that must not feel what they do not touch: seams of flush tiles, and shapes that pass.
#include "bench/oracle/scenes.hpp"

namespace orthant::oracle {
namespace {

/// A shape of about 8 cm, and the height of its middle on a floor [m].
struct Slider {
  Json shapes;
  double height;
};

Slider slider(std::string const& kind) {
  if (kind == "cylinder")
    return {{{{"type", "cylinder"}, {"radius", 0.04}, {"length", 0.06}}}, 0.03};
  if (kind == "ellipsoid")
    return {{{{"type", "ellipsoid"}, {"half_axes", {0.06, 0.05, 0.04}}}}, 0.04};
  Json parts = Json::array();
  if (kind == "compound")
    for (double x : {-0.025, 0.025})
      for (double y : {-0.02, 0.02})
        parts.push_back({{"type", "box"}, {"size", {0.05, 0.04, 0.06}}, {"position", {x, y, 0}}});
  else
    parts.push_back({{"type", "box"}, {"size", {0.1, 0.08, 0.06}}});
  return {parts, 0.03};
}

/// Six tiles in a row, without friction, each `apart` from the next, every second one `lower`; the
/// slider is turned by an angle about the vertical [rad].
struct Tiles {
  double apart = 0, lower = 0, turned = 0;
};

constexpr double sideways = 0.05;

Json over(Parameters const& p, std::string const& kind, Tiles const& tiles) {
  Json bodies = Json::array();
  for (int i = 0; i < 6; ++i)
    bodies.push_back(
        {{"name", "tile " + std::to_string(i)},
         {"motion", "fixed"},
         {"friction", 0},
         {"restitution", p.e},
         {"position", {(0.25 + tiles.apart) * i, 0, -0.05 - (i % 2 == 1 ? tiles.lower : 0)}},
         {"shapes", {{{"type", "box"}, {"size", {0.25, 1, 0.1}}}}}});
  auto const [shapes, height] = slider(kind);
  double const I = 2e-3 * p.mass;
  bodies.push_back(
      {{"name", "slider"},
       {"mass", p.mass},
       {"inertia", {I, I, I}},
       {"friction", 0},
       {"restitution", p.e},
       {"position", {0.02, 0.01, height}},
       {"orientation", {std::cos(0.5 * tiles.turned), 0, 0, std::sin(0.5 * tiles.turned)}},
       {"velocity", {1, sideways, 0}},
       {"shapes", shapes}});
  return experiment(p, steps_in(p, 0.6), {0, 0, -g}, bodies);
}

/// x_0 + v t along the tiles. What falls by `lower` from one to the next has at most the speed of a
/// free fall.
void judge_straight(Look& look, Findings& out, double lower) {
  auto const& m = look.motion();
  Vec3 const x0 = m.at[0].pose[6].p_WB, v{{1, sideways, 0}};
  double const fall = std::sqrt(2 * g * lower);
  for (auto const& now : m.at) {
    std::string const here = " at " + text(now.t);
    auto const& u = now.twist[6];
    Vec3 const x = now.pose[6].p_WB;
    out.below("speed beside its own" + here, std::hypot(u[0] - v[0], u[1] - v[1]), 1e-8);
    out.below("speed up or down" + here, std::abs(u[2]), fall + 1e-8);
    out.below("spin" + here, norm(angular(u)), (fall + 1e-9) / 0.03);
    for (int i = 0; i < 3; ++i)
      out.near("place" + here, x[i], x0[i] + v[i] * now.t, (i == 2 ? lower : 0) + 1e-7);
  }
}

// Free flight past a body at rest, its nearest point `clearance` below the way.
Json past(Parameters const& p, Json shape, double radius, double clearance, double speed) {
  double const way = 0.4 * speed;
  Json const block = {{"name", "block"},
                      {"mass", p.mass},
                      {"restitution", p.e},
                      {"friction", 0.5},
                      {"shapes", {{{"type", "box"}, {"size", {0.25, 0.5, 0.1}}}}}};
  Json const body = {{"name", "b"},
                     {"mass", p.mass},
                     {"restitution", p.e},
                     {"friction", 0.5},
                     {"position", {-0.5 * way, 0.01, 0.05 + radius + clearance}},
                     {"velocity", {speed, 0, 0}},
                     {"shapes", {shape}}};
  return experiment(p, steps_in(p, 0.4), {0, 0, 0}, {block, body});
}

void judge_past(Look& look, Findings& out) {
  auto const& m = look.motion();
  Twist const u = m.at[0].twist[1];
  Vec3 const x0 = m.at[0].pose[1].p_WB;
  for (auto const& now : m.at) {
    std::string const here = " at " + text(now.t);
    out.below("velocity beside its own" + here, norm(now.twist[1] - u), 1e-8 * norm(u));
    out.below("velocity of the block" + here, norm(now.twist[0]), 1e-8 * norm(u));
    out.below("place beside its own" + here, norm(now.pose[1].p_WB - x0 - now.t * linear(u)), 1e-7);
  }
}

// A box whose lowest edge crosses above the highest edge of another box.
Json past_edge(Parameters const& p) {
  double const half = std::sqrt(0.5) * 0.1, turn = M_PI / 8;
  Json const cube = {{{"type", "box"}, {"size", {0.1, 0.1, 0.1}}}};
  Json const block = {{"name", "block"},
                      {"mass", p.mass},
                      {"orientation", {std::cos(turn), std::sin(turn), 0, 0}},
                      {"shapes", cube}};
  Json const body = {{"name", "b"},
                     {"mass", p.mass},
                     {"orientation", {std::cos(turn), 0, std::sin(turn), 0}},
                     {"position", {-0.2, -0.21, 2 * half + 1e-5}},
                     {"velocity", {1, 1, 0}},
                     {"shapes", cube}};
  return experiment(p, steps_in(p, 0.4), {0, 0, 0}, {block, body});
}

// Free fall between two walls, without friction: two walls that touch a body may press it with any
// force, and friction would make the fall one of many.
Json between(Parameters const& p, double clearance) {
  Json bodies = Json::array();
  for (int side : {-1, 1})
    bodies.push_back({{"name", side < 0 ? "left" : "right"},
                      {"motion", "fixed"},
                      {"restitution", p.e},
                      {"friction", 0},
                      {"position", {side * (0.1 + 0.5 * clearance), 0, 0}},
                      {"shapes", {{{"type", "box"}, {"size", {0.1, 1, 4}}}}}});
  bodies.push_back({{"name", "b"},
                    {"mass", p.mass},
                    {"restitution", p.e},
                    {"friction", 0},
                    {"position", {0, 0.01, 1}},
                    {"shapes", {{{"type", "box"}, {"size", {0.1, 0.08, 0.06}}}}}});
  return experiment(p, steps_in(p, 0.4), {0, 0, -g}, bodies);
}

void judge_between(Look& look, Findings& out) {
  auto const& m = look.motion();
  for (auto const& now : m.at) {
    std::string const here = " at " + text(now.t);
    auto const& u = now.twist[2];
    double const left = 1e-8 + 1e-10 * now.t / look.p.h;  // what a solver may leave in each step
    out.near("speed of the fall" + here, u[2], -g * now.t, left);
    out.below("speed across" + here, std::hypot(u[0], u[1]), 1e-8);
    out.below("spin" + here, norm(angular(u)), 1e-7);
    out.below("place across" + here, std::abs(now.pose[2].p_WB[0]), 1e-6);
  }
}

// A tile that is 1 mm higher is a wall: a body without spin stops, but for what turns it upwards.
Json caught(Parameters const& p) {
  Json out = over(p, "box", {.lower = 1e-3});
  out["steps"] = steps_in(p, 0.5);
  return out;
}

void judge_caught(Look& look, Findings& out) {
  auto const& m = look.motion();
  double most = 0;
  for (auto const& now : m.at) most = std::max(most, std::abs(now.twist[6][0] - 1));
  // A step moves the body by more than 1 mm, and without rows of open contacts into the tile.
  if (look.choice("scene.contact.speculative", "true") == "true") {
    out.above("change of speed at the step", most, 0.1);
    out.below("place in the end", m.end().pose[6].p_WB[0], 0.02 + 0.95 * m.end().t);
  }
  out.below("fall", -m.end().pose[6].p_WB[2], 0);
  auto const energy = [&](Instant const& now) {
    return 0.5 * dot(linear(now.twist[6]), linear(now.twist[6])) + g * now.pose[6].p_WB[2] +
           0.5 * 2e-3 * dot(angular(now.twist[6]), angular(now.twist[6]));
  };
  for (auto const& now : m.at)
    out.below("energy at " + text(now.t), energy(now),
              energy(m.at[0]) * (1 + 1e-3 + 0.1 * look.p.h));
}

}  // namespace

void add_edges(std::vector<Trial>& to) {
  struct Row {
    char const *name, *kind;
    Tiles tiles;
  };
  for (Row const& each :
       {Row{"seams_box", "box", {}}, Row{"seams_cylinder", "cylinder", {}},
        Row{"seams_ellipsoid", "ellipsoid", {}}, Row{"seams_compound", "compound", {}},
        Row{"seams_apart", "box", {.apart = 1e-4}}, Row{"seams_lower", "box", {.lower = 1e-9}}})
    to.push_back(
        {each.name,
         {"contact"},
         [each](Parameters const& p) { return over(p, each.kind, each.tiles); },
         [each](Look& look, Findings& out) { judge_straight(look, out, each.tiles.lower); }});
  to.push_back({"step_up", {"contact"}, caught, judge_caught});
  struct Pass {
    char const* name;
    Json shape;
    double radius, clearance, speed;
  };
  Json const cube = {{"type", "box"}, {"size", {0.1, 0.08, 0.06}}};
  for (Pass const& each :
       {Pass{"passing_box", cube, 0.03, 1e-4, 1}, Pass{"passing_close", cube, 0.03, 1e-7, 1},
        Pass{"passing_fast", cube, 0.03, 1e-3, 20},
        Pass{"passing_sphere", {{"type", "sphere"}, {"radius", 0.05}}, 0.05, 1e-3, 20},
        Pass{"passing_cylinder",
             {{"type", "cylinder"}, {"radius", 0.04}, {"length", 0.06}},
             0.03,
             1e-5,
             2}})
    to.push_back({each.name,
                  {"contact", "restitution", "sliding"},
                  [each](Parameters const& p) {
                    return past(p, each.shape, each.radius, each.clearance, each.speed);
                  },
                  judge_past});
  to.push_back({"passing_edges", {"contact", "sliding"}, past_edge, judge_past});
  struct Gap {
    char const* name;
    double clearance;
  };
  for (Gap const& each :
       {Gap{"walls_touch", 0}, Gap{"walls_close", 1e-9}, Gap{"walls_apart", 1e-6}})
    to.push_back({each.name,
                  {"contact", "restitution", "sliding"},
                  [each](Parameters const& p) { return between(p, each.clearance); },
                  judge_between});
}

}  // namespace orthant::oracle
