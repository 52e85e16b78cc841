// The running program under observation, and small experiments with sweeps.
#pragma once
#include <functional>

#include "experiments/app/files/table_reader.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {

/// Starts the program with these arguments, and kills it at the end if it still runs.
class Background {
 public:
  explicit Background(std::vector<std::string> const& arguments);
  ~Background();
  Background(Background const&) = delete;
  Background& operator=(Background const&) = delete;

  void send(int signal) const;
  /// The exit status, or minus the signal that ended it.
  int wait();
  /// The processes that it has started and that still run.
  std::vector<int> children() const;

 private:
  int pid_ = -1;
};

/// Whether the process exists and is no zombie.
bool is_running(int pid);

/// Waits until `done()`, for at most half a minute. Returns whether it was.
bool wait_until(std::function<bool()> const& done);

/// box_stack for 20 steps, with this sweep (JSON).
Json stack_with(std::string const& sweep);

/// cases.csv, with `left_out` columns emptied.
Table cases_of(std::filesystem::path const& directory, std::vector<std::string> const& left_out);

/// One column of a table; none where there is no such column.
std::vector<std::string> column(Table const& table, std::string const& name);

}  // namespace orthant::test
