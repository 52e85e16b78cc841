// Shards of a comparison on a cluster with Slurm: one array of jobs.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace orthant {

struct ShardArray {
  std::filesystem::path directory;  // of the comparison
  /// The program and its arguments, but for the shard's.
  std::vector<std::string> words;
  std::vector<int> shards;  // numbers of those to run
  int count = 1;            // of all shards
  int cores = 1;            // of each
  /// Options of sbatch: "mem=4G" or "--mem=4G".
  std::vector<std::string> options;
};

/// Writes shards/array.sh in the directory, and submits it. Returns the number of the job. Throws
/// Error if there is no sbatch, or if it refuses.
std::string submit(ShardArray const& array);

}  // namespace orthant
