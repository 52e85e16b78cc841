// `orthant new`: the sources of a program with a plug-in of one's own, to begin from.
#pragma once
#include <string>
#include <vector>

namespace orthant {

struct NewCommand {
  std::string kind, name, directory;  // directory "": NAME
};

/// The kinds of plug-ins for which there is a beginning.
std::vector<std::string> kinds_of_new();

int new_command(NewCommand const& command);

}  // namespace orthant
