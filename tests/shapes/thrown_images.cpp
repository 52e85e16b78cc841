// A box thrown at a cube of triangles moves as its images do, whatever the axes of the world.
#include "orthant/tests/collision/dice.hpp"
#include "orthant/tests/integrators/simulations.hpp"

namespace orthant::test::thrown_images {
namespace {

/// A rotation and a displacement, after a reflection at x = 0 or none.
struct Image {
  bool mirrored = false;
  Pose<> X;

  Vec3 of(Vec3 v) const { return rotate(X.q_WB, mirror(v, 1)); }
  Vec3 of_axial(Vec3 v) const { return rotate(X.q_WB, mirror(v, -1)); }
  Quat<> of(Quat<> q) const { return X.q_WB * (mirrored ? Quat<>{q.w, q.x, -q.y, -q.z} : q); }

 private:
  Vec3 mirror(Vec3 v, Real sign) const {
    if (mirrored) v = sign * Vec3{{-v[0], v[1], v[2]}};
    return v;
  }
};

Json list(Vec3 const& v) { return {v[0], v[1], v[2]}; }
Json list(Quat<> const& q) { return {q.w, q.x, q.y, q.z}; }

/// A cube of 0.2 m, n^2 squares a side, each cut at random.
Json cube(int n, bool mirrored, Dice dice) {
  Json points = Json::array(), triangles = Json::array();
  std::map<std::array<int, 3>, int> known;
  auto const at = [&](int axis, int end, int i, int k) {
    std::array<int, 3> p{};
    p[axis] = end, p[(axis + 1) % 3] = i, p[(axis + 2) % 3] = k;
    auto const [found, is_new] = known.emplace(p, static_cast<int>(points.size()));
    auto const x = [&](int a) { return 0.2 * p[a] / n - 0.1; };
    if (is_new) points.push_back({mirrored ? -x(0) : x(0), x(1), x(2)});
    return found->second;
  };
  auto const add = [&](int a, int b, int c, bool turns) {
    triangles.push_back(turns != mirrored ? Json{a, c, b} : Json{a, b, c});
  };
  for (int axis = 0; axis < 3; ++axis)
    for (int end : {0, n})
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) {
          int const a = at(axis, end, i, k), b = at(axis, end, i + 1, k),
                    c = at(axis, end, i + 1, k + 1), d = at(axis, end, i, k + 1);
          bool const rises = dice.below(2) == 0;
          add(a, b, rises ? c : d, end == 0);
          add(rises ? a : b, c, d, end == 0);
        }
  return {{"type", "mesh"}, {"points", points}, {"triangles", triangles}};
}

struct Throw {
  int squares = 1;
  Real friction = 0;
  unsigned cut = 0;
  Vec3 p, v;
  Quat<> q;

  Json scene(Image const& by) const {
    return {{"gravity", {0, 0, 0}},
            {"bodies",
             {{{"motion", "fixed"},
               {"friction", friction},
               {"position", list(by.X.p_WB)},
               {"orientation", list(by.X.q_WB)},
               {"shapes", {cube(squares, by.mirrored, Dice(cut))}}},
              {{"mass", 2},
               {"inertia", {0.008, 0.008, 0.008}},
               {"friction", friction},
               {"position", list(by.of(p) + by.X.p_WB)},
               {"velocity", list(by.of(v))},
               {"orientation", list(by.of(q))},
               {"shapes", {{{"type", "box"}, {"size", {0.25, 0.06, 0.1}}}}}}}}};
  }
};

Throw any_throw(Dice& dice) {
  Vec3 const d = dice.direction();
  return {.squares = dice.below(2) == 0 ? 1 : 4,
          .friction = dice.below(2) * 0.3,
          .cut = static_cast<unsigned>(dice.below(1000)),
          .p = dice.between(0.3, 0.4) * d + 0.05 * dice.direction(),
          .v = -dice.between(0.5, 3) * d,
          .q = dice.orientation()};
}

/// The number of steps, up to the first that an image does not solve.
int expect_images(Throw const& thrown, Json const& integrator, int steps, Dice& dice) {
  Image const images[] = {{}, {false, dice.pose(1)}, {true, {}}};
  std::unique_ptr<Simulation> run[3];
  for (int k = 0; k < 3; ++k)
    run[k] = simulation(scene_from(thrown.scene(images[k])), 0.01, integrator);
  for (int step = 0; step < steps; ++step) {
    bool solved = true;
    for (auto& each : run) solved = each->step().solved() && solved;
    if (!solved) return step;
    Twist const u = run[0]->snapshot().twist[1];
    for (int k : {1, 2}) {
      Twist const at = run[k]->snapshot().twist[1];
      Real const error = norm(linear(at) - images[k].of(linear(u))) +
                         0.1 * norm(angular(at) - images[k].of_axial(angular(u)));
      EXPECT_LT(error, 1e-6) << integrator << ", step " << step << ", image " << k;
      if (testing::Test::HasFailure()) return step;
    }
  }
  return steps;
}

TEST(ThrownAtAMesh, MovesAsItsImages) {
  Dice dice(17);
  int steps = 0;
  for (int n = 0; n < 20; ++n)
    for (auto const& integrator : one_of_each_way())
      steps += expect_images(any_throw(dice), integrator, 20, dice);
  EXPECT_GT(steps, 2000);
}

}  // namespace
}  // namespace orthant::test::thrown_images
