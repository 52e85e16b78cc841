// What the program does for each of its commands. They return its exit status: 0, 1 where an
// expectation was not met, 2 where the input was wrong, 3 where steps were not solved.
#pragma once
#include <string>
#include <vector>

namespace orthant {

struct RunCommand {
  std::string file, directory;
  std::vector<std::string> assignments;
  int threads = 0;
  bool quiet = false;
};
struct CheckCommand {
  std::string file;
  std::vector<std::string> assignments;
};

int run_command(RunCommand const& command);
int check_command(CheckCommand const& command);
int list_command(bool as_json);
enum class SchemaForm { schema, reference, metrics };
int schema_command(SchemaForm form);
std::string version_text();

}  // namespace orthant
