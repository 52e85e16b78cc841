// What reading a model has left out or changed, for the terminal and the result.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace orthant {

/// What reading the model of an assembly has left out or changed.
struct ModelNotes {
  std::optional<std::string> prefix;  // of names; absent: the assembly's name
  std::string path, file;             // in the experiment, and on disk
  std::vector<std::string> left_out;  // what Orthant has not: with `lenient` alone
  std::vector<std::string> mended;    // inertias, with `lenient` alone; joints of loops
  std::vector<std::string> ignored;   // what changes nothing that is simulated
  /// A link that is part of a body, and that body, counted from the first of the model.
  struct Merged {
    std::string link, into;  // names of the two, in the model; in notes of read_scene, in the scene
    int body = 0;            // number of the body
  };
  std::vector<Merged> merged;  // links without a body of their own

  /// The name in the scene of a part of the assembly of that name: not that of the world itself.
  std::string called(std::string const& part, std::string const& assembly) const {
    std::string const first = prefix.value_or(assembly);
    if (first.empty()) return part == "world" ? "world_body" : part;
    return first + "/" + part;
  }
};

}  // namespace orthant
