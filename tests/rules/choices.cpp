// The scene, and the paths of plug-ins.
#include "tests/rules/choices.hpp"

#include "orthant/core/config/json_file.hpp"

namespace orthant::test {
namespace {

/// Resting boxes, a sliding box, and a swinging double pendulum: the set of contacts is constant,
/// and every step has something to solve.
Json scene() {
  return parse_json(R"({
    "assemblies": [{"type": "stack", "count": 3}],
    "bodies": [
      {"name": "slider", "mass": 1, "position": [4, 0, 0.5], "velocity": [1, 0.5, 0],
       "shapes": [{"type": "box", "size": [1, 1, 1]}]},
      {"name": "rod", "mass": 1, "position": [9, 0, 2],
       "shapes": [{"type": "capsule", "radius": 0.1, "length": 1}]},
      {"name": "bob", "mass": 1, "position": [9, 0, 1], "velocity": [1, 0.2, 0],
       "shapes": [{"type": "sphere", "radius": 0.2}]}
    ],
    "joints": [
      {"type": "hinge", "b": "rod", "point": [9, 0.3, 2.5], "axis": [0, 1, 0]},
      {"type": "ball", "a": "rod", "b": "bob", "point": [9, 0, 1.5]}
    ]})",
                    "scene");
}

std::map<std::string, std::vector<std::string>> const assignments = {
    {"NCP function", {"solver.ncp="}},
    {"friction", {"solver.friction="}},
    {"scaling", {"solver.scaling="}},
    {"step length", {"solver.step="}},
    {"regularisation", {"solver.regularisation="}},
    {"linear solver", {"solver.linear="}},
    {"preconditioner", {"solver.linear=pcr", "solver.linear.preconditioner="}},
    {"nonlinear solver", {"solver="}},
    {"integrator", {"integrator="}}};

}  // namespace

std::vector<Choice> choices(std::string const& backend) {
  std::vector<Choice> out;
  for (auto const& entry : catalog()) {
    auto const found = assignments.find(entry.kind);
    if (found == assignments.end()) continue;
    Json settings = {
        {"backend", backend}, {"scene", scene()},
        {"step", 0.01},       {"steps", 1},
        {"worlds", 2},        {"solver", {{"type", "newton"}, {"linear", "dense_ldlt"}}}};
    if (entry.kind == "friction") settings["solver"]["linear"] = "dense_lu";
    if (entry.name == "linearly_implicit") settings["solver"]["linear"] = "saddle_point";
    for (auto const& each : found->second)
      assign(settings, each.back() == '=' ? each + entry.name : each);
    out.push_back({entry.kind, entry.name, settings});
  }
  return out;
}

std::string name_of_test(::testing::TestParamInfo<Choice> const& info) {
  std::string out = info.param.kind + "_" + info.param.name;
  for (char& c : out)
    if (c == ' ') c = '_';
  return out;
}

}  // namespace orthant::test
