// Reads a model of contacts, and refuses what it has no meaning for.
#pragma once
#include "core/config/config.hpp"
#include "core/scene/scene.hpp"

namespace orthant {

/// The key "model" of "contact".
void read_contact_model(Config& contact, ContactSettings& to);

/// Keys of `contact`, and coefficients of surfaces, beside a model that does not know them.
void check_contact_model(Scene const& scene, Config& contact);

}  // namespace orthant
