// How far a joint is open at the start.
#pragma once
#include "core/config/config.hpp"
#include "core/scene/scene.hpp"

namespace orthant {

void opening_fields(Fields& f, Vec3& offset, Vec3& rotation);
/// Moves b's frame away from a's: so far the joint is open at the start.
void read_opening(Config& config, Scene const& scene, JointSpec& joint);

void length_field(Fields& f, Real& length);
/// Of a joint that holds two points at a distance.
void read_length(Config& config, JointSpec& joint);

/// An open joint is closed by what holds it.
void require_closing(Config& config, JointSpec const& joint, char const* key);

}  // namespace orthant
