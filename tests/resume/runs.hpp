// Runs that are interrupted and go on, and the bits of their files.
#pragma once
#include <map>
#include <string>

#include "tests/program/process.hpp"

namespace orthant::test {

/// The small experiment, falling from a height, with every table of rows.
Json with_all_tables(int steps);

/// The content of every file of a run by its name, without times of the wall and the processor.
std::map<std::string, std::string> bits_of(std::filesystem::path const& directory);

/// The names of the files whose content differs.
std::string different_files(std::filesystem::path const& a, std::filesystem::path const& b);

}  // namespace orthant::test
