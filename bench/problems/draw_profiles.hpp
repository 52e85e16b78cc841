// Performance profiles as a table of their steps and as pictures.
#pragma once
#include "bench/problems/profiles.hpp"

namespace orthant {

/// Writes FOLDER/NAME.csv (factor, then the share of each solver), NAME.gp and, where gnuplot is
/// installed, lets it draw NAME.svg and NAME.png; whether it did. Throws Error.
bool draw_profiles(std::vector<Profile> const& profiles, std::string const& title,
                   std::string const& folder, std::string const& name);

}  // namespace orthant
