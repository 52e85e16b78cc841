// Where the motions of cases part, so that totals no longer compare methods on the same steps.
#pragma once
#include "experiments/app/comparison/plan.hpp"

namespace orthant {

/// Of each experiment whose cases have motions of their own, and differ in the solver: a sentence
/// on the first step at which they part, if they do.
///
/// Cases that agree in all but the solver part where one is solved and another is not, or where the
/// centres of a body are farther apart than T t + 1e-6 w: by the largest tolerance T of the cases
/// for the time t, and a millionth of the way w of the fastest body since the start.
std::vector<std::string> partings(Plan const& plan, std::filesystem::path const& cases);

}  // namespace orthant
