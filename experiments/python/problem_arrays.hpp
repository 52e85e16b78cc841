// Contact problems as arrays of NumPy.
#pragma once
#include <pybind11/pybind11.h>

#include "core/cone_problem/cone_problem.hpp"

namespace orthant::python {

/// name, W as (data, indices, indptr) by columns, q, mu; M, H, f and w where it has velocities.
pybind11::dict as_dict(ConeProblem const& problem);

/// The same back, for contacts of space. Throws Error for what is no such problem.
ConeProblem from_dict(pybind11::dict const& given);

}  // namespace orthant::python
