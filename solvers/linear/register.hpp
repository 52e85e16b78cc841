// Registers the linear solvers by name.
#pragma once
#include "orthant/core/method/plugins.hpp"
#include "orthant/solvers/linear/by_size.hpp"
#include "orthant/solvers/linear/dense/dense_solver.hpp"
#include "orthant/solvers/linear/dense/ldlt.hpp"
#include "orthant/solvers/linear/dense/lu.hpp"
#include "orthant/solvers/linear/krylov/gmres.hpp"
#include "orthant/solvers/linear/krylov/pcr.hpp"
#include "orthant/solvers/linear/sparse/block_cholesky.hpp"
#include "orthant/solvers/linear/sparse/saddle_point.hpp"
#include "orthant/solvers/linear/sparse/sparse_direct.hpp"
#include "orthant/solvers/preconditioner/preconditioners.hpp"

namespace orthant {

/// Which parts of SuiteSparse this build contains.
inline constexpr bool have_cholmod = ORTHANT_HAVE_CHOLMOD != 0;
inline constexpr bool have_klu = ORTHANT_HAVE_KLU != 0;
inline constexpr bool have_umfpack = ORTHANT_HAVE_UMFPACK != 0;

/// A Krylov solver with the preconditioner named in its configuration.
template <class Space, template <class> class Kernel>
void add_krylov(Plugins<Space>& plugins, char const* name, char const* about) {
  using Solver = Krylov<Space, Kernel>;
  using Settings = typename Solver::Settings;
  plugins.linear_solvers.template add<Settings>(
      name, about,
      [](Settings const& set, Config& config, Plugins<Space> const& all,
         Demands const&) -> LinearRecipe<Space> {
        auto const preconditioner =
            all.preconditioners.make(config.plugin("preconditioner", BlockJacobi::name));
        return {.takes_nonsymmetric = Solver::takes_nonsymmetric, .make = [=](Sizes const& n) {
                  return std::make_unique<Solver>(set, preconditioner(n), n);
                }};
      });
}

template <class Space>
void register_krylov_solvers(Plugins<Space>& plugins) {
  add_krylov<Space, PcrKernel>(
      plugins, "pcr",
      "preconditioned conjugate residuals; symmetric, may be singular; matrix free");
  add_krylov<Space, GmresKernel>(
      plugins, "gmres", "restarted minimal residuals; any matrix, may be singular; matrix free");
}

template <class Settings, class Space>
void add_block_cholesky(Plugins<Space>& plugins, char const* name, char const* about) {
  plugins.linear_solvers.template add<Settings>(
      name, about,
      [](Settings const& set, Config& config, Plugins<Space> const&,
         Demands const& demands) -> LinearRecipe<Space> {
        if (!demands.knows_bodies && set.form == Settings::Form::primal)
          refuse(config.where("form"), "\"primal\"", "another: no bodies are known");
        return {.make = [set](Sizes const& n) {
          return std::make_unique<BlockCholesky<Space>>(set, n);
        }};
      });
}

/// The solvers that factorise on the host, one world after the other.
template <class Space>
void register_host_solvers(Plugins<Space>& plugins) {
  if constexpr (have_cholmod) {  // whose libraries order the blocks
    add_block_cholesky<BlockCholeskySettings>(plugins, "multifrontal",
                                              "sparse Cholesky in dense fronts, with proximal "
                                              "refinement; symmetric, may be singular; host");
    add_block_cholesky<CholmodSettings>(
        plugins, "cholmod",
        "sparse Cholesky by CHOLMOD, with proximal refinement; symmetric, may be singular; host");
    plugins.linear_solvers.template add<BySizeSettings>(
        "by_size",
        "dense_ldlt in worlds of few rows, multifrontal in others; sparse L U where not symmetric; "
        "any matrix; host",
        [](BySizeSettings const& set, Config&, Plugins<Space> const&,
           Demands const& demands) -> LinearRecipe<Space> {
          return {.takes_nonsymmetric = true, .make = [=](Sizes const& n) {
                    return std::make_unique<BySize<Space>>(demands.symmetric, set, n);
                  }};
        });
  }
  if constexpr (have_umfpack)
    add_linear_solver<SparseDirect<Space>, RefinementSettings>(
        plugins, "umfpack", "sparse L U, multifrontal, with proximal refinement; any matrix; host",
        make_umfpack);
  if constexpr (have_klu)
    add_linear_solver<SaddlePoint<Space>, SaddlePointSettings>(
        plugins, "saddle_point",
        "sparse L U of bodies and rows together; any matrix, takes geometric stiffness; host",
        make_klu);
}

template <class Space>
void register_linear_solvers(Plugins<Space>& plugins) {
  register_preconditioners(plugins);
  register_krylov_solvers(plugins);
  add_linear_solver<DenseSolver<Space, Ldlt>, RefinementSettings>(
      plugins, "dense_ldlt", "dense L D L^T with proximal refinement; symmetric, may be singular");
  add_linear_solver<DenseSolver<Space, Lu>, RefinementSettings>(
      plugins, "dense_lu",
      "dense L U with pivoting and proximal refinement; any matrix, may be singular");
  if constexpr (on_host<Space>) register_host_solvers(plugins);
}

}  // namespace orthant
