// Registers the baselines as a program registers plug-ins of its own.
#include "bench/baselines/baselines.hpp"

#include "bench/baselines/cone/register.hpp"
#include "bench/baselines/friction/list.hpp"
#include "bench/baselines/linear/bicgstab.hpp"
#include "bench/baselines/linear/cg.hpp"
#include "bench/baselines/linear/minres.hpp"
#include "bench/baselines/linear/spqr.hpp"
#include "bench/baselines/ncp/list.hpp"
#include "bench/baselines/preconditioner/jacobi.hpp"
#include "bench/baselines/preconditioner/ssor.hpp"
#include "bench/baselines/scaling/block.hpp"
#include "bench/baselines/scaling/spectral.hpp"
#include "orthant/backends/own_plugins.hpp"
#include "orthant/constraints/register.hpp"
#include "orthant/solvers/linear/register.hpp"

namespace orthant {

namespace {

using Space = SpaceOnHost;

void add_formulations(Plugins<Space>& plugins) {
  for_each_in<BaselineNcps>([&](auto phi) { add_ncp<Space, decltype(phi)>(plugins); });
  for_each_in<BaselineFrictions>([&](auto form) { add_friction<Space, decltype(form)>(plugins); });
}

void add_linear_solvers(Plugins<Space>& plugins) {
  add_krylov<Space, CgKernel>(
      plugins, "cg", "preconditioned conjugate gradients; symmetric, may be singular; matrix free");
  add_krylov<Space, MinresKernel>(
      plugins, "minres",
      "minimal residuals on the saddle point; symmetric, may be singular; matrix free");
  add_krylov<Space, BicgstabKernel>(
      plugins, "bicgstab",
      "stabilised biconjugate gradients; any matrix, may be singular; matrix free");
  using Direct = SparseDirect<Space>;
  if constexpr (have_klu)
    add_linear_solver<Direct, RefinementSettings>(
        plugins, "klu", "sparse L U, block triangular, with proximal refinement; any matrix; host",
        make_klu);
  if constexpr (ORTHANT_HAVE_SPQR)
    add_linear_solver<Direct, LeastNormSettings>(
        plugins, "spqr",
        "sparse Q R that reveals the rank, solution of least length; any matrix; host", make_spqr);
}

}  // namespace

void add_baselines() {
  own_plugins().emplace_back([](Plugins<Space>& plugins) {
    add_formulations(plugins);
    add_scaling<Space, BlockScaling>(plugins);
    add_scaling<Space, SpectralScaling>(plugins);
    add_preconditioner<Space, Jacobi>(plugins);
    add_host_preconditioner<Ssor<Space>>(plugins);
    add_linear_solvers(plugins);
  });
  own_cone_solvers().emplace_back([](ConeSolvers& solvers) {
    register_apgd(solvers);
    register_nncg(solvers);
    register_path_following(solvers);
  });
}

}  // namespace orthant
