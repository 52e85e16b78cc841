// Registers the solvers of contact problems by name.
#include "orthant/solvers/cone/detail/register.hpp"

#include "orthant/solvers/cone/alart_curnier.hpp"
#include "orthant/solvers/cone/detail/hybrid.hpp"
#include "orthant/solvers/cone/detail/proximal_newton.hpp"
#include "orthant/solvers/cone/interior_point.hpp"
#include "orthant/solvers/cone/taylor_path.hpp"

namespace orthant {
namespace {

template <class Solver, class Settings>
void add(ConeSolvers& solvers, char const* name, char const* about) {
  solvers.add<Settings>(name, about,
                        [](Settings const& set, Config&) { return std::make_unique<Solver>(set); });
}

}  // namespace

void register_cone_solvers(ConeSolvers& solvers) {
  add<InteriorPoint, InteriorPointSettings>(
      solvers, "interior_point", "primal-dual with Nesterov-Todd scaling and De Saxce's shift");
  add<AlartCurnier, AlartCurnierSettings>(
      solvers, "alart_curnier", "non-smooth Newton with steps of least norm; needs a good start");
  add<ProximalNewton, ProximalNewtonSettings>(solvers, "proximal_newton",
                                              "proximal point with a damped Newton inside");
  add<TaylorPath, TaylorPathSettings>(solvers, "taylor_path",
                                      "the path of smoothed laws by Taylor series and arc length");
  add<Hybrid, HybridSettings>(
      solvers, "hybrid",
      "Gauss-Seidel, proximal Newton, Taylor path, proximal Newton, until one converges");
}

}  // namespace orthant
