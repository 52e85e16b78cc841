// A cluster of one machine: munged, slurmctld and slurmd in a folder of their own, as root.
#pragma once
#include <string>
#include <vector>

#include "tests/comparison/background.hpp"

namespace orthant::test {

/// A program that runs beside the test, and ends with it.
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
  /// Why there can be none here, or "".
  static std::string missing();

  Slurm();
  /// Ends all jobs, and then the daemons.
  ~Slurm();
  Slurm(Slurm const&) = delete;
  Slurm& operator=(Slurm const&) = delete;

  /// The daemon of the node is killed, and does not tell anybody; its tasks go on.
  void kill_node();
  void start_node();
  /// Tasks that wait or run, as squeue has them.
  std::vector<std::string> tasks() const;
  void cancel_all() const;

 private:
  std::string configuration() const;

  Folder folder_;
  std::string host_;
  std::unique_ptr<Daemon> munge_, controller_, node_;
};

/// The processes of tasks of a comparison: the program `orthant work DIRECTORY ...`.
std::vector<int> workers(std::filesystem::path const& directory);

/// The name of the task that this process is, "7_2_0".
std::string task_of(int worker);

}  // namespace orthant::test
