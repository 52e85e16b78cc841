// The functions that add the parts of the module.
#pragma once
#include <pybind11/pybind11.h>

namespace orthant::python {

class Stepper;

/// The plug-ins named "python" of the host's first space. Call before anything is read.
void add_plugins();
void bind_callables(pybind11::module_& module);
void bind_derivatives(pybind11::module_& module);
void bind_simulation(pybind11::module_& module);
/// Adds joints and their motors to the class Simulation.
void bind_joints(pybind11::class_<Stepper>& simulation);
void bind_problems(pybind11::module_& module);
void bind_program(pybind11::module_& module);

}  // namespace orthant::python
