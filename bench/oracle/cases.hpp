// A row of choices as an experiment, and its verdict.
#pragma once
#include "bench/oracle/covering_array.hpp"
#include "bench/oracle/trial.hpp"

namespace orthant::oracle {

/// All choices: the trial first, then step, mass, restitution and fraction of a step, then those of
/// the catalogue.
std::vector<Factor> all_factors();

/// What trials of convex contacts are refused beside, as tests of theirs hold: the array is told,
/// so that it need not find out value by value.
std::vector<Forbidden> refused_beside_convex(std::vector<Factor> const& factors);

Parameters parameters_of(std::vector<Factor> const& factors, Row const& row);
Trial const& trial_of(std::vector<Factor> const& factors, Row const& row);
/// The whole experiment of a row.
Json experiment_of(std::vector<Factor> const& factors, Row const& row);

enum class Verdict { right, refused, reported, wrong, crash };
char const* text(Verdict verdict);

struct Judgement {
  Verdict verdict = Verdict::right;
  std::string why;  // of all but "right"
};

/// Builds, runs and judges, here.
Judgement judge(Trial const& trial, Parameters const& p, Json const& experiment);

/// The same in a process of its own, with that much CPU time: a crash and a hang are verdicts.
Judgement judge_apart(Trial const& trial, Parameters const& p, Json const& experiment,
                      double seconds);

/// What `judge` says in a process of its own.
Judgement judged_apart(double seconds, std::function<Judgement()> const& judge);

/// What of a row that is refused makes it so: values that are refused with all others at their
/// first, each of which can be changed so that they are not.
Forbidden why_refused(std::vector<Factor> const& factors, Row const& row);

}  // namespace orthant::oracle
