// Finds similar names, so that a message can suggest the correct spelling.
#pragma once
#include <string>
#include <vector>

namespace orthant {

/// The least number of edits that turn `b` into `a`. An edit inserts, removes or replaces one
/// character, or swaps two neighbours. No part of the word is edited twice ("optimal string
/// alignment", the restricted form of the distance of Damerau 1964).
int edit_distance(std::string const& a, std::string const& b);

/// The name with the least distance from `word`, the first if there are several; "" if none is
/// near. A near name has no edit for words of one or two characters, at most one up to five, at
/// most two beyond.
std::string nearest_name(std::string const& word, std::vector<std::string> const& names);

}  // namespace orthant
