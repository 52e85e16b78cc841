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

/// The name of the same thing here, if `word` is what other programs call it: "revolute" is a
/// hinge. "" if it is not among the names.
std::string name_here(std::string const& word, std::vector<std::string> const& names);

/// The name that `word` probably stands for: the nearest, that of the same thing, the shortest that
/// has all its parts between "_" and ".", as "euler" is part of implicit_euler, or one that two
/// edits lead to from five characters or more. "" if there is none.
std::string meant_name(std::string const& word, std::vector<std::string> const& names);

/// The end of a message, `; nearest: "name"`; "" if no name is probable.
std::string nearest_hint(std::string const& word, std::vector<std::string> const& names);

/// Those of things that have a `name`.
template <class List>
std::vector<std::string> names_of(List const& things) {
  std::vector<std::string> names;
  for (auto const& each : things) names.emplace_back(each.name);
  return names;
}

/// The end of a message, `; in its place: "name"`, about the name of a plug-in at a path that is
/// here no longer; "" if there was none of that name.
std::string former_name_hint(std::string const& path, std::string const& name);

/// The names that share most parts with `word`, of those the ones with the least distance.
std::vector<std::string> nearest_names(std::string const& word, std::vector<std::string> names,
                                       std::size_t count);

}  // namespace orthant
