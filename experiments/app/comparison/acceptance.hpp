// Which values of a sweep an experiment accepts: distinguishes wrong values from refused
// combinations.
#pragma once
#include <map>
#include <set>

#include "experiments/app/run/sweep.hpp"

namespace orthant {

/// The result of building a case.
struct Verdict {
  std::string refusal;  // "" if the case was accepted
  std::string where;    // path of a value that is wrong in any combination, or ""
  Json device;          // of an accepted case

  bool accepted() const { return refusal.empty(); }

  Verdict() = default;
  explicit Verdict(Json const& json);
  Json json() const;
};

/// Builds the experiment with the values of a case; messages name `path`.
Verdict judged(Json const& input, Sweep const& sweep, SweepCase const& chosen,
               std::string const& path);

/// Collects the verdicts on the cases of one experiment.
class Acceptance {
 public:
  /// `input` is the experiment, in which paths of the sweep may name elements of arrays.
  Acceptance(Sweep const& sweep, Json const& input, std::string path);

  /// Whether a case has a value that was never accepted so far. Another seed of a refused case does
  /// not count.
  bool needs(SweepCase const& chosen) const;
  void add(SweepCase const& chosen, Verdict const& verdict);
  /// Also used for a case without a verdict, of which nothing is known to be wrong.
  void accept(SweepCase const& chosen);

  /// Throws Error if a value was refused in all combinations, or if every case was refused.
  void require() const;

 private:
  template <class F>
  void for_each_value(SweepCase const& chosen, F&& f) const;

  Sweep const* sweep_;
  Json const* input_;
  std::string path_, first_refusal_;
  std::set<std::string> taken_;  // paths of values
  std::set<Json> refused_;       // settings
  std::map<std::string, std::string> suspects_;
  bool any_taken_ = false;
};

}  // namespace orthant
