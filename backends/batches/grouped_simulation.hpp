// A batch whose worlds are stepped in groups; each group is a simulation of its own.
#pragma once
#include <exception>
#include <functional>

#include "orthant/backends/batches/merged_report.hpp"
#include "orthant/backends/derivatives/given_step.hpp"
#include "orthant/backends/records/world_iterate.hpp"
#include "orthant/backends/simulation/simulation.hpp"
#include "orthant/backends/stepping/steered.hpp"

namespace orthant {

/// The first world of each group of a batch: group g has the worlds first[g] <= w < first[g + 1].
///
/// A kernel visits all worlds of its arrays, and the next kernel visits them again. The data of a
/// group of a hundred bodies stay in the cache of a processor meanwhile, so that a step of small
/// worlds is twice as fast. A group also ends its iteration with its own slowest world. A world
/// moves as it would alone, so that it has the same bits in any group.
std::vector<int> groups_of(int worlds, int bodies);

/// The worlds [first, last) of a setup as a setup.
Setup part_of(Setup const& all, int first, int last);

class GroupedSimulation final : public Simulation,
                                public Pushed,
                                public GivenSteps,
                                public Steered {
 public:
  using Build = std::function<std::unique_ptr<Simulation>(Setup const& part)>;

  /// Builds the groups in order. So many threads step them, each a group at a time.
  GroupedSimulation(Setup const& setup, std::vector<int> const& first, Build const& build,
                    int threads);
  ~GroupedSimulation() override;

  SimulationParts parts() override;
  int worlds() const override { return worlds_; }
  int bodies() const override { return bodies_; }
  bool chooses_steps() const override { return groups_.front().simulation->chooses_steps(); }
  StepRecord const& step() override;
  StepRecord const& last_step() const override;
  void keep_parts(bool keeps) override;
  std::vector<StepParts> const& step_parts() const override { return parts_; }
  bool show_iterates(IterateSink* sink) override;
  std::vector<Measures> const& measure() override;
  void push(std::vector<Vec6> const& wrench) override;
  std::vector<Vec6> wrenches() const override;
  void drive(std::vector<MotorInput> const& inputs) override;
  std::vector<MotorInput> inputs() const override;
  std::string history() const override { return groups_.front().can.steered->history(); }
  void start_anew(std::vector<char> const& worlds, Snapshot const& state,
                  KnownAngles const& angles) override;
  GivenStep const& solution() const override { return solution_; }
  std::vector<WorldStep> evaluate(GivenStep const& given) override;
  Snapshot snapshot() const override;
  void set_state(Snapshot const& state) override;
  std::string save() override;
  void restore(std::string_view bytes) override;
  std::string save_start() override;
  void restore_start(std::string_view bytes) override;
  std::vector<Contact> contacts() const override;
  std::optional<int> redundant_rows() const override;
  int missing_contacts() const override;

 private:
  enum class Part { all, start };
  void carry(Carried& c, Part what);
  void forget_step();

  class Record;
  class Sink;
  struct Group {
    int first = 0, worlds = 0;
    std::unique_ptr<Simulation> simulation;
    SimulationParts can{};
  };

  template <class Item>
  static std::vector<Item> part(std::vector<Item> const& all, Group const& group,
                                std::size_t of_each);

  void each_group(std::function<void(std::size_t)> const& f);

  int worlds_, bodies_, threads_;
  bool shows_ = false;  // iterates, in order
  bool keeps_parts_ = false;
  std::vector<Group> groups_;
  std::vector<StepReport> reports_;
  std::vector<std::exception_ptr> thrown_;
  MergedReport merged_;
  std::unique_ptr<Record> record_;
  std::vector<Sink> sinks_;
  std::vector<std::vector<Measures> const*> measured_;  // (groups)
  std::vector<Measures> measures_;
  std::vector<StepParts> parts_;
  GivenStep solution_;
};

}  // namespace orthant
