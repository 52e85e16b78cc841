// Whether the features of a contact stay where they are on their bodies when these move a little.
#pragma once
#include <vector>

#include "core/collision/contact.hpp"
#include "core/model/shape.hpp"

namespace orthant {

/// A contact's gap and frame follow from its two features. Their derivatives by the poses are those
/// of the contact where the features are corners, edges, faces, centres or axes; a point where an
/// edge crosses another, as of two faces that overlap in part, moves along both bodies when they
/// do. `shapes_a` and `shapes_b` are those of its two bodies.
bool stays_on_both(Contact const& contact, std::vector<Shape> const& shapes_a,
                   std::vector<Shape> const& shapes_b);

}  // namespace orthant
