// A simulation of one world that chooses the lengths of its steps.
#pragma once
#include "orthant/backends/simulation/simulation.hpp"
#include "orthant/backends/stepping/any_step.hpp"
#include "orthant/backends/stepping/steered.hpp"
#include "orthant/core/model/model.hpp"
#include "orthant/core/step/detail/folded_report.hpp"

namespace orthant {

/// Each step of this simulation is an interval of h, divided into steps of h/2^k.
///
/// A part of the interval, of length H, is made once as a whole and once as two halves, which are
/// kept. With the poses q of the first and q~ of the second, the estimate of the error is
///   e = max over bodies of |x - x~|/s + angle(R, R~),   s = sqrt(tr I/(2 m)),
/// with the radius of gyration s. In smooth motion it is 2^p - 1 times the error of the halves, for
/// order p. The part is kept if e <= accuracy, if what strikes would approach by no more than that
/// within either half (see impact_way), if a slip that ends within either half would go no farther
/// in an interval (see EndedSlips), nor a body by the error of speeds that limited efforts leave,
/// and if all three steps are solved. Else all is taken back, without a trace, and the part is a
/// half of it. The error of speeds that friction leaves is reported. Where e is below an eighth of
/// the accuracy the next part is twice as long: the error of a method of second order grows by a
/// factor of eight.
///
/// A part begins at a multiple of its length, so that every interval ends on the grid of times. If
/// the shortest part is not accurate, it is kept if it is solved, and the interval is reported as
/// inaccurate. If it is not solved, or after `most_parts` parts, the interval is completed without
/// estimates.
class DividedSimulation final : public Simulation, public Pushed {
 public:
  template <class Inner>
  DividedSimulation(std::unique_ptr<Inner> inner, Setup const& setup)
      : h_(setup.h),
        accuracy_(setup.accuracy),
        length_(*inner),
        pushed_(*inner),
        inner_(std::move(inner)),
        record_(*inner_) {
    set_sizes(setup.scene);
  }

  SimulationParts parts() override {
    return {.pushed = this, .why_not = "steps that choose their length"};
  }
  int worlds() const override { return 1; }
  int bodies() const override { return inner_->bodies(); }
  bool chooses_steps() const override { return true; }
  StepRecord const& step() override;
  StepRecord const& last_step() const override { return record_; }
  /// Iterates of parts that are taken back are nobody's.
  bool show_iterates(IterateSink*) override { return false; }
  std::vector<Measures> const& measure() override { return inner_->measure(); }
  void push(std::vector<Vec6> const& wrench) override { pushed_.push(wrench); }
  std::vector<Vec6> wrenches() const override { return pushed_.wrenches(); }
  Snapshot snapshot() const override { return inner_->snapshot(); }
  StateView view() const override { return inner_->view(); }
  void set_state(Snapshot const& state) override;
  std::string save() override;
  void restore(std::string_view bytes) override;
  std::vector<Contact> contacts() const override { return inner_->contacts(); }
  std::optional<int> redundant_rows() const override { return inner_->redundant_rows(); }
  int missing_contacts() const override { return inner_->missing_contacts(); }

 private:
  /// The lists of the last step that was kept, with the report of the interval.
  class Record final : public StepRecord {
   public:
    explicit Record(Simulation const& of) : of_(of) {}
    void set(StepReport const& report) { static_cast<StepReport&>(*this) = report; }
    Real force_time() const override { return of_.last_step().force_time(); }
    std::vector<ContactImpulse> contact_impulses() const override {
      return of_.last_step().contact_impulses();
    }
    std::vector<JointImpulse> joint_impulses() const override {
      return of_.last_step().joint_impulses();
    }
    std::vector<JointReaction> joint_reactions() const override {
      return of_.last_step().joint_reactions();
    }
    ConeProblem problem(int world) const override;
    GaussGap gauss_gap(int world) const override { return of_.last_step().gauss_gap(world); }

   private:
    Simulation const& of_;
  };

  /// The reports of several steps as one.
  class Sum {
   public:
    void clear() {
      any_ = false;
      sum_ = {};
      solves_.clear();
    }
    void add(StepReport const& step);
    /// Counts the work of what is taken back.
    void take_back(StepReport const& step);
    StepReport report();

   private:
    bool any_ = false;
    StepReport sum_;
    FoldedReport solves_;
  };

  /// The end of a step that was tried.
  struct End {
    std::vector<Pose<>> pose;
    bool solved = false;
    Real ended_slip = 0;                 // see EndedSlips; of a step in which nothing strikes
    EndForces slips = {}, efforts = {};  // likewise
  };

  void set_sizes(Scene const& scene);
  End make(Real h, Sum& sum);
  enum class Made { kept, inaccurate, unsolved };
  Made make_part(Real length, bool shortest);
  bool shortest() const { return halvings_ + 1 == most_halvings; }
  void keep(Real h, int steps);
  void complete(int at);
  Real error(std::vector<Pose<>> const& a, std::vector<Pose<>> const& b) const;
  Real speed_error(EndForces const& whole, EndForces const& first, EndForces const& second,
                   std::vector<Pose<>> const& at) const;

  static constexpr int most_halvings = 22, ticks = 1 << most_halvings;  // of an interval
  static constexpr int most_parts = 4096;  // of an interval, kept or not: what has no end, ends
  /// An impact ends slip whatever the length of the step. It counts as one from that part of the
  /// accuracy on, as a way in an interval; resting contacts have speeds of round-off.
  static constexpr Real slight = 0.01;
  static constexpr Real growth = 8;  // of an error of third order in a part of twice the length

  Real h_, accuracy_;
  AnyStep& length_;
  Pushed& pushed_;
  std::unique_ptr<Simulation> inner_;
  Record record_;
  std::vector<Real> size_;  // (bodies) radius of gyration [m]; 0: prescribed motion
  std::vector<Body> body_;
  int halvings_ = 0;          // of the interval, to the length of the next part
  std::optional<End> whole_;  // of the next part, where it is known
  Sum part_, interval_;
  Division division_;
  Real error_ = 0;  // of the last part
};

}  // namespace orthant
