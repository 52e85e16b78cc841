// The owner of a geometry on the host, and the store by which equal geometries are one.
#pragma once
#include <memory>
#include <vector>

#include "orthant/core/model/shapes/geometry.hpp"

namespace orthant {

template <class T>
using HostList = std::vector<T>;

struct GeometryData : GeometryArrays<HostList> {
  Real bounding_radius = 0, inscribed_radius = 0;  // [m], see Geometry
  Vec3 centre;                                     // [m]

  /// Valid as long as this object is neither changed nor moved.
  Geometry view() const;
};

/// The geometry with the content of `data`, which lives as long as this pointer or a copy of it.
/// Two calls with the same content give the same geometry.
std::shared_ptr<Geometry const> shared_geometry(GeometryData data);

/// Adds a geometry to those that a scene keeps.
inline void keep(std::vector<std::shared_ptr<Geometry const>>& kept,
                 std::shared_ptr<Geometry const> const& geometry) {
  if (kept.empty() || kept.back() != geometry) kept.push_back(geometry);
}

}  // namespace orthant
