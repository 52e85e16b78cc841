// A simulation that is changed, touched and stepped, for one thread.
#pragma once
#include <optional>
#include <string>

#include "experiments/app/run/run_totals.hpp"
#include "experiments/app/view/document.hpp"
#include "experiments/app/view/force_record.hpp"
#include "experiments/app/view/hand.hpp"

namespace orthant {

class Session {
 public:
  /// Messages name `path`. Throws Error if the experiment is wrong, or has several worlds.
  Session(Json experiment, std::string path);

  /// Starts anew with the configuration as it is now. Steps are then those of `orthant run`.
  void reset();
  /// Changes the configuration; the motion goes on from where it is. Throws Error for a choice that
  /// is refused: then all stays as it was. Returns what the motion takes along, in words.
  std::string change(std::vector<Change> const& changes);
  /// What acts on bodies from the next step on. Throws Error for bodies that do not react, or if
  /// another simulator moves them.
  void hold(std::vector<Hand> hands);
  /// Makes a step. False: it cannot go on before a change or a reset; why_stopped() says why.
  bool step();

  Experiment const& experiment() const { return e_; }
  Json const& document() const { return document_; }
  std::string const& path() const { return path_; }
  int steps() const { return steps_; }
  /// Counts changes of the configuration.
  int revision() const { return revision_; }
  Snapshot state() const { return e_.simulation->snapshot(); }
  Wrenches const& acting() const { return acting_; }
  std::string const& why_stopped() const { return stopped_; }
  UnsolvedSteps const& unsolved() const { return unsolved_; }
  /// The columns of steps.csv of the last step; an empty object at the start.
  Json const& numbers() const { return numbers_; }
  bool last_solved() const { return last_solved_; }

  /// An experiment file that repeats what was done: the configuration as it is now, from the
  /// initial state, with the forces of the hands as loads.
  Json to_run_again() const;
  /// Why that file does not give the same motion, a sentence each; none: it gives the same bits.
  std::vector<std::string> why_not_same() const;

 private:
  void begin();
  void require_same_bodies(Experiment const& other) const;
  void push();
  Wrenches wrenches_of_hands(Snapshot const& now) const;
  void look(StepRecord const& made, double wall);

  Json document_;
  std::string path_;
  Experiment e_;
  Snapshot start_;
  ForceRecord forces_;
  std::vector<Hand> hands_;
  Wrenches acting_;
  bool pushes_ = false;  // the simulation has wrenches that are not the scene's
  int steps_ = 0, revision_ = 0;
  std::optional<int> changed_at_;  // the first step that was made before a change
  UnsolvedSteps unsolved_;
  bool last_solved_ = true;
  Json numbers_ = Json::object();
  std::string stopped_;
};

}  // namespace orthant
