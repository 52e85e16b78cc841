// Holds Siconos's solvers of frictional contact against the same problems and the same measure.
#include "bench/peers/siconos/peers.hpp"
#include "core/config/error.hpp"

int main(int argc, char** argv) {
  using namespace orthant;
  return compare_solvers(argc, argv,
                         "Solves stored contact problems by Siconos: CPU time and final error.",
                         [](std::vector<SolverChoice> const& solvers, std::string const& variants) {
                           if (!variants.empty())
                             refuse("--variants", variants, "nothing; use --solver");
                           return siconos_peers(solvers);
                         });
}
