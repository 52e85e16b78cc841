// The report of a step.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "orthant/core/math/vec.hpp"
#include "orthant/core/step/report.hpp"

namespace orthant {

/// How an interval was divided into steps, where an estimate of their error chose their lengths.
struct Division {
  int steps = 0;        // that were kept; 0: lengths are not chosen
  int rejected = 0;     // parts of the interval that were made, and taken back
  int inaccurate = 0;   // 1: no step was short enough
  double shortest = 0;  // of the steps that were kept [s]
  double error = 0;     // largest estimate of those, relative to the radius of gyration of a body
  double by_slip = 0;   // the way in an interval by errors of speeds that friction leaves; likewise
};

/// Rows with the force of the end of the step, and what they gave to bodies, where step lengths are
/// chosen.
struct EndForces {
  std::vector<std::array<std::uint64_t, 2>> names;  ///< in order
  std::vector<Vec6> impulse;  ///< (bodies) about the centres of mass [N s], [N m s]
};

/// The report of a step; a step throws nothing.
struct StepReport {
  NonlinearReport solve;     // of its equations; of stages the worst
  int rows = 0;              // of all worlds
  int contacts = 0;          // within the margin, of all worlds
  int missing_contacts = 0;  // how many contacts did not fit; the step was not made if positive
  int crossings = 0;         // pairs of shapes that went through each other, of all worlds
  int overlaps = 0;          // pairs of shapes that moved into each other, of all worlds
  int ghosts = 0;            // pairs of shapes pushed where they do not touch, of all worlds
  double ghost_impulse = 0;  // of such pairs [N s]
  int judged = 0;          // pairs with other contacts than those of the start, as these were wrong
  int too_stiff = 0;       // worlds with forces that turn more stiffly than the step can follow
  int gains_energy = 0;    // worlds that move more than what is given to them could make them
  int few_digits = 0;      // worlds whose positions have too few digits for their speeds
  double impact_way = 0;   // see impact_way; where step lengths are chosen
  double ended_slip = 0;   // [1/s] see EndedSlips; likewise
  EndForces slips = {};    // of dry friction that slides; likewise
  EndForces efforts = {};  // of limited efforts, and of dry friction of joints; likewise
  Division division = {};  // likewise

  /// Whether the step is valid: its equations are solved, no contact was missed, and errors do not
  /// dominate the motion.
  bool solved() const {
    return solve.converged() && crossings == 0 && overlaps == 0 && ghosts == 0 && too_stiff == 0 &&
           gains_energy == 0 && few_digits == 0 && division.inaccurate == 0;
  }

  /// The reason why not, in words.
  char const* why_unsolved() const {
    return !solve.converged() ? text(solve.reason)
           : crossings > 0    ? "shapes went through each other"
           : overlaps > 0     ? "shapes moved into each other"
           : ghosts > 0       ? "contacts do not settle: shapes are pushed where they do not touch"
           : too_stiff > 0    ? "forces turn too stiffly for the step"
           : few_digits > 0   ? "positions have too few digits for the speeds"
           : division.inaccurate > 0 ? "no step is short enough for the accuracy"
                                     : "bodies gain energy that nothing gives";
  }
};

}  // namespace orthant
