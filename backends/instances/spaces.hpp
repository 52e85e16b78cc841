// The spaces whose plug-ins a source of this folder compiles.
#pragma once
#include "orthant/core/execution/detail/spaces.hpp"

/// SPACE(type, name, about) for each: all spaces, or `apart` alone, where the libraries beside
/// these objects have the others.
#ifdef ORTHANT_APART
#define ORTHANT_SPACES_COMPILED(SPACE) SPACE(Apart, "apart", "")
#else
#define ORTHANT_SPACES_COMPILED(SPACE) ORTHANT_SPACES(SPACE)
#endif
