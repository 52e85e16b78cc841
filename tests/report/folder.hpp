// Directories of `orthant compare` and `orthant run` with invented numbers.
#pragma once
#include "tests/program/process.hpp"

namespace orthant::test {

/// result.json of a run of `steps` steps of 0.01 s.
Json some_result(int steps);

/// result.json, steps.csv and newton.csv, in which step k = 1, 2, ... takes k mod 4 iterations;
/// `failed` did not converge.
void write_run(std::filesystem::path const& directory, int steps, int failed = 0);

/// comparison.json of cases 0000, 0001, ... with these settings.
void write_comparison(std::filesystem::path const& directory, std::vector<Json> const& settings);

/// Has `orthant figure` draw into a file of the folder, and returns what is in it.
std::string drawn(Folder const& folder, std::vector<std::string> arguments,
                  std::string const& file);
/// Whether figures cannot be drawn here.
bool no_matplotlib(Folder const& folder);

}  // namespace orthant::test
