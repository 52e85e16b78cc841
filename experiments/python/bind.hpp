// The functions that add the parts of the module.
#pragma once
#include <pybind11/pybind11.h>

namespace orthant::python {

void bind_callables(pybind11::module_& module);
void bind_derivatives(pybind11::module_& module);
void bind_simulation(pybind11::module_& module);
void bind_problems(pybind11::module_& module);
void bind_program(pybind11::module_& module);

}  // namespace orthant::python
