// All solvers and integrators with which friction laws are tested.
#pragma once
#include "orthant/tests/integrators/simulations.hpp"
#include "tests/friction_forms.hpp"
#include "tests/physics/scenes.hpp"

namespace orthant::test {

inline Settings set_integrator(Json const& integrator) {
  Settings out;
  out.whole_integrator = integrator.dump();
  out.whole_solver = Json{{"type", "newton"}, {"tolerance", out.tolerance}}.dump();
  return out;
}
inline Settings by_solver(Json const& solver) {
  Settings out;
  out.whole_solver = solver.dump();
  return out;
}

struct Method {
  std::string name;
  Settings settings;
};
inline std::ostream& operator<<(std::ostream& out, Method const& m) { return out << m.name; }
inline std::string method_name(testing::TestParamInfo<Method> const& info) {
  return info.param.name;
}

/// One step, solved or reported as unsolved. Interior points and paths do not determine normal
/// impulses that are not unique, so that results which depend on each of them may not settle.
/// alart_curnier needs a good start.
inline bool step_or_say(Trial& trial, Method const& by) {
  if (by.name == "interior_point" || by.name == "taylor_path" || by.name == "alart_curnier")
    return trial.step().solve.converged();
  if (by.settings.whole_solver.empty()) return trial.step_or_say();
  trial.run(1);
  return true;
}

/// Every form of Coulomb's law with one complementarity function, and every solver of steps with
/// its default form. The oracle has the products.
inline std::vector<Method> solvers_of_coulombs_law() {
  std::vector<Method> out;
  for (auto const& form : friction_forms()) {
    if (form.other_law) continue;
    std::string const ncp = form.whole_contact ? "" : "fischer_burmeister";
    out.push_back(
        {form.name + "_" + ncp,
         {.ncp = ncp, .friction = form.name, .linear = form.symmetric ? "" : "dense_lu"}});
  }
  for (auto const& solver : plug_ins("nonlinear solver"))
    if (solver != "newton" && solver != "lemke")
      out.push_back({solver, by_solver({{"type", solver}})});
  return out;
}

inline bool linearly_implicit(Method const& by) {
  return by.settings.whole_integrator.find("linearly_implicit") != std::string::npos;
}
inline bool in_one_stage(Method const& by) {
  return by.name.find("variational") == std::string::npos;
}
inline bool is_eulers(Method const& by) {
  return by.name.find("euler") != std::string::npos || linearly_implicit(by);
}

inline std::vector<Method> methods_of_every_integrator() {
  std::vector<Method> out;
  for (auto const& each : integrators()) out.push_back({name_of(each), set_integrator(each)});
  return out;
}

/// For laws of contacts, which the methods of integrators share.
inline std::vector<Method> methods_of_two_integrators() {
  std::vector<Method> out;
  for (auto const* name : {"implicit_euler", "variational"})
    out.push_back({name, set_integrator({{"type", name}})});
  return out;
}

/// Methods for the associated law, accurate to round-off, with the integrators accepted by `takes`.
inline std::vector<Method> convex_methods(bool (*takes)(Method const&)) {
  std::vector<Method> out;
  for (auto each : methods_of_every_integrator()) {
    if (!takes(each)) continue;
    each.settings.whole_solver = Json{
        {"type", "newton"},
        {"friction", "associated"},
        {"linear", linearly_implicit(each) ? "saddle_point" : "dense_lu"},
        {"tolerance", 1e-12}}.dump();
    out.push_back(each);
  }
  return out;
}

/// Two of them.
inline std::vector<Method> two_convex_methods(bool (*takes)(Method const&), char const* one,
                                              char const* other) {
  auto out = convex_methods(takes);
  std::erase_if(out, [&](Method const& each) { return each.name != one && each.name != other; });
  return out;
}

}  // namespace orthant::test
