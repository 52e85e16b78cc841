// A cluster of one machine: munged, slurmctld and slurmd in a folder of their own, as root.
#pragma once
#include <string>
#include <vector>

#include "tests/comparison/background.hpp"

namespace orthant::test {

/// A program that runs during the test and ends with it.
class Daemon {
 public:
  Daemon(std::vector<std::string> const& words, std::filesystem::path const& log);
  ~Daemon();
  Daemon(Daemon const&) = delete;
  Daemon& operator=(Daemon const&) = delete;

  void send(int signal) const;
  bool runs() const;
  /// The exit status, or minus the signal that ended it.
  int wait() const;

 private:
  mutable int pid_ = -1, status_ = 0;
};

class Slurm {
 public:
  /// The reason why Slurm cannot run here, or "".
  static std::string missing();

  Slurm();
  /// Ends all jobs, and then the daemons.
  ~Slurm();
  Slurm(Slurm const&) = delete;
  Slurm& operator=(Slurm const&) = delete;

  /// Kills the daemon of the node, which tells nobody; its tasks continue.
  void kill_node();
  void start_node();
  /// Waiting and running tasks, from squeue.
  std::vector<std::string> tasks() const;
  void cancel_all() const;

 private:
  std::string configuration() const;

  Folder folder_;
  std::string host_;
  std::unique_ptr<Daemon> munge_, controller_, node_;
};

/// The processes of shards of a comparison: the program `orthant compare ... --output=DIRECTORY`.
std::vector<int> shards_of(std::filesystem::path const& directory);

}  // namespace orthant::test
