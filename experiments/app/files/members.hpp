// Members of objects that anything may have written: of the type that is asked for, or refused.
#pragma once
#include <string>

#include "core/config/config.hpp"

namespace orthant {

/// What is at a key, or `otherwise` where nothing is. `where` names the object in messages.
/// Throws Error where the object is none, or where the member is of another type.
std::string text_at(Json const& object, char const* key, std::string const& otherwise,
                    std::string const& where);
Json object_at(Json const& object, char const* key, std::string const& where);
/// An integer from `least` to `most`; 1 where nothing is.
int count_at(Json const& object, char const* key, int least, std::string const& where,
             int most = 10'000'000);

}  // namespace orthant
