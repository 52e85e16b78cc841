// Paths in an experiment: "scene.bodies.1.mass", or "scene.bodies.box.mass" by names of elements.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace orthant {

using Json = nlohmann::json;

/// The "name" of an element, if a path may have it; "" if it has none, or one with dots or of
/// digits.
std::string name_of_element(Json const& element);

/// What element_of returns if a part names no element.
inline constexpr std::size_t no_element = std::string::npos;

/// The number of the element that a part of a path names, by that number or by its name;
/// `no_element` if there is none, or if several have the name.
std::size_t element_of(Json const& array, std::string const& part);

/// The value at a dotted path; null: there is none.
Json value_at(Json const& root, std::string const& path);

/// A dotted path with numbers in place of names. Parts that `root` does not have stay.
std::string numbered_path(Json const& root, std::string const& path);

/// A JSON pointer as a dotted path, with names in place of numbers where elements have them.
std::string named_path(Json const& root, std::string const& pointer);

}  // namespace orthant
