// Bodies, their shapes and the loads on them in another frame.
#include "bench/oracle/images.hpp"

namespace orthant::oracle {
namespace {

Json polar_on_body(Frame const& f, Json const& v) { return vector_image(f.of_polar_on_body(), v); }

Json friction(Frame const&, Json const& mu) {
  if (mu.is_object() && mu.contains("along")) no_image_of("an ellipse of friction");
  return mu;
}

Rules surface() {
  return joined({{"friction", friction}},
                all_same({"adhesion", "compliance", "damping", "relaxation_time", "restitution",
                          "rolling_friction", "stiffness", "torsional_friction"}));
}

Quat<> orientation(Json const& of) {
  return of.contains("orientation") ? quaternion(of["orientation"]) : Quat<>{};
}

/// The product of two reflections: T of the frame, and that of x.
Quat<> half_turn(Frame const& f) {
  if (f.of_polar()[1][1] < 0) return {0, 0, 0, 1};
  if (f.of_polar()[2][2] < 0) return {0, 0, 1, 0};
  return {};
}

/// Shapes are symmetric about the planes of their own axes. Only a half-space is not about z = 0,
/// so that it has T R S in place of T R T, with the reflection S of x.
Json shape(Frame const& f, Json const& s) {
  static Rules const rules =
      joined(surface(),
             joined({{"position", polar_on_body}},
                    all_same({"type", "orientation", "radius", "length", "size", "half_axes"})));
  Json out = by_rules(f, s, rules);
  if (!f.mirrors()) return out;
  Quat<> const q = f.orientation(orientation(s));
  out["orientation"] = json_of(s.value("type", "") == "half_space" ? q * half_turn(f) : q);
  return out;
}

Json shapes(Frame const& f, Json const& list) {
  return each(list, [&](Json const& s) { return shape(f, s); });
}

/// In the axes of the body, where principal moments stay as they are.
Json inertia(Frame const& f, Json const& I) {
  return I.is_array() && I[0].is_array() ? tensor_image(f.of_polar_on_body(), I) : I;
}

/// One vector, or rows [t, x, y, z].
Json in_time(Mat3 const& T, Json const& v) {
  if (v.empty() || !v[0].is_array()) return vector_image(T, v);
  return each(v, [&](Json const& row) {
    Json out = vector_image(T, Json::array({row[1], row[2], row[3]}));
    out.insert(out.begin(), row[0]);
    return out;
  });
}

}  // namespace

Json body_image(Frame const& frame, Json const& body) {
  static Rules const rules = joined(
      surface(), joined({{"position", polar},
                         {"velocity", polar},
                         {"force", polar},
                         {"angular_velocity", axial},
                         {"torque", axial},
                         {"inertia", inertia},
                         {"shapes", shapes}},
                        all_same({"name", "motion", "mass", "density", "collide", "orientation"})));
  Json out = by_rules(frame, body, rules);
  out["orientation"] = json_of(frame.orientation(orientation(body)));
  return out;
}

Json load_image(Frame const& frame, Json const& load) {
  bool const on_body = load.contains("frame") && load["frame"] == "body";
  Rules rules = all_same({"body", "frame"});
  rules["point"] = polar;
  rules["force"] = [=](Frame const& f, Json const& v) {
    return in_time(on_body ? f.of_polar_on_body() : f.of_polar(), v);
  };
  rules["torque"] = [=](Frame const& f, Json const& v) {
    return in_time(on_body ? f.of_axial_on_body() : f.of_axial(), v);
  };
  return by_rules(frame, load, rules);
}

}  // namespace orthant::oracle
