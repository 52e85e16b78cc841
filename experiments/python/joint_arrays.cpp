// Joints and motors as arrays: W worlds, V columns of q and v, M motors.
#include <pybind11/stl.h>

#include "experiments/python/arrays.hpp"
#include "experiments/python/bind.hpp"
#include "experiments/python/stepper.hpp"
#include "experiments/python/working.hpp"
#include "orthant/core/collision/collide.hpp"

namespace orthant::python {
namespace {

JointSpace const& space_of(Stepper& s) { return s.joints().space(); }

/// (W, ...)
py::array_t<double> array(Stepper& s, std::vector<py::ssize_t> const& of_each) {
  std::vector<py::ssize_t> shape{s.simulation().worlds()};
  shape.insert(shape.end(), of_each.begin(), of_each.end());
  py::array_t<double> out(shape);
  std::fill_n(out.mutable_data(), out.size(), 0.0);
  return out;
}

/// Calls f(world, poses, twists, its part of the array) for each world.
template <class F>
py::array_t<double> of_worlds(Stepper& s, std::vector<py::ssize_t> const& of_each, F const& f) {
  auto out = array(s, of_each);
  auto const state = s.simulation().snapshot();
  int const worlds = s.simulation().worlds(), n = s.simulation().bodies();
  auto const part = out.size() / worlds;
  for (int w = 0; w < worlds; ++w)
    f(w, state.pose.data() + w * n, state.twist.data() + w * n, out.mutable_data() + w * part);
  return out;
}

/// The forces of accelerations a (W, V); null: none.
py::array_t<double> inverse_dynamics(Stepper& s, double const* a) {
  auto const& space = s.joints().inertial();
  return of_worlds(s, {space.size()}, [&](int w, Pose<> const* pose, Twist const* u, double* out) {
    auto const turning = s.joints().without_spins(w, pose, u);
    auto const* const of_world = a ? a + static_cast<long>(w) * space.size() : nullptr;
    space.inverse_dynamics(w, pose, turning.data(), of_world, out);
  });
}

std::vector<Real> numbers_of(Reals const& given) {
  return {given.data(), given.data() + given.size()};
}
std::vector<char> chosen(std::vector<bool> const& worlds) { return {worlds.begin(), worlds.end()}; }

py::array_t<double> positions(Stepper& s) {
  auto const& space = space_of(s);
  return of_worlds(s, {space.size()}, [&](int w, Pose<> const* pose, Twist const*, double* out) {
    space.positions(w, pose, s.joints().turned().data() + static_cast<long>(w) * space.size(), out);
  });
}

py::array_t<double> velocities(Stepper& s) {
  auto const& space = space_of(s);
  return of_worlds(s, {space.size()}, [&](int w, Pose<> const* pose, Twist const* u, double* out) {
    space.velocities(w, pose, u, out);
  });
}

/// What drove each joint in the last step, on average: the part along its columns of all that acted
/// in it.
py::array_t<double> efforts(Stepper& s) {
  auto const& space = space_of(s);
  auto out = array(s, {space.size()});
  auto const pose = s.simulation().snapshot().pose;
  int const n = s.simulation().bodies();
  for (auto const& load : s.simulation().last_step().joint_reactions())
    if (!s.is_new(load.world))
      space.efforts(load.world, load.joint, pose.data() + load.world * n, load.force_J,
                    load.torque_J,
                    out.mutable_data() + static_cast<long>(load.world) * space.size());
  return out;
}

py::array_t<double> limits(Stepper& s) {
  auto const& space = space_of(s);
  auto const& scene = s.experiment().setup.scene;
  auto out = array(s, {space.size(), 2});
  auto at = out.mutable_unchecked<3>();
  for (int w = 0; w < s.simulation().worlds(); ++w)
    for (int k = 0; k < space.size(); ++k) {
      auto const& column = space.columns()[nth(k)];
      at(w, k, 0) = column.lower;
      at(w, k, 1) = column.upper;
      if (column.joint < 0 || column.coordinate.empty()) continue;
      for (auto const& spec : scene.of(w).joints[nth(column.joint)].coordinates)
        if (spec.coordinate == column.coordinate) {
          at(w, k, 0) = spec.lower;
          at(w, k, 1) = spec.upper;
        }
    }
  return out;
}

py::list columns(Stepper& s) {
  py::list out;
  for (auto const& column : space_of(s).columns()) {
    std::string joint;
    if (column.joint >= 0) joint = s.experiment().setup.scene.joints[nth(column.joint)].name;
    out.append(py::make_tuple(column.name, joint));
  }
  return out;
}

std::vector<std::string> closing(Stepper& s) {
  std::vector<std::string> out;
  for (int const j : space_of(s).closing())
    out.push_back(s.experiment().setup.scene.joints[nth(j)].name);
  return out;
}

py::list motors(Stepper& s) {
  constexpr char const* types[] = {"none", "position", "velocity", "force", "prescribed"};
  py::list out;
  for (auto const& motor : s.joints().motors())
    out.append(py::make_tuple(motor.name,
                              s.experiment().setup.scene.joints[nth(motor.place.joint)].name,
                              types[static_cast<int>(motor.type)]));
  return out;
}

/// A writable view of memory that `owner` keeps alive.
py::array view(py::object const& owner, Real* data, std::vector<py::ssize_t> const& of_each) {
  auto& s = owner.cast<Stepper&>();
  std::vector<py::ssize_t> shape{s.simulation().worlds()};
  shape.insert(shape.end(), of_each.begin(), of_each.end());
  return py::array(py::dtype::of<double>(), shape, data, owner);
}
py::ssize_t motor_count(py::object const& owner) {
  return static_cast<py::ssize_t>(owner.cast<Stepper&>().joints().motors().size());
}

/// Refuses pairs of bodies with shapes between which no distance is known: `collide` takes a
/// surface by its triangles, near them, and half-spaces have none from each other.
void require_distance(BodySpec const& a, BodySpec const& b) {
  std::string const pair = "\"" + a.name + "\" and \"" + b.name + "\", ";
  if (&a == &b || a.shapes.empty() || b.shapes.empty())
    refuse("distance", pair + (&a == &b ? "one body" : "of which one has no shape"),
           "two bodies with shapes");
  auto const has = [](BodySpec const& of, auto const& kind) {
    return std::ranges::any_of(of.shapes, kind);
  };
  auto const endless = [](Shape const& of) { return of.is<shapes::HalfSpace>(); };
  if (has(a, is_surface) || has(b, is_surface) || (has(a, endless) && has(b, endless)))
    refuse("distance",
           pair + (has(a, endless) && has(b, endless) ? "two half-spaces"
                                                      : "of which one has a mesh or heightfield"),
           "convex shapes, and a half-space beside these");
}

/// The least distance of shapes of two bodies in each world.
py::array_t<double> distances(Stepper& s, int a, int b) {
  auto const& scene = s.experiment().setup.scene;
  return of_worlds(s, {}, [&](int w, Pose<> const* pose, Twist const*, double* out) {
    auto const& bodies = scene.of(w).bodies;
    auto const &of_a = bodies[nth(a)], &of_b = bodies[nth(b)];
    require_distance(of_a, of_b);
    Real least = HUGE_VAL;
    for (auto const& shape_a : of_a.shapes)
      for (auto const& shape_b : of_b.shapes) {
        auto const found =
            collide(shape_a, pose[a] * shape_a.X_BS, shape_b, pose[b] * shape_b.X_BS, HUGE_VAL);
        for (int i = 0; i < found.count; ++i) least = std::min(least, found.points[i].gap);
      }
    *out = least;
  });
}

py::array_t<double> gravity(Stepper& s) {
  return of_worlds(s, {3}, [&](int w, Pose<> const*, Twist const*, double* out) {
    Vec3 const g = s.experiment().setup.scene.of(w).gravity;
    for (int i = 0; i < 3; ++i) out[i] = g[i];
  });
}

py::array_t<double> twists_before(Stepper& s) {
  int const n = s.simulation().bodies();
  return of_worlds(s, {n, 6}, [&](int w, Pose<> const*, Twist const*, double* out) {
    auto const* const from = s.twists_before().data() + w * n;
    for (int b = 0; b < n; ++b)
      for (int i = 0; i < 6; ++i) *out++ = from[b][i];
  });
}

}  // namespace

void bind_joints(py::class_<Stepper>& simulation) {
  simulation.def("columns", &columns)
      .def_property_readonly("floating", [](Stepper& s) { return space_of(s).floating(); })
      .def("closing", &closing)
      .def("joint_positions", &positions)
      .def("joint_velocities", &velocities)
      .def("joint_efforts", &efforts)
      .def("joint_limits", &limits)
      .def("mass_matrix",
           [](Stepper& s) {
             auto const& space = s.joints().inertial();
             return of_worlds(s, {space.size(), space.size()},
                              [&](int w, Pose<> const* pose, Twist const*, double* out) {
                                space.mass_matrix(w, pose, out);
                              });
           })
      .def("bias", [](Stepper& s) { return inverse_dynamics(s, nullptr); })
      .def(
          "inverse_dynamics",
          [](Stepper& s, Reals const& a) { return inverse_dynamics(s, a.data()); }, py::arg("a"))
      .def(
          "accelerations",
          [](Stepper& s, Reals const& tau) {
            auto const& space = space_of(s);
            return of_worlds(
                s, {space.size()}, [&](int w, Pose<> const* pose, Twist const* u, double* out) {
                  s.joints().accelerations(w, pose, u,
                                           tau.data() + static_cast<long>(w) * space.size(), out);
                });
          },
          py::arg("tau"))
      .def(
          "jacobian",
          [](Stepper& s, int body, std::array<double, 3> const& point) {
            auto const& space = space_of(s);
            return of_worlds(s, {6, space.size()},
                             [&](int w, Pose<> const* pose, Twist const*, double* out) {
                               space.jacobian(w, pose, body, {{point[0], point[1], point[2]}}, out);
                             });
          },
          py::arg("body"), py::arg("point"))
      .def(
          "set_joint_state",
          [](Stepper& s, Reals const& q, Reals const& v, std::vector<bool> const& free_q,
             std::vector<bool> const& free_v, std::vector<bool> const& worlds, double time) {
            JointStart const start{numbers_of(q), numbers_of(v), chosen(free_q), chosen(free_v),
                                   time};
            return working([&] { return s.set_joint_state(chosen(worlds), start); });
          },
          py::arg("q"), py::arg("v"), py::arg("free_q"), py::arg("free_v"), py::arg("worlds"),
          py::arg("time"))
      .def(
          "reset_worlds",
          [](Stepper& s, std::vector<bool> const& worlds) {
            working([&] { s.reset(chosen(worlds)); });
          },
          py::arg("worlds"))
      .def("motors", &motors)
      .def("targets",
           [](py::object const& s) {
             return view(s, s.cast<Stepper&>().joints().targets(), {motor_count(s)});
           })
      .def("efforts",
           [](py::object const& s) {
             return view(s, s.cast<Stepper&>().joints().efforts(), {motor_count(s)});
           })
      .def("gains",
           [](py::object const& s) {
             return view(s, s.cast<Stepper&>().joints().gains(), {motor_count(s), 2});
           })
      .def("distance", &distances, py::arg("a"), py::arg("b"))
      .def("gravity", &gravity)
      .def("twists_before", &twists_before);
}

}  // namespace orthant::python
