// Bodies on uneven ground: the shapes at the end of each step, and mirror images.
#include <cmath>

#include "orthant/tests/integrators/simulations.hpp"

namespace orthant::test::uneven_ground {
namespace {

constexpr int points = 30;
constexpr Real cell = 0.25, corner = -3.6, radius = 0.1;

Real height(int r, int c) { return 0.1 * std::sin(0.7 * r) * std::cos(0.9 * c); }

/// Waves of 0.1 m with a body above them. `mirrored`: the image at the plane x = 0.
Json scene(Json const& shape, Vec3 const& p, Real angle, bool mirrored, Real restitution = 0) {
  Json heights = Json::array();
  for (int r = 0; r < points; ++r) {
    Json row = Json::array();
    for (int c = 0; c < points; ++c) row.push_back(height(r, mirrored ? points - 1 - c : c));
    heights.push_back(row);
  }
  Real const sign = mirrored ? -1 : 1;
  Real const left = mirrored ? -corner - (points - 1) * cell : corner;
  Json const ground = {{"type", "heightfield"},
                       {"heights", heights},
                       {"cell", {cell, cell}},
                       {"diagonal", mirrored ? "falling" : "rising"},
                       {"position", {left, corner, 0}}};
  return {{"bodies",
           {{{"motion", "fixed"}, {"friction", 0.6}, {"shapes", {ground}}},
            {{"mass", 1},
             {"inertia", {0.01, 0.01, 0.01}},
             {"friction", restitution > 0 ? 0 : 0.6},
             {"restitution", restitution},
             {"position", {sign * p[0], p[1], p[2]}},
             {"orientation", {{"axis", {1, sign, sign * 0.3}}, {"angle", angle}}},
             {"shapes", {shape}}}}}};
}

Json const sphere = {{"type", "sphere"}, {"radius", radius}};
Json const method = {{"type", "semi_implicit_euler"}};

/// Distance of x from the triangle a, b, c.
Real distance(Vec3 const& x, Vec3 const& a, Vec3 const& b, Vec3 const& c) {
  Vec3 const corners[] = {a, b, c}, n = unit(cross(b - a, c - a));
  bool inside = true;
  Real least = HUGE_VAL;
  for (int k = 0; k < 3; ++k) {
    Vec3 const p = corners[k], e = corners[(k + 1) % 3] - p;
    inside = inside && dot(cross(e, x - p), n) >= 0;
    Real const s = clamped(dot(x - p, e) / dot(e, e), 0., 1.);
    least = smaller(least, norm(x - p - s * e));
  }
  return inside ? std::abs(dot(x - a, n)) : least;
}

Real above_ground(Vec3 const& x) {
  auto const at = [](int r, int c) {
    return Vec3{{corner + c * cell, corner + r * cell, height(r, c)}};
  };
  Real least = HUGE_VAL;
  for (int r = 0; r + 1 < points; ++r)
    for (int c = 0; c + 1 < points; ++c) {
      least = smaller(least, distance(x, at(r, c), at(r, c + 1), at(r + 1, c + 1)));
      least = smaller(least, distance(x, at(r, c), at(r + 1, c + 1), at(r + 1, c)));
    }
  return least;
}

/// Steps that are solved; in these nothing sinks into the ground.
int solved_steps(Json const& of, Real h, int steps) {
  auto const run = simulation(scene_from(of), h, method, {.solver = "cascade"});
  int solved = 0;
  for (int k = 0; k < steps; ++k) {
    if (!run->step().solved()) continue;
    ++solved;
    EXPECT_LT(run->measure()[0].penetration, 1e-8) << of["bodies"][1]["shapes"][0]["type"] << k;
  }
  return solved;
}

Json const box = {{"type", "box"}, {"size", {0.3, 0.2, 0.1}}};
Json const cone = {{"type", "cone"}, {"radius", 0.1}, {"length", 0.2}};

TEST(UnevenGround, NoShapeSinksIntoItInASolvedStep) {
  Json const shapes[] = {box,
                         sphere,
                         {{"type", "capsule"}, {"radius", 0.06}, {"length", 0.2}},
                         {{"type", "cylinder"}, {"radius", 0.1}, {"length", 0.15}},
                         cone};
  for (int k = 0; k < 5; ++k)
    for (Real const restitution : {0., 0.5}) {
      Vec3 const p{{0.4 * (k - 2), 0.1 * k, 0.6}};
      EXPECT_GE(solved_steps(scene(shapes[k], p, 30 * k, false, restitution), 0.005, 600), 594)
          << shapes[k];
    }
}

void expect_all_solved(Json const& shape, Real friction, Real h, char const* diagonal, Real angle,
                       Real axis_y, Vec3 const& p, Vec3 const& v, Vec3 const& w, int steps) {
  Json of = scene(shape, p, angle, false);
  auto& ground = of["bodies"][0];
  auto& body = of["bodies"][1];
  ground["friction"] = body["friction"] = friction;
  ground["shapes"][0]["diagonal"] = diagonal;
  body["velocity"] = {v[0], v[1], v[2]};
  body["angular_velocity"] = {w[0], w[1], w[2]};
  body["orientation"]["axis"][1] = axis_y;
  EXPECT_EQ(solved_steps(of, h, steps), steps) << shape;
}

/// A frictionless box slides over convex edges within single steps; the side of a cone lies across
/// two edges of a triangle; a hull hits an edge at 2.4 m/s.
TEST(UnevenGround, EveryStepOverItsEdgesIsSolved) {
  expect_all_solved(box, 0, 0.002, "rising", 218.6776786626937, -0.22038238595773185,
                    {{-1.5283251853157558, 1.0438497796503023, 0.5}},
                    {{-0.05550951284776673, -0.24076955335254446, 0}},
                    {{-2.320361549028183, -0.09714674780681953, 3.146536340461081}}, 750);
  expect_all_solved(cone, 0.6, 0.002, "alternating", 184.20412343824302, -0.810934207081069,
                    {{1.3733048209343024, 1.5945785650583724, 0.5}},
                    {{0.7643730549373535, -0.27060839601498476, 0}},
                    {{3.590723518405496, -0.6074037578408689, -1.5505298768798168}}, 300);
  Json const pebble = {
      {0, 0, 0.1}, {0.1, 0, -0.05}, {-0.1, 0.03, -0.05}, {0, 0.12, -0.05}, {0.02, -0.1, -0.03}};
  expect_all_solved({{"type", "hull"}, {"points", pebble}}, 0.3, 0.01, "rising", 258.1732941366349,
                    -0.616511792009401, {{1.6637792469239243, -0.10378585381149374, 0.5}},
                    {{0.16170416870011173, 0.21119906027865376, 0}},
                    {{3.2705472014825983, -0.2461412990478271, 0.40627713408058597}}, 120);
}

/// Its centre is below the ground, so that no row keeps it apart. It is told, not solved.
TEST(UnevenGround, AShapeThatComesOutFromBehindIsToldToOverlap) {
  Json const pillar = {{"type", "box"}, {"size", {0.1, 0.1, 1}}};
  for (Real const depth : {0.3, 2.}) {
    auto const run =
        simulation(scene_from(scene(pillar, {{0, 0, -depth}}, 0, false)), 0.005, method);
    auto const& report = run->step();
    EXPECT_EQ(report.overlaps > 0, depth < 0.5);
    EXPECT_EQ(report.solved(), depth > 0.5);
  }
}

TEST(UnevenGround, CarriesABallAtItsRadius) {
  auto const run = simulation(scene_from(scene(sphere, {{-0.4, 0.1, 0.6}}, 30, false)), 0.005,
                              method, {.solver = "cascade"});
  Real least = HUGE_VAL;
  for (int k = 0; k < 600; ++k) {
    EXPECT_TRUE(run->step().solved()) << k;
    least = smaller(least, above_ground(run->snapshot().pose[1].p_WB));
  }
  EXPECT_NEAR(least, radius, 1e-9);
}

TEST(UnevenGround, MirroredGroundMirrorsTheMotion) {
  std::unique_ptr<Simulation> run[2];
  for (int k = 0; k < 2; ++k)
    run[k] = simulation(scene_from(scene(sphere, {{-0.4, 0.1, 0.6}}, 30, k == 1)), 0.005, method,
                        {.solver = "cascade"});
  for (int k = 0; k < 300; ++k) {
    for (auto& of : run) EXPECT_TRUE(of->step().solved()) << k;
    Vec3 const x = run[0]->snapshot().pose[1].p_WB, y = run[1]->snapshot().pose[1].p_WB;
    EXPECT_NEAR(norm(x - Vec3{{-y[0], y[1], y[2]}}), 0, 1e-8) << k;
  }
}

}  // namespace
}  // namespace orthant::test::uneven_ground
