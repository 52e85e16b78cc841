// All shapes. A new shape is a header and a line here; readers, masses, collision, schema and
// replay use this list.
//
// A type of shape defines, of a Shape with its three numbers `size`, its rounding or its geometry,
// all in its own axes about its centre, which is near or at its centre of mass:
//   name, about         name and description in experiments
//   convex              whether it has a support map, and if so:
//   symmetric, curved   whether it contains -x with every x; whether its core has curved faces
//   fields, solid       its keys; its volume, moments and centre of mass
//   bounding_radius, inscribed_radius   of spheres about the centre, around and inside [m]
//   rounding            rounding radius of its core [m]
// It also defines for its core, for a vector d and a unit vector n:
//   support(d)          the support point along d
//   reach(d)            d . support(d)
//   face(n, sine)       the support points for all directions within this angle of n
//   normals(d, f)       if it has some that are not along axes: see Convex::normals
#pragma once
#include <type_traits>

#include "orthant/core/model/shapes/box.hpp"
#include "orthant/core/model/shapes/capsule.hpp"
#include "orthant/core/model/shapes/cone.hpp"
#include "orthant/core/model/shapes/cylinder.hpp"
#include "orthant/core/model/shapes/ellipsoid.hpp"
#include "orthant/core/model/shapes/half_space.hpp"
#include "orthant/core/model/shapes/hull.hpp"
#include "orthant/core/model/shapes/mesh.hpp"
#include "orthant/core/model/shapes/sphere.hpp"

namespace orthant {

/// A list of types of shapes.
template <class... S>
struct ShapeList {
  static constexpr int count = sizeof...(S);  // number of types
};

/// In a pair, the shape later in this list comes first.
using Shapes = ShapeList<shapes::Sphere,     //
                         shapes::Capsule,    //
                         shapes::Box,        //
                         shapes::Ellipsoid,  //
                         shapes::Cylinder,   //
                         shapes::Cone,       //
                         shapes::Hull,       //
                         shapes::HalfSpace,  //
                         shapes::Mesh,       //
                         shapes::Heightfield>;

namespace shapes {

/// The place of type S in the list, from 0; -1: it is not there.
template <class S, class... All>
constexpr int place_of(ShapeList<All...>) {
  int place = 0;
  bool const found = ((std::is_same_v<S, All> || (++place, false)) || ...);
  return found ? place : -1;
}

/// Calls f with an object of the type at the place `kind` of the list; not at all, if there is
/// none.
ORTHANT_CALLS_WHAT_IT_IS_GIVEN
template <class F, class... All>
KOKKOS_INLINE_FUNCTION void visit(ShapeKind kind, F const& f, ShapeList<All...>) {
  int place = 0;
  (void)((static_cast<int>(kind) == place++ && (f(All{}), true)) || ...);
}

}  // namespace shapes

/// The kind of a type of shape, for Shape::kind.
template <class S>
inline constexpr ShapeKind kind_of{shapes::place_of<S>(Shapes{})};

static_assert(kind_of<shapes::Sphere> == ShapeKind{}, "the kind of a new Shape");

// A member of Shape, which the reference leaves out.
/// @cond
template <class S>
KOKKOS_FUNCTION bool Shape::is() const {
  return kind == kind_of<S>;
}
/// @endcond

/// Calls f with the type of this kind, in place of a virtual call.
template <class F>
KOKKOS_INLINE_FUNCTION void with_type(ShapeKind kind, F const& f) {
  shapes::visit(kind, f, Shapes{});
}

}  // namespace orthant
