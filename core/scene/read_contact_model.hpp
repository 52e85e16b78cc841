// Reads a contact model and refuses keys that have no meaning for it.
#pragma once
#include "orthant/core/config/config.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// Reads the key "model" of "contact".
void read_contact_model(Config& contact, ContactSettings& to);

/// Refuses keys of `contact`, and coefficients of surfaces, that the model does not support.
void check_contact_model(Scene const& scene, Config& contact);

}  // namespace orthant
