// Members of JSON objects from any source: of the requested type, or refused.
#pragma once
#include <string>

#include "orthant/core/config/config.hpp"

namespace orthant {

/// The value of a key, or `otherwise` if it is missing. `where` names the object in messages.
/// Throws Error if the object is none, or if the member has another type.
std::string text_at(Json const& object, char const* key, std::string const& otherwise,
                    std::string const& where);
Json object_at(Json const& object, char const* key, std::string const& where);
/// An integer from `least` to `most`; 1 if it is missing.
int count_at(Json const& object, char const* key, int least, std::string const& where,
             int most = 10'000'000);

}  // namespace orthant
