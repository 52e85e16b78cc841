// The solvers of Siconos Numerics, for comparison.
#pragma once
#include "orthant/core/cone_problem/cone_solver.hpp"

namespace orthant {

struct SiconosSettings : ConeStop {
  std::string method = "nsgs", options;
  int max_iterations = 100000;

  void fields(Fields& f);
};

/// Registers `siconos`, which is refused in a build without that library.
void register_siconos(ConeSolvers& solvers);

#if ORTHANT_HAVE_SICONOS
std::unique_ptr<ConeSolver> make_siconos(SiconosSettings const& settings);
#endif

}  // namespace orthant
