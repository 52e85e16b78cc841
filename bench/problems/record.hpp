// What came of one solver on one problem at one tolerance, and its line in a CSV file.
#pragma once
#include <fstream>
#include <string>
#include <vector>

namespace orthant {

inline constexpr double nothing_returned = 1e300;  // as an error

struct Record {
  std::string problem;
  int contacts = 0;
  std::string solver;
  double tolerance = 0;             // on the natural map relative to |q|
  bool converged = false;           // says the solver
  double error = nothing_returned;  // natural map relative to |q|, measured outside the solver
  double time = 0;                  // CPU time of the solve [s]
  long iterations = 0;              // in the solver's own count
  std::string reason = "";          // why it stopped

  bool solved(double seconds) const { return error <= tolerance && time <= seconds; }
};

/// problem,contacts,solver,tolerance,converged,error,time_s,iterations,reason: one line a record,
/// complete on the disk when `add` returns. Commas in texts become semicolons.
class RecordFile {
 public:
  explicit RecordFile(std::string const& path);  // none where the path is empty; throws Error
  void add(Record const& record);

 private:
  std::string path_;
  std::ofstream file_;
};

/// All lines of the files; of the same problem, solver and tolerance the last one. Throws Error.
std::vector<Record> read_records(std::vector<std::string> const& paths);

}  // namespace orthant
