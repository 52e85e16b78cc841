// Records the systems of a run's iterates as matrices and tables, as set by "record_systems".
#pragma once
#include <filesystem>
#include <vector>

#include "experiments/app/files/csv.hpp"
#include "orthant/core/config/carried.hpp"
#include "orthant/core/config/config.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

struct WorldIterate;

/// An array of integers of these bounds, sorted. Throws Error.
std::vector<int> read_integers(Config& config, std::string const& key, int least, int most);

/// Which iterates are recorded.
struct SystemSettings {
  std::vector<int> steps;         // ascending, from 1
  std::vector<int> worlds = {0};  // ascending
  std::vector<int> iterations;    // ascending, from 0; empty: all, or the last of each solve
  bool last = false;              // only the last one
  std::string directory;          // empty: "systems" in the directory of results
  int at_most = 1000;             // largest number of iterates

  /// Where they are recorded, in the directory of results or elsewhere.
  std::filesystem::path folder(std::filesystem::path const& results) const {
    return directory.empty() ? results / "systems" : std::filesystem::path(directory);
  }
  bool wants(int step) const;
  bool wants(int world, int iteration, bool ends) const;
};

/// Reads the object at "record_systems" for a run of `worlds` worlds. Throws Error.
SystemSettings read_system_settings(Config config, int worlds);
void describe_system_settings(Fields& fields);

/// Writes a folder for each iterate, with its matrices in Matrix Market's format and its vectors as
/// tables of numbers, and index.csv, which lists the folders.
class SystemRecorder {
 public:
  /// Throws Error if the directory cannot be made.
  SystemRecorder(SystemSettings settings, std::filesystem::path const& results, Scene const& scene,
                 Writing how = Writing::anew);

  SystemSettings const& settings() const { return set_; }
  bool full() const { return folders_ >= set_.at_most; }
  void add(int step, WorldIterate const& iterate);
  int folders() const { return folders_; }
  /// What it must know to go on in another process.
  void carry(Carried& c) { c.values(folders_); }
  void flush() { index_.flush(); }
  void close() { index_.close(); }

 private:
  SystemSettings set_;
  std::filesystem::path directory_;
  Scene const& scene_;
  CsvFile index_;
  int folders_ = 0;
};

}  // namespace orthant
