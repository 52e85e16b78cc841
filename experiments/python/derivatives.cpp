// Derivatives of a step, for Python.
#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include "experiments/python/bind.hpp"
#include "experiments/python/stepper.hpp"
#include "experiments/python/working.hpp"
#include "orthant/backends/derivatives/step_derivative.hpp"

namespace py = pybind11;

namespace orthant::python {
namespace {

char const* text(BlockState state) {
  switch (state) {
    case BlockState::bilateral:
      return "bilateral";
    case BlockState::open:
      return "open";
    case BlockState::sticks:
      return "sticks";
    case BlockState::slips:
      return "slips";
  }
  return "";
}

py::list kinks_of(StepDerivative const& of) {
  py::list out;
  for (auto const& k : of.kinks())
    out.append(py::make_tuple(k.block, k.a, k.b, text(k.state), k.distance));
  return out;
}

std::unique_ptr<StepDerivative> derivative(Stepper& stepper, int world) {
  std::size_t const at = require_world(stepper, world);
  auto& of = stepper.differentiated();
  return working(
      [&] { return std::make_unique<StepDerivative>(std::move(of.of_last_step({at}).front())); });
}

using Matrix = Eigen::MatrixXd;

}  // namespace

void bind_derivatives(py::module_& module) {
  py::class_<StepDerivative>(module, "Derivative", "Of one step of one world.")
      .def_property_readonly("bodies", &StepDerivative::bodies)
      .def_property_readonly("contacts", &StepDerivative::contacts)
      .def_property_readonly("parameters", &StepDerivative::parameters)
      .def_property_readonly("unique_impulses", &StepDerivative::unique_impulses)
      .def("kinks", &kinks_of)
      .def(
          "forward",
          [](StepDerivative const& of, Matrix const& poses, Matrix const& twists,
             Matrix const& wrenches, Matrix const& masses, Matrix const& friction,
             Matrix const& parameters) {
            auto const out = of.forward({poses, twists, wrenches, masses, friction, parameters});
            return py::make_tuple(out.pose, out.twist, out.impulse);
          },
          py::arg("poses"), py::arg("twists"), py::arg("wrenches"), py::arg("masses"),
          py::arg("friction"), py::arg("parameters"))
      .def(
          "adjoint",
          [](StepDerivative const& of, Matrix const& poses, Matrix const& twists,
             Matrix const& impulses) {
            auto const out = of.adjoint({poses, twists, impulses});
            return py::make_tuple(out.pose, out.twist, out.wrench, out.mass, out.friction,
                                  out.parameter);
          },
          py::arg("poses"), py::arg("twists"), py::arg("impulses"));
  module.def(
      "start_by_parameters",
      [](Stepper& stepper, int world) {
        std::size_t const at = require_world(stepper, world);
        auto& of = stepper.differentiated();
        return working([&] { return of.start_by_parameters(at); });
      },
      py::arg("simulation"), py::arg("world"));
  module.def("derivative", &derivative, py::arg("simulation"), py::arg("world"));
}

}  // namespace orthant::python
