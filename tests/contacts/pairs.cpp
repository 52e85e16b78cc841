// Which spheres touch, against a look at every pair: of few in a world, and of as many as a grid
// is made for.
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <utility>

#include "tests/physics/scenes.hpp"

namespace orthant::test::pairs {
namespace {

struct Ball {
  Vec3 x;
  Real r;
};

/// In a box of the size in which each touches a few others.
std::vector<Ball> balls(int count) {
  std::mt19937 random(7);
  std::uniform_real_distribution<Real> part(0, 1);
  Real const side = 0.25 * std::cbrt(count);
  std::vector<Ball> out(count);
  for (auto& ball : out) {
    for (int i = 0; i < 3; ++i) ball.x[i] = side * part(random);
    ball.r = 0.1 + 0.1 * part(random);
  }
  return out;
}

std::string scene_of(std::vector<Ball> const& balls) {
  Json bodies = Json::array();
  for (std::size_t k = 0; k < balls.size(); ++k)
    bodies.push_back({{"name", "ball " + std::to_string(k)},
                      {"mass", 1},
                      {"position", {balls[k].x[0], balls[k].x[1], balls[k].x[2]}},
                      {"shapes", {{{"type", "sphere"}, {"radius", balls[k].r}}}}});
  return Json({{"gravity", {0, 0, 0}}, {"contact", {{"overlap_tolerance", 1}}}, {"bodies", bodies}})
      .dump();
}

TEST(Pairs, AreThoseThatALookAtEachPairFinds) {
  for (int const count : {2, 12, 63, 66, 300}) {
    SCOPED_TRACE(count);
    auto const all = balls(count);
    std::set<std::pair<int, int>> exact, found;
    for (int a = 0; a < count; ++a)
      for (int b = a + 1; b < count; ++b)
        if (norm(all[b].x - all[a].x) < all[a].r + all[b].r) exact.emplace(a, b);
    Trial trial(scene_of(all), 1e-3);
    for (auto const& c : trial.simulation().contacts())
      if (c.gap < 0) found.insert(std::minmax(c.a, c.b));
    EXPECT_GE(2 * exact.size(), static_cast<std::size_t>(count) / 2);
    EXPECT_EQ(found, exact);
  }
}

}  // namespace
}  // namespace orthant::test::pairs
