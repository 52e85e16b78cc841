// The tables of a run, written row by row.
#pragma once
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "experiments/app/files/column_table.hpp"
#include "experiments/app/files/csv.hpp"
#include "experiments/app/recording/residual_table.hpp"
#include "experiments/app/recording/system_recorder.hpp"
#include "experiments/app/run/experiment.hpp"
#include "experiments/app/run/joint_table.hpp"
#include "experiments/app/run/metrics.hpp"
#include "experiments/app/run/own_metrics.hpp"
#include "experiments/app/run/summary.hpp"
#include "orthant/backends/records/world_iterate.hpp"
#include "orthant/backends/simulation/simulation.hpp"

namespace orthant {

class StepTable {
 public:
  /// Columns are those that are known, and then `own`.
  explicit StepTable(std::filesystem::path const& file, KnownOfSteps const& known = {},
                     std::vector<std::string> const& own = {}, Writing how = Writing::anew);
  /// `own` are the values of the last columns.
  void add(StepRow const& step, std::vector<double> const& own = {});
  void flush() { file_.flush(); }
  void close() { file_.close(); }

 private:
  KnownOfSteps known_;
  CsvFile file_;
};

/// A table in the format of the experiment's output.tables.
class RunTable {
 public:
  /// NAME.csv or NAME.h5.
  RunTable(fs::path const& directory, std::string const& name, OutputSettings::Tables form,
           std::string const& header, Writing how);

  template <class... T>
  void row(T const&... values) {
    csv_ ? csv_->row(values...) : columns_->row(values...);
  }
  void flush() { csv_ ? csv_->flush() : columns_->flush(); }
  void close() { csv_ ? csv_->close() : columns_->close(); }
  void carry(Carried& c) {
    if (columns_) columns_->carry(c);
  }

 private:
  std::optional<CsvFile> csv_;
  std::optional<ColumnWriter> columns_;
};

/// The tables that the experiment's output requests.
class RunFiles {
 public:
  /// With columns of steps.csv for metrics of these names.
  RunFiles(fs::path const& directory, Experiment const& e, std::vector<std::string> const& own,
           Writing how = Writing::anew);

  /// `own` are the values of those metrics.
  void step(StepRow row, std::vector<double> const& own);
  /// Writes a state: the bodies, and loads of joints and contacts in the step that led there.
  void state(int step, double time, Experiment const& e);
  void message(std::string const& text);

  /// Flushes the tables twice a second, so that a killed run loses no more. Returns whether it did.
  bool flush_in_time();
  void flush();
  /// What they must know to go on in another process.
  void carry(Carried& c);
  void close();

 private:
  using Clock = std::chrono::steady_clock;

  void trajectory(int step, double time, Experiment const& e);
  void reactions(int step, double time, Experiment const& e);
  void contacts(int step, double time, Experiment const& e);
  void joints(int step, double time, Experiment const& e);
  void solves(int step, double time, NonlinearReport const& r);
  /// Of a solver of the step; one without a name is the experiment's.
  std::string_view name_of(std::string_view solver) const {
    return solver.empty() ? std::string_view(solver_) : solver;
  }

  StepTable steps_;
  CsvFile newton_;
  std::optional<CsvFile> solves_;
  std::optional<RunTable> trajectory_, reactions_, contacts_, joints_;
  std::optional<JointValues> joint_values_;
  std::ofstream messages_;
  std::string solver_;
  int worlds_;
  Clock::time_point flushed_ = Clock::now();
};

/// The files of a run that grow with its steps, by their length: text.
std::vector<fs::path> growing_files(fs::path const& directory, Experiment const& e);

/// Writes the numbers that differ between worlds, and the results of each world.
void write_worlds(fs::path const& file, Experiment const& e, RunSummary const& summary,
                  OwnMetrics const& own);

struct Experiment;

/// Observes the requested steps only.
class IterateFiles final : public IterateSink {
 public:
  IterateFiles(std::filesystem::path const& directory, Experiment const& experiment,
               Writing how = Writing::anew);

  /// Call before a step.
  void look_at(int step, Simulation& simulation);
  bool wants(int world, int iteration, bool last) const override;
  void take(WorldIterate const& iterate) override;
  /// The number of folders of systems; empty if none were requested.
  std::optional<int> systems() const;
  void carry(Carried& c);
  void flush();
  void close();

 private:
  std::optional<ResidualTable> residuals_;
  std::optional<SystemRecorder> systems_;
  int step_ = 0;
};

}  // namespace orthant
