// Registers the name `siconos` and its settings, which every build has.
#include "orthant/solvers/siconos/register.hpp"

namespace orthant {

void SiconosSettings::fields(Fields& f) {
  ConeStop::fields(f);
  f.name("method", method,
         {"nsgs", "nsn_ac", "nsn_ac_test", "nsn_fb", "nsn_nm", "prox_nsn_ac",
          "prox_nsn_ac_regularised", "prox_nsn_fb", "prox_nsgs", "admm", "vi_eg", "vi_fpp",
          "tresca", "aclm", "global_ipm"},
         "which of its solvers, by its name there: nsgs is Gauss-Seidel, nsn a non-smooth Newton, "
         "prox a proximal point method with the other inside");
  f.integer("max_iterations", max_iterations, between(1, 2e9), "as the method counts them");
  f.text("options", options,
         "more of its options, separated by blanks: iparamK=, dparamK=, storage=blocks or entries, "
         "inner=, and inner. before those of the solver inside");
}

void register_siconos(ConeSolvers& solvers) {
  solvers.add<SiconosSettings>(
      "siconos", "a solver of Siconos Numerics, for comparison; it ignores `seconds`",
      [](SiconosSettings const& settings, Config& config) -> std::unique_ptr<ConeSolver> {
#if ORTHANT_HAVE_SICONOS
        (void)config;
        return make_siconos(settings);
#else
        (void)settings;
        refuse(config.where("type"), "siconos, which is not in this build",
               "it where CMake has found libsiconos-numerics-dev, with ORTHANT_PEERS on");
#endif
      });
}

}  // namespace orthant
