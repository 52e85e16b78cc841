// The commands of the program. They return its exit status: 0, 1 if an expectation was not met, 2
// if the input was wrong, 3 if steps were not solved.
#pragma once
#include <string>
#include <vector>

namespace orthant {

struct RunCommand {
  std::string file, directory;
  std::vector<std::string> assignments;
  int threads = 0;
  bool quiet = false, verbose = false, resume = false;
  std::string log;  // a file; empty: none
};
struct CheckCommand {
  std::string file;
  std::vector<std::string> assignments;
};

int run_command(RunCommand const& command);
int check_command(CheckCommand const& command);
enum class ListForm { text, json, page, default_solver };
int list_command(ListForm form);
enum class SchemaForm { schema, reference, metrics };
int schema_command(SchemaForm form);
std::string version_text();

}  // namespace orthant
