// The jobs of a comparison that may still be at work: jobs.json in its directory.
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
  /// Reads the file where there is one. Throws Error where it is none of these.
  explicit JobRecord(std::filesystem::path file);

  std::vector<SubmittedJob> const& jobs() const { return jobs_; }
  std::filesystem::path const& file() const { return file_; }
  /// Writes the file, whole; of no jobs there is none.
  void set(std::vector<SubmittedJob> jobs);
  void add(SubmittedJob const& job);

 private:
  std::filesystem::path file_;
  std::vector<SubmittedJob> jobs_;
};

/// What the launchers of these jobs say of them. Throws Error where one does not answer.
std::vector<LiveTask> live_tasks(std::vector<SubmittedJob> const& jobs);

}  // namespace orthant
