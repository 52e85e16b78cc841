// A scene whose motion is known, and what is right there.
#pragma once
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "bench/oracle/motion.hpp"

namespace orthant::oracle {

struct Parameters {
  double h = 0.01;
  double e = 0;         // restitution
  double fraction = 0;  // of the way of a step, that a gap has at the start
  double mass = 1;      // what a body of 1 kg has [kg]; stiffness and forces grow alike
};

/// What docs/integrators.md states: orders in h of positions and velocities.
struct Stated {
  int free = 1, joints = 1, springs = 1;
  int parts = 1;  // steps or stages over which a method spreads its impulses
  bool momentum = false, energy = false;  // kept to round-off, of free bodies
  bool contacts_at_end = false;           // c(q+), not J u+ + c(q-)/h
};

/// Of an experiment's integrator; first order where nothing is known of it.
Stated stated_of(Json const& experiment);

/// What is not as it should be.
class Findings {
 public:
  Findings() = default;
  /// Of an experiment whose `least_norm` puts everything off by a part of it, as its page says.
  explicit Findings(Json const& experiment);

  /// |seen - right| <= within; not a number is never right.
  void near(std::string const& what, double seen, double right, double within);
  /// seen <= bound
  void below(std::string const& what, double seen, double bound);
  void above(std::string const& what, double seen, double bound) {
    below("-" + what, -seen, -bound);
  }
  /// How much of a bound was used.
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

/// A case, run at its step and at parts of it.
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

  /// The motion with h / parts. Throws Unsolved.
  Motion const& motion(int parts = 1);
  /// The value at a dotted path of the experiment, or `otherwise` where there is none; of a plug-in
  /// its type.
  std::string choice(std::string const& path, std::string const& otherwise) const;
  /// Whether overlap becomes a velocity, by Baumgarte's share, as its page says.
  bool corrects_positions() const { return std::stod(choice("scene.contact.baumgarte", "0")) > 0; }
  /// Whether no key of the contact law is given.
  bool default_contact() const { return contact_keys_ == 0; }
};

struct Trial {
  std::string name;
  /// Of "contact", "restitution", "fraction", "sliding": which choices matter there. A relaxation
  /// of Coulomb's law is not judged where contacts slide. "convex": it is the law.
  std::vector<std::string> has;
  std::function<Json(Parameters const&)> experiment;
  std::function<void(Look&, Findings&)> judge;

  bool with(std::string const& what) const {
    return std::find(has.begin(), has.end(), what) != has.end();
  }
};

/// All of them.
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

}  // namespace orthant::oracle
