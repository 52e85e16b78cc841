// The class Simulation of the module.
#include <pybind11/stl.h>

#include <chrono>

#include "experiments/python/arrays.hpp"
#include "experiments/python/bind.hpp"
#include "experiments/python/input.hpp"
#include "experiments/python/problem_arrays.hpp"
#include "experiments/python/records.hpp"
#include "experiments/python/working.hpp"
#include "orthant/core/config/spelling.hpp"
#include "orthant/core/config/told_place.hpp"

namespace orthant::python {
namespace {

static_assert(sizeof(Pose<>) == 7 * sizeof(double) && sizeof(Twist) == 6 * sizeof(double));

std::vector<py::ssize_t> shape_of(Simulation const& s, int width) {
  return {s.worlds(), s.bodies(), width};
}

/// Returns a copy.
template <class Item>
py::array_t<double> array_of(Simulation const& s, std::vector<Item> const& items) {
  constexpr int width = sizeof(Item) / sizeof(double);
  return py::array_t<double>(shape_of(s, width), reinterpret_cast<double const*>(items.data()));
}

/// Returns a view of the simulation's memory, which `owner` keeps alive.
template <class Item>
py::array view_of(Simulation const& s, Item const* items, py::object const& owner) {
  constexpr int width = sizeof(Item) / sizeof(double);
  py::array out(py::dtype::of<double>(), shape_of(s, width), reinterpret_cast<double const*>(items),
                owner);
  out.attr("setflags")(py::arg("write") = false);
  return out;
}

template <class Item>
std::vector<Item> items_of(Simulation const& s, Reals const& given, char const* what) {
  constexpr int width = sizeof(Item) / sizeof(double);
  auto const shown = [](auto const& sizes, py::ssize_t n) {
    std::string out = "(";
    for (py::ssize_t i = 0; i < n; ++i) out += (i ? ", " : "") + std::to_string(sizes[i]);
    return out + ")";
  };
  auto const shape = shape_of(s, width);
  bool same = given.ndim() == 3;
  for (int i = 0; same && i < 3; ++i) same = given.shape(i) == shape[nth(i)];
  if (!same)
    refuse(what, "an array of shape " + shown(given.shape(), given.ndim()),
           shown(shape, 3) + ", which is worlds, bodies and numbers of each");
  auto const* from = reinterpret_cast<Item const*>(given.data());
  return {from, from + nth(s.worlds()) * nth(s.bodies())};
}

std::unique_ptr<Stepper> make(std::string const& input, std::string const& path,
                              Changes const& changes) {
  Json const json = read_input(input, path, changes);
  if (json.is_object() && json.contains("problems"))
    refuse(path, "stored problems", "a scene; orthant.run solves stored problems");
  std::vector<std::string> assignments;
  for (auto const& [key, value] : changes) assignments.push_back(key + "=" + value);
  return working([&] {
    auto const made = [&] { return std::make_unique<Stepper>(json, path); };
    return input.empty() ? telling_places(path, assignments, made) : made();
  });
}

Steps step(Stepper& self, int n, bool stops) {
  using Clock = std::chrono::steady_clock;
  return working([&] {
    auto last = Clock::now();
    return self.step(n, stops, [&] {
      if (auto const now = Clock::now(); now - last > std::chrono::milliseconds(50)) {
        last = now;
        hear_interrupts();
      }
    });
  });
}

py::object view(py::object const& owner) {
  auto& s = owner.cast<Stepper&>().simulation();
  auto const at = s.view();
  if (!at.pose) return py::none();
  return py::make_tuple(view_of(s, at.pose, owner), view_of(s, at.twist, owner));
}

}  // namespace

void bind_simulation(py::module_& module) {
  py::class_<Stepper> simulation(module, "Simulation",
                                 "An experiment, ready to step. Shapes: W worlds, B bodies.");
  bind_joints(simulation);
  simulation.def(py::init(&make), py::arg("text"), py::arg("path"), py::arg("changes"))
      .def_property_readonly("worlds", [](Stepper& s) { return s.simulation().worlds(); })
      .def_property_readonly("bodies", [](Stepper& s) { return s.simulation().bodies(); })
      .def_property_readonly("name", [](Stepper& s) { return s.experiment().name; })
      .def_property_readonly("h", [](Stepper& s) { return s.experiment().setup.h; })
      .def_property_readonly("steps", [](Stepper& s) { return s.experiment().steps; })
      .def_property_readonly("notes", [](Stepper& s) { return s.experiment().notes; })
      .def_property_readonly("warnings", [](Stepper& s) { return s.experiment().told_warnings(); })
      .def_property_readonly("step_count", &Stepper::steps)
      .def_property_readonly("time", &Stepper::time)
      .def_property_readonly("body_names",
                             [](Stepper& s) { return names_of(s.experiment().setup.scene.bodies); })
      .def_property_readonly("joint_names",
                             [](Stepper& s) { return names_of(s.experiment().setup.scene.joints); })
      .def_property_readonly("force_time",
                             [](Stepper& s) { return s.simulation().last_step().force_time(); })
      .def_property_readonly("redundant_rows",
                             [](Stepper& s) { return s.simulation().redundant_rows(); })
      .def("configuration", [](Stepper& s) { return s.experiment().resolved.dump(); })
      .def(
          "step",
          [](Stepper& self, int n, bool stops) {
            auto const out = step(self, n, stops);
            return py::make_tuple(out.made, out.unsolved, out.first_unsolved);
          },
          py::arg("n"), py::arg("stops"))
      .def("poses",
           [](Stepper& s) { return array_of(s.simulation(), s.simulation().snapshot().pose); })
      .def("twists",
           [](Stepper& s) { return array_of(s.simulation(), s.simulation().snapshot().twist); })
      .def("view", &view)
      .def(
          "set_state",
          [](Stepper& self, Reals const& poses, Reals const& twists, double time, bool unturned) {
            Snapshot state{items_of<Pose<>>(self.simulation(), poses, "poses"),
                           items_of<Twist>(self.simulation(), twists, "twists"), time};
            working([&] { self.set_state(std::move(state), unturned); });
          },
          py::arg("poses"), py::arg("twists"), py::arg("time"), py::arg("unturned"))
      .def("save", [](Stepper& self) { return py::bytes(working([&] { return self.save(); })); })
      .def(
          "restore",
          [](Stepper& self, py::bytes const& saved) {
            std::string const bytes = saved;
            working([&] { self.restore(bytes); });
          },
          py::arg("saved"))
      .def("reset", [](Stepper& self) { working([&] { self.reset(); }); })
      .def("wrenches", [](Stepper& s) { return array_of(s.simulation(), s.wrenches()); })
      .def(
          "push",
          [](Stepper& self, Reals const& wrenches) {
            auto const items = items_of<Vec6>(self.simulation(), wrenches, "wrenches");
            working([&] { self.push(items); });
          },
          py::arg("wrenches"))
      .def(
          "differentiate",
          [](Stepper& self, bool keeps, std::vector<std::string> const& parameters) {
            working([&] { self.differentiate(keeps, parameters); });
          },
          py::arg("keeps"), py::arg("parameters"))
      .def("report", &report_of)
      .def("history", &history_of)
      .def("contacts", &contacts_of)
      .def("joint_reactions", &reactions_of)
      .def("measures", &measures_of)
      .def(
          "problem",
          [](Stepper& self, int world) {
            require_world(self, world);
            if (!self.stepped()) throw Error("no step has been made");
            return as_dict(self.simulation().last_step().problem(world));
          },
          py::arg("world"));
}

}  // namespace orthant::python
