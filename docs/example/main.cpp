// A user's own `orthant`: all of its commands, with plug-ins of the user's own beside the others.
#include "orthant/program.hpp"
#include "plugins/all.hpp"

int main(int argc, char** argv) {
  orthant::own_plugins().emplace_back(add_my_plugins);
  orthant::own_cone_solvers().emplace_back(add_my_cone_solver);
  return orthant::program(argc, argv);
}
