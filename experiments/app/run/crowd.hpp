// Refuses scenes whose shapes lie on top of each other, which nothing would find an end with.
#pragma once
#include <string>

#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// Throws Error if more pairs of shapes lie near each other at the start than a search can list:
/// those of a hundred thousand coincident shapes would take hours.
void require_no_crowd(Scene const& scene, std::string const& where);

}  // namespace orthant
