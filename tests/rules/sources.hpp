// The project's sources, and checks of one source.
#pragma once
#include <string>
#include <vector>

namespace orthant::test {

struct Source {
  std::string path;  // relative to the root of the project
  std::string text;
};

/// All .hpp and .cpp files of the layers and of experiments, tests and bench.
std::vector<Source> all_sources();

/// "core/a.hpp: core must not include solvers/b.hpp" for every #include in the wrong direction.
std::vector<std::string> wrong_arrows(Source const& source);
/// "core: core/a/x.hpp includes core/b/y.hpp" for every folder with a circle of includes between
/// its subfolders. The files of the folder itself count as one subfolder.
std::vector<std::string> circles(std::vector<Source> const& sources);
/// The files of the project that a source includes.
std::vector<std::string> included(Source const& source);
/// The file of the project that is included first, or "".
std::string first_included(Source const& source);
int line_count(Source const& source);
/// Whether its first line is a comment that is a sentence, or begins one.
bool begins_with_a_sentence(Source const& source);

}  // namespace orthant::test
