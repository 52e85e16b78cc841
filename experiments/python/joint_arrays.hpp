// Adds joints and their motors to the class Simulation of the module.
#pragma once
#include <pybind11/pybind11.h>

#include "experiments/python/stepper.hpp"

namespace orthant::python {

void bind_joints(pybind11::class_<Stepper>& simulation);

}  // namespace orthant::python
