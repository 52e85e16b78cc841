// A scene with known motion, and the right results.
#pragma once
#include <algorithm>
#include <functional>
#include <map>

#include "bench/oracle/motion.hpp"

namespace orthant::oracle {

struct Parameters {
  double h = 0.01;
  double e = 0;         // restitution
  double fraction = 0;  // initial gap, as a fraction of a step's displacement
  double mass = 1;      // mass of a nominal body of 1 kg [kg]; stiffness and forces scale with it
};

/// The properties stated in docs/integrators.md: orders in h of positions and velocities.
struct Stated {
  int free = 1, joints = 1, springs = 1;
  int rolling = 1;  // of what stays in contact and turns
  int parts = 1;    // number of steps or stages over which a method spreads its impulses
  bool momentum = false, energy = false;  // conserved to round-off for free bodies
  bool contacts_at_end = false;           // c(q+), not J u+ + c(q-)/h
};

/// The properties of an experiment's integrator; first order if nothing is known about it.
Stated stated_of(Json const& experiment);

/// The deviations that were found.
class Findings {
 public:
  Findings() = default;
  /// For an experiment with `least_norm`, whose results deviate by a documented part.
  explicit Findings(Json const& experiment);

  /// |seen - right| <= within; NaN is never right.
  void near(std::string const& what, double seen, double right, double within);
  /// seen <= bound
  void below(std::string const& what, double seen, double bound);
  void above(std::string const& what, double seen, double bound) {
    below("-" + what, -seen, -bound);
  }
  /// Records the used share of a bound.
  void used(std::string const& what, double share) { shares_.push_back({what, share}); }
  std::vector<std::pair<std::string, double>> const& shares() const { return shares_; }
  std::string const& first() const { return first_; }
  int count() const { return count_; }

 private:
  std::vector<std::pair<std::string, double>> shares_;
  std::string first_;
  int count_ = 0;
  double bias_ = 0;
};

/// A case, run at its step length and at parts of it.
class Look {
 public:
  Look(Parameters const& parameters, Json input, std::function<Motion(Json const&)> run);

  Parameters const p;

 private:
  Json input_;
  std::function<Motion(Json const&)> run_;
  std::map<int, Motion> runs_;
  int contact_keys_ = 0;

 public:
  Stated const stated;

  /// The motion with step length h / parts. Throws Unsolved.
  Motion const& motion(int parts = 1);
  /// The value at a dotted path of the experiment, or `otherwise` if it is absent; for a plug-in
  /// its type.
  std::string choice(std::string const& path, std::string const& otherwise) const;
  /// Whether overlap becomes a velocity, by Baumgarte's share, as documented.
  bool corrects_positions() const { return std::stod(choice("scene.contact.baumgarte", "0")) > 0; }
  /// Whether the contact settings are the defaults.
  bool default_contact() const { return contact_keys_ == 0; }
};

struct Trial {
  std::string name;
  /// Some of "contact", "restitution", "fraction", "sliding", "convex": the choices that matter.
  /// Relaxations of Coulomb's law are not judged if contacts slide. "convex": the relaxed law
  /// itself is judged.
  std::vector<std::string> has;
  std::function<Json(Parameters const&)> experiment;
  std::function<void(Look&, Findings&)> judge;

  bool with(std::string const& what) const {
    return std::find(has.begin(), has.end(), what) != has.end();
  }
};

/// All trials.
std::vector<Trial> const& trials();

void add_free(std::vector<Trial>& to);
void add_impacts(std::vector<Trial>& to);
void add_friction(std::vector<Trial>& to);
void add_resting(std::vector<Trial>& to);
void add_compliance(std::vector<Trial>& to);
void add_joints(std::vector<Trial>& to);
void add_limits(std::vector<Trial>& to);
void add_motors(std::vector<Trial>& to);
void add_moving(std::vector<Trial>& to);
void add_dry(std::vector<Trial>& to);
void add_gears(std::vector<Trial>& to);
void add_tables(std::vector<Trial>& to);
void add_loads(std::vector<Trial>& to);
void add_open(std::vector<Trial>& to);
void add_links(std::vector<Trial>& to);
void add_worlds(std::vector<Trial>& to);
void add_friction_laws(std::vector<Trial>& to);
void add_published(std::vector<Trial>& to);
void add_edges(std::vector<Trial>& to);

}  // namespace orthant::oracle
