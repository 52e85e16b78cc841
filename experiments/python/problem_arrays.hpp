// Contact problems as NumPy arrays.
#pragma once
#include <pybind11/pybind11.h>

#include "orthant/core/cone_problem/cone_problem.hpp"

namespace orthant::python {

/// name, W as (data, indices, indptr) by columns, q, mu; also M, H, f and w if the problem has
/// velocities.
pybind11::dict as_dict(ConeProblem const& problem);

/// The inverse, for contacts in space. Throws Error if the dictionary is no such problem.
ConeProblem from_dict(pybind11::dict const& given);

}  // namespace orthant::python
