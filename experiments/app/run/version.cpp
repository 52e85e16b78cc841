// The versions in `orthant --version` and result.json.
#include "experiments/app/run/version.hpp"

#include <Eigen/Core>
#include <nlohmann/json.hpp>

#include "orthant/core/execution/kokkos.hpp"

namespace orthant {

nlohmann::json versions() {
  auto const dotted = [](int a, int b, int c) {
    return std::to_string(a) + "." + std::to_string(b) + "." + std::to_string(c);
  };
  return {
      {"orthant", ORTHANT_VERSION},
      {"kokkos", dotted(KOKKOS_VERSION / 10000, KOKKOS_VERSION / 100 % 100, KOKKOS_VERSION % 100)},
      {"eigen", dotted(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
      {"cholmod", ORTHANT_HAVE_CHOLMOD ? "yes" : "no"},
      {"compiler", __VERSION__},
      {"build", debug_build ? "debug" : "release"}};
}

}  // namespace orthant
