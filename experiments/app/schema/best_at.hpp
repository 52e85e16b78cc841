// What each part of a method is best at, for the page of plug-ins.
#pragma once
#include <string>

namespace orthant {

/// In Markdown, with the question that shows it, by links from docs/; "" for what has no place
/// beside others, and for plug-ins of a program's own.
std::string best_at(std::string const& kind, std::string const& name);

}  // namespace orthant
