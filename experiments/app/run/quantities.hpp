// What an expression of a metric may ask of a world after a step.
#pragma once
#include <optional>
#include <span>

#include "experiments/app/expressions/expression.hpp"
#include "experiments/app/run/experiment.hpp"
#include "experiments/app/run/joint_table.hpp"
#include "experiments/app/run/metrics.hpp"

namespace orthant {

/// A quantity of a body, a joint, or the contacts of a body; docs/metrics.md lists them.
struct Quantity {
  enum class Of { body, joint, contacts } of;
  char const *name, *unit, *about;
};
std::span<Quantity const> quantities();

/// A quantity of a body.
double of_body(Quantity const& quantity, Pose<> const& pose, Twist const& twist);

/// The contact forces on a body.
struct ContactSum {
  Vec3 all, tangential;  // [N], world axes
  Real normal = 0;       // [N]
  int points = 0;

  /// Of one point, whose normal and force point from the other body to this one, or both back.
  void add(Vec3 const& force, Vec3 const& normal_W);
  /// A quantity of contacts.
  double of(Quantity const& quantity) const;
};

/// `; meant: ...` of a quantity that others name so, of a body or a joint; or "".
std::string formula_meant(std::string const& name, std::string const& of);

/// Reads quantities of all worlds, after every step. What no term asks for is not read.
class Quantities {
 public:
  explicit Quantities(Experiment const& e);

  /// The number of a term. Throws Error, with the names that there are, if there is no such
  /// quantity, or not beside this backend.
  std::size_t number_of(Term const& term, std::string const& where);

  /// Call after every step.
  void read(StepRow const& step, std::vector<Measures> const& worlds);
  /// The turns of joints so far.
  void carry(Carried& c) {
    if (joints_) joints_->carry(c);
  }
  /// In a world, by the numbers of terms.
  std::span<double const> in(int world) const;

 private:
  struct Place {
    Term term;
    Metric const* column = nullptr;  // of the step; else
    Quantity const* quantity = nullptr;
    std::size_t a = 0;          // body, or column of a joint
    std::optional<int> b = {};  // the other body
  };
  [[noreturn]] void refuse_name(Term const& term, std::vector<std::string> const& names,
                                std::string const& where) const;
  Place place_of(Term const& term, std::string const& where) const;
  std::size_t body(std::string const& name, std::string const& where) const;
  double of_contacts(Place const& place, int world) const;

  Experiment const& e_;
  KnownOfSteps known_;
  std::vector<Place> places_;
  std::optional<JointValues> joints_;
  std::vector<JointValue> joint_values_;
  std::vector<ContactImpulse> contacts_;
  std::vector<double> values_;  // (worlds x places)
  bool reads_contacts_ = false;
};

}  // namespace orthant
