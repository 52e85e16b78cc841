// A row of choices as an experiment, and its verdict.
#pragma once
#include "bench/oracle/covering_array.hpp"
#include "bench/oracle/trial.hpp"

namespace orthant::oracle {

/// All choices: the trial, then step, mass, restitution, fraction of a step, a body beside the
/// others and the frame, then those of the catalogue.
std::vector<Factor> all_factors();

/// The values that trials of convex contacts refuse, as their tests verify. They are given to the
/// array, so that it need not find them one by one.
std::vector<Forbidden> refused_beside_convex(std::vector<Factor> const& factors);

/// The frames that are left out: those in which a trial has no image, and rotated ones beside
/// friction by a polygon, whose corners follow the axes of the world.
std::vector<Forbidden> left_out_of_frames(std::vector<Factor> const& factors);

Parameters parameters_of(std::vector<Factor> const& factors, Row const& row);
Trial const& trial_of(std::vector<Factor> const& factors, Row const& row);
/// The complete experiment of a row.
Json experiment_of(std::vector<Factor> const& factors, Row const& row);

enum class Verdict { right, refused, reported, wrong, crash };
char const* text(Verdict verdict);

struct Judgement {
  Verdict verdict = Verdict::right;
  std::string why;  // for all verdicts but "right"
};

/// Builds, runs and judges in this process.
Judgement judge(Trial const& trial, Parameters const& p, Json const& experiment);

/// The same in a process of its own with a CPU time limit: a crash and a hang are verdicts.
Judgement judge_apart(Trial const& trial, Parameters const& p, Json const& experiment,
                      double seconds);

/// The result of `judge` in a process of its own.
Judgement judged_apart(double seconds, std::function<Judgement()> const& judge);

/// The values that make a row refused: they are refused with all other factors at their first
/// value, and a change of any one of them makes the row accepted.
Forbidden why_refused(std::vector<Factor> const& factors, Row const& row);

}  // namespace orthant::oracle
