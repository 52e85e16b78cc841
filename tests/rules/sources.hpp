// The project's sources, and what the rules say about one of them.
#pragma once
#include <string>
#include <vector>

namespace orthant::test {

struct Source {
  std::string path;  // from the top of the project
  std::string text;
};

/// All .hpp and .cpp files of the layers and of experiments, tests and bench.
std::vector<Source> all_sources();

/// "core/a.hpp: core must not include solvers/b.hpp" for every #include that points the wrong way.
std::vector<std::string> wrong_arrows(Source const& source);
/// "core: core/a/x.hpp includes core/b/y.hpp" for every folder with rooms of which one leads to
/// another and back. Files of the folder itself are a room, too.
std::vector<std::string> circles(std::vector<Source> const& sources);
/// The files of the project that a source includes.
std::vector<std::string> included(Source const& source);
/// The file of the project that is included before anything else, or "".
std::string first_included(Source const& source);
int line_count(Source const& source);
/// Whether its first line is a comment that is a sentence, or begins one.
bool begins_with_a_sentence(Source const& source);

}  // namespace orthant::test
