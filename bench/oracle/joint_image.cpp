// Joints in another frame.
//
// A displacement keeps its sign along a polar axis, and an angle about an axial one: targets,
// limits and ratios stay. A cylindrical joint has both coordinates along one polar axis. Its
// reflected screw has the other hand, and what acts on its angle has no image.
#include <algorithm>

#include "bench/oracle/images.hpp"

namespace orthant::oracle {
namespace {

bool one_of(std::string const& type, std::vector<std::string> const& types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

/// Tensors have the axes of the joint: without an axis those of the world. Three numbers are a
/// diagonal.
Rule tensor(Json const& joint) {
  bool const world_axes =
      one_of(joint.value("type", ""), {"ball", "fixed"}) && !joint.contains("axis");
  return [=](Frame const& f, Json const& M) -> Json {
    if (!M.is_array()) return M;
    if (!world_axes) no_image_of("a tensor in the axes of a joint");
    if (M[0].is_array()) return tensor_image(f.of_polar(), M);
    Json rows = Json::array();
    for (int i = 0; i < 3; ++i) {
      rows.push_back(Json::array({0, 0, 0}));
      rows[i][i] = M[i];
    }
    return tensor_image(f.of_polar(), rows);
  };
}

Json opening(Frame const& f, Json const& open) {
  return by_rules(f, open, {{"offset", polar}, {"rotation", axial}});
}

Json negated(Frame const& f, Json const& x) {
  if (!f.mirrors()) return x;
  if (!x.is_number()) no_image_of(x.dump());
  return -x.get<double>();
}

Json cam(Frame const& f, Json const& of) {
  auto const sine = [](Frame const& g, Json const& list) {
    return each(list, [&](Json const& b) { return negated(g, b); });
  };
  return by_rules(f, of, {{"cosine", same}, {"sine", sine}});
}

Json laws_of_an_angle(Frame const& f, Json const& laws) {
  if (f.mirrors()) no_image_of("laws of the angle of a cylindrical joint");
  return laws;
}

Json coupled(Frame const& f, Json const& list) {
  for (auto const& each : list)
    if (f.mirrors() && each.value("coordinate", "") == "rotation")
      no_image_of("a coupled angle of a cylindrical joint");
  return list;
}

}  // namespace

Json joint_image(Frame const& frame, Json const& joint) {
  bool const along =
      one_of(joint.value("type", ""), {"slider", "point_on_line", "point_on_plane", "cylindrical"});
  Rules rules = joined({{"point", polar},
                        {"point_a", polar},
                        {"point_b", polar},
                        {"axis", along ? polar : axial},
                        {"axis_b", axial},
                        {"open", opening},
                        {"pitch", negated},
                        {"cam", cam},
                        {"rotation", laws_of_an_angle},
                        {"of", coupled}},
                       all_same({"type", "name", "a", "b", "level", "length", "limits", "motor",
                                 "spring", "damper", "friction", "backlash", "teeth_a", "teeth_b",
                                 "internal", "translation", "rotation_a", "rotation_b", "held"}));
  for (char const* key : {"compliance", "damping", "baumgarte", "angular_compliance",
                          "angular_damping", "angular_baumgarte"})
    rules[key] = tensor(joint);
  return by_rules(frame, joint, rules);
}

}  // namespace orthant::oracle
