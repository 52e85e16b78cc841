// The program `orthant`.
#include "experiments/app/cli/program.hpp"

int main(int argc, char** argv) { return orthant::program(argc, argv); }
