// Places the geometries of shapes in the memory of a space.
#pragma once
#include <memory>
#include <unordered_map>
#include <vector>

#include "orthant/core/execution/array.hpp"
#include "orthant/core/model/shapes/geometry.hpp"
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

}  // namespace orthant
