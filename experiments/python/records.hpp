// The results of a step as dictionaries of columns.
#pragma once
#include <pybind11/pybind11.h>

#include "experiments/python/stepper.hpp"

namespace orthant::python {

/// None if no step has been made.
pybind11::object report_of(Stepper& stepper);
pybind11::dict history_of(Stepper& stepper);
pybind11::dict contacts_of(Stepper& stepper);
pybind11::dict reactions_of(Stepper& stepper);
pybind11::dict measures_of(Stepper& stepper);

}  // namespace orthant::python
