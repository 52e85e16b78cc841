// The starts of the steps of a run in a file, from which other methods make the same steps.
#pragma once
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "experiments/app/files/csv.hpp"

namespace orthant {

/// The file in the directory of a run.
inline constexpr char const* starts_file = "starts.bin";

/// Writes what Simulation::save_start gives before each step, one after the other: eight bytes for
/// its length, and the start.
class StartsWriter {
 public:
  StartsWriter(std::filesystem::path const& file, Writing how);
  /// On disk when it returns, so that a killed run loses none.
  void add(std::string const& start);

 private:
  std::filesystem::path path_;
  std::ofstream file_;
};

/// The starts that a run has left in its directory.
class StepStarts {
 public:
  /// Throws Error if there is no such run, or the file is cut.
  explicit StepStarts(std::filesystem::path const& directory);

  int count() const { return static_cast<int>(places_.size()); }
  /// Of a step, from 1.
  std::string of(int step);
  /// {"solver": of the run that made them, "steps", "steps_converged"}
  nlohmann::json const& about() const { return about_; }

 private:
  struct Place {
    std::streamoff at;
    std::uint64_t bytes;
  };
  std::filesystem::path path_;
  std::ifstream file_;
  std::vector<Place> places_;
  nlohmann::json about_;
};

}  // namespace orthant
