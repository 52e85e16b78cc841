// Names that resemble each other, so that a message can tell which one a misspelt name may be.
#pragma once
#include <string>
#include <vector>

namespace orthant {

/// The least number of edits that make `a` out of `b`; an edit inserts, removes or replaces one
/// character, or swaps two neighbours. No part of the word is edited twice ("optimal string
/// alignment", the restricted form of the distance of Damerau 1964).
int edit_distance(std::string const& a, std::string const& b);

/// The one of `names` that has the least distance from `word`, the first of several; "" where none
/// is near. Near is: no edit for words of one or two characters, one edit up to five, two beyond.
std::string nearest_name(std::string const& word, std::vector<std::string> const& names);

}  // namespace orthant
