// The figure as a gnuplot script with all data in it.
#pragma once
#include <string>

#include "experiments/app/drawing/layout.hpp"

namespace orthant::figures {

struct Terminal {
  std::string setting;   // "set terminal …"
  std::string output;    // the file
  double thickness = 1;  // of lines, for those that take them thinner than they are
  bool svg = false;      // puts labels farther from their ticks than others do
};

/// As a text of a script.
std::string in_quotes(std::string const& text);

std::string script_of(Figure const& figure, Layout const& layout, Terminal const& terminal);

}  // namespace orthant::figures
