// A user's own `orthant`: all of its commands, with plug-ins of the user's own beside the others.
#include "orthant/program.hpp"
#include "plugins/all.hpp"

int main(int argc, char** argv) {
  add_my_plugins();
  return orthant::program(argc, argv);
}
