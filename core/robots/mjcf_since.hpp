// From which version of MuJoCo on its compiler knows an element or an attribute.
#pragma once
#include "orthant/core/robots/mjcf_text.hpp"

namespace orthant {

/// Of what the model has, that which takes the latest version, if that is later than `known`: such
/// as `"actuatorfrcrange" of <joint>, m.xml:7, takes MuJoCo 3.0.0`; else "". Versions are those of
/// mj_version().
std::string what_takes_later(MjcfText const& text, int known);

}  // namespace orthant
