// The table of metrics, one row for each. It defines the columns of steps.csv, the metrics, the
// keys of `expect`, the curves of a report and docs/metrics.md.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "orthant/core/metrics/measures.hpp"
#include "orthant/core/step/step_report.hpp"

namespace orthant {

/// A step as the rows see it; measures are over the worlds.
struct StepRow {
  int step;
  double time;
  StepReport const& report;
  std::string solved_by;
  Measures const& measures;
  double wall;
  double cpu = 0;
};

using Cell = std::variant<int, double, std::string_view>;
/// Of a cell that is no text.
inline double number_in(Cell const& cell) {
  auto const* const count = std::get_if<int>(&cell);
  return count ? *count : std::get<double>(cell);
}

/// A number of Measures: a member, or a component of one.
class Part {
 public:
  constexpr Part() = default;
  constexpr Part(Real Measures::*number) : number_(number) {}
  constexpr Part(Vec3 Measures::*vector, int component) : vector_(vector), i_(component) {}

  constexpr explicit operator bool() const { return number_ || vector_; }
  Real in(Measures const& m) const { return number_ ? m.*number_ : (m.*vector_)[i_]; }
  Real& of(Measures& m) const { return number_ ? m.*number_ : (m.*vector_)[i_]; }

 private:
  Real Measures::*number_ = nullptr;
  Vec3 Measures::*vector_ = nullptr;
  int i_ = 0;
};

/// The scale of a drift: the start of a world, and the effect that gravity could have on it.
struct Origin {
  Measures start;
  Real descent = 0;  // largest energy from gravity so far [J]
  Real lift = 0;     // energy that lifts every body by its own size [J]
  Real swing = 0;    // angular momentum of all weights over the time of the run [N m s]
};

enum class Over { largest, sum };

/// What a row takes, of which another simulator may know nothing.
enum class Needs { motion, forces, solver, chosen_steps };
/// What is known of steps.
struct KnownOfSteps {
  bool solver = true, contact_forces = true, chosen_steps = false;
};

/// One row. What it is taken from is one of: `of_step`, `of_world`, `change`; a row of none of them
/// describes a metric that another part of the program gives.
struct Metric {
  char const* column = nullptr;  // of steps.csv
  char const* unit = "";
  char const* about = "";

  Cell (*of_step)(StepRow const&) = nullptr;
  Part of_world = {};
  Over worlds = Over::largest;
  Real (*change)(Measures const& start, Measures const& now) = nullptr;  // since the start
  Real (*most)(Origin const&) = nullptr;                                 // relative to this

  // Metrics in result.json, by the combination over the steps.
  char const* largest = nullptr;
  char const* last = nullptr;
  char const* drift = nullptr;  // largest change, over the worlds
  char const* given = nullptr;

  bool drawn = false;  // in reports, over time
  Needs needs = Needs::motion;

  bool is_in(KnownOfSteps const& known) const {
    if (needs == Needs::chosen_steps) return known.chosen_steps;
    return needs == Needs::motion || (needs == Needs::forces && known.contact_forces) ||
           known.solver;
  }
};

/// All rows, in the order of the columns of steps.csv.
std::span<Metric const> metrics();

/// A metric of result.json's "metrics": "penetration_max_m", or "a.b" for b in a.
struct NamedMetric {
  char const *name, *over;  // over: combination over steps and worlds
  Metric const* row;
};
std::vector<NamedMetric> named_metrics();

}  // namespace orthant
