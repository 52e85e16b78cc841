// Which values of a sweep an experiment takes: a wrong value differs from a refused combination.
#pragma once
#include <map>
#include <set>

#include "experiments/app/run/sweep.hpp"

namespace orthant {

/// What building a case said.
struct Verdict {
  std::string refusal;  // "" where it was accepted
  std::string where;    // the path of a value that is wrong wherever it stands, or ""
  Json device;          // of an accepted case

  bool accepted() const { return refusal.empty(); }

  Verdict() = default;
  explicit Verdict(Json const& json);
  Json json() const;
};

/// Puts the values of a case into the experiment and builds it; `path` names it in messages.
Verdict judged(Json const& input, Sweep const& sweep, SweepCase const& chosen,
               std::string const& path);

/// Collects the verdicts on the cases of one experiment.
class Acceptance {
 public:
  Acceptance(Sweep const& sweep, std::string path);

  /// Whether a case has a value that none has been accepted with so far; not for another seed of
  /// what was refused.
  bool needs(SweepCase const& chosen) const;
  void add(SweepCase const& chosen, Verdict const& verdict);
  /// Also a case on which there is no verdict: nothing of it is known to be wrong.
  void accept(SweepCase const& chosen);

  /// Throws Error where a value was refused for itself whatever stood beside it, or every case was.
  void require() const;

 private:
  template <class F>
  void for_each_value(SweepCase const& chosen, F&& f) const;

  Sweep const* sweep_;
  std::string path_, first_refusal_;
  std::set<std::string> taken_;  // paths of values
  std::set<Json> refused_;       // settings
  std::map<std::string, std::string> suspects_;
  bool any_taken_ = false;
};

}  // namespace orthant
