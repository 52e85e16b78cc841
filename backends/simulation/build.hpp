// Builds the arrays of an execution space from a Scene.
#pragma once
#include <algorithm>
#include <memory>
#include <unordered_map>
#include <vector>

#include "orthant/backends/simulation/simulation.hpp"
#include "orthant/core/execution/array.hpp"
#include "orthant/core/method/plugins.hpp"
#include "orthant/core/model/shapes/geometry.hpp"
#include "orthant/core/scene/mass_properties.hpp"
#include "orthant/core/scene/plane_scene.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// Geometries in the memory of a device: their arrays, and the geometries that point to them.
template <class Space>
class DeviceGeometries {
 public:
  /// Copies those of the shapes, each once, and lets the shapes point to the copies.
  explicit DeviceGeometries(std::vector<Shape>& shapes) {
    std::vector<Geometry> views;
    std::unordered_map<Geometry const*, std::size_t> place;
    for (auto const& shape : shapes)
      if (shape.geometry && place.emplace(shape.geometry, views.size()).second)
        views.push_back(copied(*shape.geometry));
    auto const array = to_device<Space>("orthant::model::geometry", views);
    for (auto& shape : shapes)
      if (shape.geometry) shape.geometry = array.data() + place[shape.geometry];
    kept_.push_back(std::make_shared<decltype(array)>(array));
  }

 private:
  Geometry copied(Geometry view) {
    Geometry::each(view, [&]<class T>(Items<T>& items) {
      if (items.count == 0) return;
      std::vector<T> const host(items.data, items.data + items.count);
      auto const array = to_device<Space>("orthant::model::geometry_array", host);
      items.data = array.data();
      kept_.push_back(std::make_shared<decltype(array)>(array));
    });
    return view;
  }

  std::vector<std::shared_ptr<void const>> kept_;
};

/// Lets the shapes point to geometries in the memory of the space. What it returns keeps them.
template <class Space>
std::shared_ptr<void const> place_geometries(Scene const& scene, std::vector<Shape>& shapes) {
  if constexpr (on_host<Space>) {
    auto kept = std::make_shared<std::vector<std::shared_ptr<Geometry const>>>(scene.geometries);
    for (auto const& world : scene.worlds)
      kept->insert(kept->end(), world.geometries.begin(), world.geometries.end());
    return kept;
  } else {
    return std::make_shared<DeviceGeometries<Space>>(shapes);
  }
}

inline Body body_of(BodySpec const& spec, Vec3 const& gravity) {
  Body body;
  body.gravity = gravity;
  if (spec.motion != Motion::dynamic) return body;
  body.mass = spec.mass;
  body.inertia_B = spec.inertia_B;
  body.inverse_inertia_B = inverse(spec.inertia_B);
  body.wrench_W = spec.wrench_W;
  return body;
}

/// The bodies of all worlds, and the shapes that take part in contacts; of one world if all are
/// alike.
template <class Space>
Model<Space> build_model(Setup const& setup) {
  auto const& scene = setup.scene;
  Model<Space> model;
  model.worlds = setup.worlds;
  model.bodies = static_cast<int>(scene.bodies.size());
  if (!scene.worlds.empty() && scene.worlds.size() != nth(setup.worlds))
    throw std::logic_error("scenes of other worlds than there are");
  std::vector<Body> bodies;
  for (int w = 0; w < setup.worlds; ++w)
    for (auto const& spec : scene.of(w).bodies)
      bodies.push_back(body_of(spec, scene.of(w).gravity));
  int const scenes = scene.worlds.empty() ? 1 : setup.worlds;
  std::vector<Shape> shapes;
  for (int w = 0; w < scenes; ++w)
    for (auto const& spec : scene.of(w).bodies)
      for (auto const& shape : spec.shapes)
        if (spec.collide)
          shapes.push_back(scene.normal() < 0 ? shape
                                              : seen_in_plane(shape, spec.pose, scene.normal()));
  model.geometries = place_geometries<Space>(scene, shapes);
  model.body = to_device<Space>("orthant::model::body", bodies);
  model.shape = to_device<Space>("orthant::model::shape", shapes);
  model.shapes = static_cast<int>(shapes.size()) / scenes;
  model.shape_stride = scenes > 1 ? model.shapes : 0;
  return model;
}

/// The model and its constraints: the types of joints in the scene, and all other constraints that
/// have items.
template <class Space>
System<Space> build_system(Setup const& setup, Plugins<Space> const& plugins) {
  System<Space> out;
  out.model = build_model<Space>(setup);
  auto const uses = [&](std::string const& type) {
    return std::ranges::any_of(setup.scene.joints, [&](auto const& j) { return j.type == type; });
  };
  for (auto const& [name, kind] : plugins.constraints) {
    if (kind.is_joint && !uses(name)) continue;
    kind.add(out.model, setup.scene, out.constraints);
  }
  return out;
}

template <class Space>
State<Space> build_state(Setup const& setup) {
  std::vector<Pose<>> pose;
  std::vector<Twist> twist;
  for (int w = 0; w < setup.worlds; ++w)
    for (auto const& spec : setup.scene.of(w).bodies) {
      pose.push_back(spec.pose);
      twist.push_back(spec.motion == Motion::fixed ? Twist{} : spec.twist);
    }
  return {to_device<Space>("orthant::state::pose", pose),
          to_device<Space>("orthant::state::twist", twist)};
}

/// A copy of an array in host memory.
template <class Space, class T>
std::vector<T> to_host(Span<Space, T*> const& from, int count) {
  std::vector<T> out(nth(count));
  if (count == 0) return out;
  auto const part = Kokkos::subview(from.view(), Kokkos::make_pair(0, count));
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), part);
  for (int i = 0; i < count; ++i) out[i] = host(i);
  return out;
}

}  // namespace orthant
