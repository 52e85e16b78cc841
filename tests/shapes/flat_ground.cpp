// Bodies on a plane of triangles move as on a half-space: no edge within a plane is felt. Shapes
// beside a thin wall of triangles do not feel its far side.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "orthant/tests/integrators/simulations.hpp"
#include "tests/collision/surfaces.hpp"
#include "tests/json_of.hpp"

namespace orthant::test::plane_of_triangles {
namespace {

constexpr int cells = 9;
constexpr Real side = 8;  // [m]

/// A plane of triangles of many shapes. The points within it are moved aside, the same in each run.
Json uneven_triangles() {
  Json points = Json::array(), triangles = Json::array();
  auto const aside = [](int i, int j, Real phase) {
    bool const border = i == 0 || i == cells || j == 0 || j == cells;
    return border ? 0 : 0.25 * std::sin(12.9 * i + 78.2 * j + phase);
  };
  for (int i = 0; i <= cells; ++i)
    for (int j = 0; j <= cells; ++j)
      points.push_back({(i + aside(i, j, 0)) * side / cells - side / 2,
                        (j + aside(i, j, 1)) * side / cells - side / 2, 0});
  auto const at = [](int i, int j) { return i * (cells + 1) + j; };
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j) {
      int const a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
      bool const rising = (i * 7 + j * 3) % 5 < 3;
      triangles.push_back({a, b, rising ? c : d});
      triangles.push_back({rising ? a : b, c, d});
    }
  return {{"type", "mesh"}, {"points", points}, {"triangles", triangles}};
}

Json grid() {
  Json heights = Json::array();
  for (int r = 0; r < 12; ++r) heights.push_back(Json(std::vector<Real>(12, 0.)));
  return {{"type", "heightfield"},
          {"heights", heights},
          {"cell", {0.8, 0.8}},
          {"position", {-4.413, -4.427, 0}}};
}

struct Moving {
  char const* name;
  Json shape, orientation;
  Real height;
  Vec3 v, w;
};

Json scene(Json const& ground, Moving const& of) {
  return {{"contact", {{"margin", 0.01}}},
          {"bodies",
           {{{"motion", "fixed"}, {"friction", 0.4}, {"shapes", {ground}}},
            {{"mass", 1},
             {"friction", 0.4},
             {"position", {0.013, 0.027, of.height}},
             {"orientation", of.orientation},
             {"velocity", {of.v[0], of.v[1], of.v[2]}},
             {"angular_velocity", {of.w[0], of.w[1], of.w[2]}},
             {"shapes", {of.shape}}}}}};
}

TEST(FlatGround, OfTrianglesIsAHalfSpace) {
  Json const upright = {{"axis", {0, 0, 1}}, {"angle", 0}};
  Json const lying = {{"axis", {1, 0, 0}}, {"angle", 90}};
  Json const tilted = {{"axis", {1, 0.3, 0.2}}, {"angle", 35}};
  Json const box = {{"type", "box"}, {"size", {0.4, 0.3, 0.2}}};
  Json const wheel = {{"type", "cylinder"}, {"radius", 0.2}, {"length", 0.1}};
  Json const capsule = {{"type", "capsule"}, {"radius", 0.1}, {"length", 0.4}};
  // The loads of a box on four points are not unique: they follow from those of the last step,
  // which a point has to take along to the next triangle.
  Moving const cases[] = {{"sliding box", box, upright, 0.1, {{1.5, 0.4, 0}}, {{0, 0, 0}}},
                          {"spinning box", box, upright, 0.1, {{1.5, 0.4, 0}}, {{0, 0, 1}}},
                          {"tumbling box", box, tilted, 0.6, {{1, 0.3, 0}}, {{1, 2, 1}}},
                          {"wheel", wheel, lying, 0.2, {{0.8, 0, 0}}, {{0, 4, 0}}},
                          {"capsule", capsule, lying, 0.1, {{0.8, 0.1, 0}}, {{0, 4, 0.2}}},
                          {"sphere",
                           {{"type", "sphere"}, {"radius", 0.1}},
                           upright,
                           0.1,
                           {{0.8, 0.3, 0}},
                           {{0, 4, 1}}}};
  Json const grounds[] = {{{"type", "half_space"}}, uneven_triangles(), grid()};
  for (auto const& of : cases) {
    std::unique_ptr<Simulation> run[3];
    for (int k = 0; k < 3; ++k)
      run[k] = simulation(scene_from(scene(grounds[k], of)), 0.01,
                          {{"type", "semi_implicit_euler"}}, {.solver = "cascade"});
    for (int step = 0; step < 300; ++step) {
      for (auto& each : run) EXPECT_TRUE(each->step().solved()) << of.name << step;
      Vec3 const x = run[0]->snapshot().pose[1].p_WB;
      for (int k : {1, 2})
        EXPECT_NEAR(norm(run[k]->snapshot().pose[1].p_WB - x), 0, 1e-8) << of.name << step;
    }
  }
}

class Bounces : public ::testing::TestWithParam<Json> {};

/// A corner that the impact of another one leads down, and that has no row since it would not meet
/// the ground in free motion.
TEST_P(Bounces, OfATumblingBoxLeaveNoOverlap) {
  for (auto const& [angle, h] : {std::pair{50, 0.01}, {140, 0.005}, {350, 0.01}})
    for (Json const& ground : {Json{{"type", "half_space"}}, grid()}) {
      SCOPED_TRACE(std::to_string(angle) + ground["type"].dump());
      Json const axis = {1, 0.3, 0.2};
      Json of = scene(ground, {"box",
                               {{"type", "box"}, {"size", {0.4, 0.3, 0.2}}},
                               {{"axis", axis}, {"angle", angle}},
                               0.6,
                               {{1, 0.3, 0}},
                               {{1, 2, 1}}});
      for (auto& body : of["bodies"]) body["restitution"] = 0.5;
      auto const run = simulation(scene_from(of), h, GetParam(), {.solver = "cascade"});
      for (int step = 0; step < std::lround(1.5 / h); ++step) {
        EXPECT_TRUE(run->step().solved()) << step;
        EXPECT_LT(run->measure()[0].penetration, 1e-9) << step;
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Integrators, Bounces, testing::ValuesIn(one_of_each_way()), by_integrator);

/// The ground between two places on x, of one kind.
Json ground_between(std::string const& kind, Real from, Real to) {
  Real const length = to - from;
  if (kind == "box")
    return {{"type", "box"}, {"size", {length, 2, 0.2}}, {"position", {(from + to) / 2, 0, -0.1}}};
  if (kind == "heightfield")
    return {{"type", "heightfield"},
            {"heights", {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}},
            {"cell", {length / 2, 1}},
            {"position", {from, -1, 0}}};
  return {{"type", "mesh"},
          {"points", {{from, -1, 0}, {to, -1, 0}, {to, 1, 0}, {from, 1, 0}}},
          {"triangles", {{0, 1, 2}, {0, 2, 3}}}};
}

class Seams : public ::testing::TestWithParam<Json> {};

/// Round bodies roll, and a box that bounces slides, from one ground to another that is flush, and
/// come to the seam at any part of a step: the edge of neither is felt.
TEST_P(Seams, OfTwoGroundsStopNothing) {
  Json const lying = {{"axis", {1, 0, 0}}, {"angle", 90}};
  Json const shapes[] = {{{"type", "sphere"}, {"radius", 0.1}},
                         {{"type", "capsule"}, {"radius", 0.1}, {"length", 0.3}},
                         {{"type", "cylinder"}, {"radius", 0.1}, {"length", 0.1}},
                         {{"type", "box"}, {"size", {0.02, 0.2, 0.2}}}};
  for (std::string const kind : {"box", "heightfield", "mesh"})
    for (Json const& shape : shapes)
      for (Real const from : {-0.0211, -0.0197, -0.0178, -0.0155}) {
        SCOPED_TRACE(kind + ", " + shape.dump() + ", " + std::to_string(from));
        bool const slides = shape["type"] == "box";
        Json of = {{"bodies",
                    {{{"motion", "fixed"}, {"shapes", {ground_between(kind, -2, 0)}}},
                     {{"motion", "fixed"}, {"shapes", {ground_between(kind, 0, 2)}}},
                     {{"mass", 1},
                      {"inertia", {0.01, 0.01, 0.01}},
                      {"position", {from, 0.03, 0.1}},
                      {"orientation", lying},
                      {"velocity", {1, 0, 0}},
                      {"angular_velocity", {0, slides ? 0 : 10, 0}},
                      {"shapes", {shape}}}}}};
        for (auto& body : of["bodies"])
          if (slides) body.update({{"friction", 0}, {"restitution", 0.5}});
        auto const run = simulation(scene_from(of), 0.005, GetParam(), {.solver = "cascade"});
        for (int k = 0; k < 9; ++k) {
          ASSERT_TRUE(run->step().solved()) << k;
          ASSERT_LT(run->measure()[0].penetration, 1e-9) << k;
        }
        Twist const u = run->snapshot().twist[2];
        EXPECT_LT(norm(u - stacked(Vec3{{1, 0, 0}}, Vec3{{0, slides ? 0. : 10., 0}})), 1e-7);
      }
}

INSTANTIATE_TEST_SUITE_P(Integrators, Seams, testing::ValuesIn(one_of_each_way()), by_integrator);

/// The rim of a cylinder comes down over the edge of the next box. The rows of that step, and not
/// the shapes, push it, so that a solver has to end before they can be judged.
TEST(CylindersOverSeams, AreSolvedWithForcesAtTheEnd) {
  for (int place = 0; place < 60; place += 3) {
    SCOPED_TRACE(place);
    Json const of = {{"bodies",
                      {{{"motion", "fixed"}, {"shapes", {ground_between("box", -1, 0)}}},
                       {{"motion", "fixed"}, {"shapes", {ground_between("box", 0, 1)}}},
                       {{"mass", 1},
                        {"position", {-0.1 + 0.02 * place / 60, 0.013, 0.05}},
                        {"orientation", {{"axis", {1, 0, 0}}, {"angle", 90}}},
                        {"velocity", {1, 0, 0}},
                        {"angular_velocity", {0, 20, 0}},
                        {"shapes", {{{"type", "cylinder"}, {"radius", 0.05}, {"length", 0.2}}}}}}}};
    auto const run = simulation(scene_from(of), 0.005, "linearly_implicit", {.solver = "cascade"});
    for (int k = 0; k < 30; ++k) ASSERT_TRUE(run->step().solved()) << k;
    EXPECT_LT(norm(run->snapshot().twist[2] - Twist{{1, 0, 0, 0, 20, 0}}), 1e-7);
  }
}

/// A cube as a mesh whose faces are cut in n x n squares.
Json cut_mesh(int n) {
  auto const cube = cut_cube(n);
  Json points;
  for (auto const& p : cube.points) points.push_back(json_of(p));
  return {{"type", "mesh"}, {"points", points}, {"triangles", cube.corners}};
}

/// It lands on an edge, on a corner and on a face.
class CutFaces : public ::testing::TestWithParam<Json> {};

TEST_P(CutFaces, OfAMeshThatFallsChangeNothing) {
  auto const falling = [&](Json const& ground, Json const& surface, Json const& axis, Real angle,
                           int n) {
    Json made = {{"bodies",
                  {{{"motion", "fixed"}, {"shapes", {ground}}},
                   {{"mass", 1},
                    {"inertia", {0.0066, 0.0066, 0.0066}},
                    {"position", {0, 0, 0.3}},
                    {"orientation", {{"axis", axis}, {"angle", angle}}},
                    {"velocity", {0.5, 0.1, -1}},
                    {"shapes", {cut_mesh(n)}}}}}};
    for (auto& body : made["bodies"]) body.update(surface);
    return simulation(scene_from(made), 0.005, GetParam(), {.solver = "cascade"});
  };
  Json const grounds[] = {{{"type", "half_space"}},
                          {{"type", "box"}, {"size", {3, 3, 1}}, {"position", {0, 0, -0.5}}}};
  for (auto const& ground : grounds)
    for (Real const restitution : {0., 0.5})
      for (Json const& axis : {Json{1, 0, 0}, Json{1, 0.3, 0.2}})
        for (Real const angle : {0., 1., 20.}) {
          SCOPED_TRACE(ground.dump() + axis.dump() + std::to_string(angle));
          Json const surface = {{"friction", 0.4}, {"restitution", restitution}};
          auto const whole = falling(ground, surface, axis, angle, 1),
                     cut = falling(ground, surface, axis, angle, 4);
          for (int step = 0; step < 60; ++step) {
            EXPECT_TRUE(whole->step().solved()) << step;
            EXPECT_TRUE(cut->step().solved()) << step;
            Vec3 const x = whole->snapshot().pose[1].p_WB, y = cut->snapshot().pose[1].p_WB;
            ASSERT_NEAR(norm(x - y), 0, 1e-7) << step;
          }
        }
}

INSTANTIATE_TEST_SUITE_P(Integrators, CutFaces, testing::ValuesIn(one_of_each_level()),
                         by_integrator);

/// The edge of a box crosses an edge of the cube. Wherever this is cut, no point of it is within
/// the box at the end of a solved step.
TEST(CutEdges, TouchWhatCrossesThem) {
  struct Thrown {
    char const* integrator;
    Real h;
    Vec3 x, v;
    Quat<> q;
  };
  for (Thrown const& of :
       {Thrown{"implicit_euler",
               0.005,
               {{-0.3141573770488231, -0.20890492205128214, 0.07388172249032289}},
               {{1.9184788004966353, 1.6768069398195364, -0.8848423801435344}},
               {-0.15041448717118677, 0.6152170332696483, 0.09133440345528175, 0.7684669874297719}},
        Thrown{
            "semi_implicit_euler",
            0.005,
            {{-0.2572357479583365, 0.17766793371044604, 0.07216947074827394}},
            {{2.3473792031441088, -1.4720101379316628, -0.6343025530095939}},
            {-0.02677499499617006, -0.30835283848271633, -0.335810147617638, -0.8896252983136367}},
        // Its shortest way out of the edge leads into the cube.
        Thrown{"moreau_jean",
               0.01,
               {{0.3077503980495183, -0.04200864233728725, -0.039321308673839504}},
               {{-2.158416278315056, 0.4977507094537146, 0.22216739619645817}},
               {-0.12426739403139497, -0.034556582761027056, 0.9744938870561608,
                0.18364400741298592}}})
    for (int const n : {1, 3, 7, 9}) {
      SCOPED_TRACE(of.integrator + std::to_string(n));
      Json const made = {{"gravity", {0, 0, 0}},
                         {"bodies",
                          {{{"motion", "fixed"}, {"friction", 0}, {"shapes", {cut_mesh(n)}}},
                           {{"mass", 2},
                            {"inertia", {0.008, 0.008, 0.008}},
                            {"friction", 0},
                            {"position", json_of(of.x)},
                            {"orientation", {of.q.w, of.q.x, of.q.y, of.q.z}},
                            {"velocity", json_of(of.v)},
                            {"shapes", {{{"type", "box"}, {"size", {0.15, 0.15, 0.15}}}}}}}}};
      auto const s = simulation(scene_from(made), of.h, of.integrator, {.solver = "cascade"});
      for (int step = 1; step <= 25; ++step) {
        if (!s->step().solved()) continue;  // one step of nine pieces, by semi_implicit_euler
        auto const box = s->snapshot().pose[1];
        for (int axis = 0; axis < 3; ++axis)
          for (int const end : {0, 1, 2, 3})
            for (int k = 0; k <= 200; ++k) {
              Vec3 x;
              x[axis] = 0.001 * k - 0.1;
              x[(axis + 1) % 3] = end % 2 ? 0.1 : -0.1;
              x[(axis + 2) % 3] = end / 2 ? 0.1 : -0.1;
              Vec3 const in = seen_from(box, x);
              ASSERT_GT(std::max({std::fabs(in[0]), std::fabs(in[1]), std::fabs(in[2])}),
                        0.075 - 1e-7)
                  << step;
            }
      }
    }
}

constexpr int sides = 8;
constexpr Real outer = 0.04, inner = 0.036, bottom = 0.005, top = 0.09;  // [m]

/// A cup with flat sides, closed: the outside, the rim, the inside.
Json cup() {
  Json points = Json::array(), triangles = Json::array();
  auto const ring = [&](Real apothem, Real z) {
    Real const r = apothem / std::cos(std::numbers::pi / sides);
    for (int k = 0; k < sides; ++k) {
      Real const angle = std::numbers::pi * (2 * k + 1) / sides;
      points.push_back({r * std::cos(angle), r * std::sin(angle), z - top / 2});
    }
  };
  ring(outer, 0), ring(outer, top), ring(inner, top), ring(inner, bottom);
  auto const band = [&](int from, int to) {
    for (int k = 0; k < sides; ++k) {
      int const next = (k + 1) % sides;
      triangles.push_back({from * sides + k, from * sides + next, to * sides + next});
      triangles.push_back({from * sides + k, to * sides + next, to * sides + k});
    }
  };
  band(0, 1), band(1, 2), band(2, 3);
  for (int k = 1; k + 1 < sides; ++k) {
    triangles.push_back({0, k + 1, k});
    triangles.push_back({3 * sides, 3 * sides + k, 3 * sides + k + 1});
  }
  return {{"type", "mesh"}, {"points", points}, {"triangles", triangles}};
}

/// The centre of the box is in front of a face of the inside of the cup, and a corner behind it.
TEST(ThinWalls, ABoxBesideACupDoesNotTouchItsInside) {
  for (Real const apart : {1e-4, 1e-3, 3e-3}) {
    Json const scene = {{"gravity", {0, 0, 0}},
                        {"bodies",
                         {{{"mass", 1},
                           {"position", {-outer - apart - 0.01, 0, 0.12}},
                           {"shapes", {{{"type", "box"}, {"size", {0.02, 0.024, 0.14}}}}}},
                          {{"motion", "fixed"},
                           {"position", {0, -0.01, top / 2}},
                           {"orientation", {{"axis", {1, 0, 0}}, {"angle", -25}}},
                           {"shapes", {cup()}}}}}};
    auto const run = simulation(scene_from(scene), 0.005, {{"type", "semi_implicit_euler"}},
                                {.solver = "cascade"});
    EXPECT_EQ(run->measure()[0].penetration, 0) << apart;
    EXPECT_TRUE(run->step().solved()) << apart;
    for (int k = 0; k < 6; ++k) EXPECT_EQ(run->snapshot().twist[0][k], 0) << apart;
  }
}

}  // namespace
}  // namespace orthant::test::plane_of_triangles
