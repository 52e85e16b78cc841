// Islands: what nothing couples moves as it would alone.
#include "tests/physics/scenes.hpp"

namespace orthant::test::islands {
namespace {

/// Two rods on springs with a limit and a motor.
char const* const rods = R"(
    {"name": "upper", "mass": 1, "position": [0.25, 5, 2], "collide": false,
     "shapes": [{"type": "box", "size": [0.5, 0.04, 0.04]}]},
    {"name": "lower", "mass": 1, "position": [0.75, 5, 2], "collide": false,
     "shapes": [{"type": "box", "size": [0.5, 0.04, 0.04]}]})";
char const* const hinges = R"(
    {"type": "hinge", "b": "upper", "point": [0, 5, 2], "axis": [0, 1, 0],
     "limits": {"lower": -0.3, "upper": 0.3}},
    {"type": "hinge", "a": "upper", "b": "lower", "point": [0.5, 5, 2], "axis": [0, 1, 0],
     "motor": {"type": "position", "kp": 20, "kd": 1, "target": 0.2, "max_effort": 2}})";
/// A box that slides, a ball that rolls into it, and a stack at rest.
char const* const boxes = R"(
    {"name": "floor", "motion": "fixed", "friction": 0.4, "shapes": [{"type": "half_space"}]},
    {"name": "slides", "mass": 1, "friction": 0.4, "position": [0, 0, 0.1], "velocity": [0.5, 0, 0],
     "shapes": [{"type": "box", "size": [0.4, 0.4, 0.2]}]},
    {"name": "rolls", "mass": 2, "friction": 0.4, "position": [-0.5, 0, 0.1], "velocity": [2, 0, 0],
     "shapes": [{"type": "sphere", "radius": 0.1}]},
    {"name": "below", "mass": 1, "friction": 0.4, "position": [0, 2, 0.1],
     "shapes": [{"type": "box", "size": [0.4, 0.4, 0.2]}]},
    {"name": "above", "mass": 1, "friction": 0.4, "position": [0.05, 2, 0.3],
     "shapes": [{"type": "box", "size": [0.4, 0.4, 0.2]}]})";

std::string scene_of(std::vector<std::string> const& bodies, std::string const& joints) {
  std::string list;
  for (auto const& each : bodies) list += (list.empty() ? "" : ",") + each;
  return R"({"bodies": [)" + list + R"(], "joints": [)" + joints + "]}";
}

/// An iteration of one of them evaluates its own rows only.
TEST(Islands, MoveAsTheyWouldAlone) {
  for (auto const& name : plug_ins("integrator")) {
    SCOPED_TRACE(name);
    Settings const set{.solver = "cascade", .whole_integrator = Json(name).dump()};
    Trial both(scene_of({boxes, rods}, hinges), 0.005, set),
        first(scene_of({boxes}, ""), 0.005, set), second(scene_of({rods}, hinges), 0.005, set);
    for (auto* each : {&both, &first, &second}) each->run(60);
    auto const together = both.simulation().snapshot(), part = first.simulation().snapshot(),
               rest = second.simulation().snapshot();
    std::size_t const n = part.pose.size();
    ASSERT_EQ(together.pose.size(), n + rest.pose.size());
    for (std::size_t k = 0; k < together.pose.size(); ++k) {
      auto const& alone = k < n ? part : rest;
      std::size_t const at = k < n ? k : k - n;
      expect_near(together.pose[k].p_WB, alone.pose[at].p_WB, 1e-9);
      expect_near(linear(together.twist[k]), linear(alone.twist[at]), 1e-8);
      expect_near(angular(together.twist[k]), angular(alone.twist[at]), 1e-7);
    }
  }
}

}  // namespace
}  // namespace orthant::test::islands
