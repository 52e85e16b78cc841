// `orthant` with the baselines beside its own plug-ins.
#include "bench/baselines/baselines.hpp"
#include "orthant/program.hpp"

int main(int argc, char** argv) {
  orthant::add_baselines();
  return orthant::program(argc, argv);
}
