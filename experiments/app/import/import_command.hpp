// `orthant import`: a model of a robot as a plain experiment.
#pragma once
#include <string>
#include <vector>

namespace orthant {

struct ImportCommand {
  std::string file, output;              // output "": the model's name with .json
  std::string type;                      // urdf, mjcf or sdf; "": by the file
  std::vector<std::string> assignments;  // of keys of the assembly
};

int import_command(ImportCommand const& command);

}  // namespace orthant
