// What reading a model has left out or changed, for the terminal and the result.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace orthant {

struct ModelNotes {
  std::string path, file;                           // in the experiment, and on disk
  std::vector<std::string> left_out;                // what Orthant has not: with `lenient` alone
  std::vector<std::string> mended;                  // inertias: with `lenient` alone
  std::vector<std::string> ignored;                 // what changes nothing that is simulated
  std::vector<std::pair<std::string, int>> merged;  // links, and the body that they are part of
};

}  // namespace orthant
