// The module orthant._orthant, on which the Python package is built.
#include "experiments/python/bind.hpp"
#include "experiments/python/session.hpp"
#include "orthant/core/config/error.hpp"

namespace py = pybind11;

PYBIND11_MODULE(_orthant, module) {
  using namespace orthant::python;
  module.doc() = "The compiled part of orthant; use the package.";
  py::register_exception<orthant::Error>(module, "Error", PyExc_ValueError).doc() =
      "Wrong input, in the words of the program: where, what was found, and what is allowed.";
  add_plugins();
  begin_session();
  bind_callables(module);
  bind_simulation(module);
  bind_derivatives(module);
  bind_problems(module);
  bind_program(module);
  py::module_::import("atexit").attr("register")(py::cpp_function(end_session));
}
