// The jobs of a comparison that may still run: jobs.json in its directory.
#pragma once
#include "experiments/app/launch/launcher.hpp"

namespace orthant {

struct SubmittedJob {
  std::string launcher, job;
  int tasks = 0;

  bool operator==(SubmittedJob const&) const = default;
};

class JobRecord {
 public:
  /// Reads the file if it exists. Throws Error if it has another content.
  explicit JobRecord(std::filesystem::path file);

  std::vector<SubmittedJob> const& jobs() const { return jobs_; }
  std::filesystem::path const& file() const { return file_; }
  /// Writes the file completely; removes it if there are no jobs.
  void set(std::vector<SubmittedJob> jobs);
  void add(SubmittedJob const& job);

 private:
  std::filesystem::path file_;
  std::vector<SubmittedJob> jobs_;
};

/// The live tasks of these jobs, from their launchers. Throws Error if one does not answer.
std::vector<LiveTask> live_tasks(std::vector<SubmittedJob> const& jobs);

}  // namespace orthant
