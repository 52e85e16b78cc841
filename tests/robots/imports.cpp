// What `orthant import` writes is the scene of the model, and is read again.
#include "orthant/core/model/detail/shape.hpp"
#include "tests/robots/models.hpp"
#include "tests/table.hpp"

namespace orthant::test {
namespace {

struct Touch {
  std::vector<bool> pairs;
  std::vector<Real> friction;  // and its axes, of all shapes
};
Touch touch_of(Scene const& scene) {
  Touch out;
  std::vector<Shape> all;
  for (auto const& body : scene.bodies)
    all.insert(all.end(), body.shapes.begin(), body.shapes.end());
  for (auto const& a : all) {
    for (auto const& b : all) out.pairs.push_back(may_touch(a, b));
    auto const& s = a.surface;
    for (Real const x : {s.friction, s.anisotropy, s.torsional_friction, s.rolling_friction})
      out.friction.push_back(x);
    for (int i = 0; i < 3; ++i) out.friction.push_back(s.anisotropy == 1 ? 0 : s.direction[i]);
  }
  return out;
}

[[maybe_unused]] bool const imports =
    test_rows("Imports", "robots/imports.json", [](Json const& row) {
      std::string const type = row.contains("mjcf") ? "mjcf" : row.contains("sdf") ? "sdf" : "urdf";
      if (!(type == "mjcf" ? has_mjcf() : type == "sdf" ? has_sdf() : has_urdf()))
        GTEST_SKIP() << "not in this build";
      Folder const folder;
      auto const file = folder.write("m." + type, row[type]);
      auto const ended = folder.run({"import", file, "-o", "plain.json"});
      if (row.contains("says")) {
        EXPECT_EQ(ended.status, 2);
        EXPECT_FALSE(std::filesystem::exists(folder / "plain.json"));
        expect_parts(ended.err, row["says"]);
        return;
      }
      ASSERT_EQ(ended.status, 0) << ended.err;
      expect_parts(ended.err, row.value("notes", Json::array()));
      EXPECT_EQ(folder.run({"check", "plain.json"}).status, row.value("status", 0));
      Json const plain = parse_json(contents(folder / "plain.json"), "plain.json");
      Json scratch;
      auto const read = read_scene({plain["scene"], scratch, "scene"}, known_joints());
      auto const from = scene_with({{"type", type}, {"file", file}, {"name", "m"}, {"prefix", ""}});
      expect_values(plain["scene"], row.value("values", Json::object()));
      ASSERT_EQ(read.bodies.size(), from.bodies.size());
      for (std::size_t b = 0; b < read.bodies.size(); ++b) {
        auto const &one = read.bodies[b], &other = from.bodies[b];
        EXPECT_EQ(one.name, other.name);
        EXPECT_NE(one.name, "world");
        EXPECT_EQ(one.motion, other.motion);
        EXPECT_LT(norm(one.pose.p_WB - other.pose.p_WB), 1e-14);
        EXPECT_TRUE(one.motion != Motion::dynamic || one.mass == other.mass);
      }
      EXPECT_EQ(read.apart, from.apart);
      ASSERT_EQ(read.joints.size(), from.joints.size());
      for (std::size_t j = 0; j < read.joints.size(); ++j) {
        EXPECT_EQ(read.joints[j].type, from.joints[j].type);
        EXPECT_EQ(read.joints[j].open, from.joints[j].open);
      }
      auto const is = touch_of(read), was = touch_of(from);
      EXPECT_EQ(is.pairs, was.pairs);
      ASSERT_EQ(is.friction.size(), was.friction.size());
      for (std::size_t k = 0; k < is.friction.size(); ++k)
        EXPECT_NEAR(is.friction[k], was.friction[k], 1e-15);
    });

}  // namespace
}  // namespace orthant::test
