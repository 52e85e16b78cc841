// Whether the features of a contact stay where they are on their bodies when these move a little.
#pragma once
#include <vector>

#include "orthant/core/collision/detail/contact.hpp"
#include "orthant/core/model/detail/shape.hpp"

namespace orthant {

/// Whether both features of a contact are fixed to their bodies. Gap and frame of a contact follow
/// from its two features. If these are corners, edges, faces, centres or axes, the derivatives of
/// the features by the poses are those of the contact. The point where two edges of overlapping
/// faces cross moves along both bodies instead. `shapes_a` and `shapes_b` are the shapes of the two
/// bodies.
bool stays_on_both(Contact const& contact, std::vector<Shape> const& shapes_a,
                   std::vector<Shape> const& shapes_b);

}  // namespace orthant
