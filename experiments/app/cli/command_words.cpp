// What commands have in common.
#include "experiments/app/cli/command_words.hpp"

#include "orthant/core/execution/kokkos.hpp"

namespace orthant {

CLI::App& add_command(CLI::App& program, char const* name, char const* about, char const* example) {
  auto& out = *program.add_subcommand(name, about);
  out.footer(std::string("for example: ") + example);
  return out;
}

Command with_kokkos(CLI::App& words, std::function<int()> act) {
  return {&words, [act = std::move(act)](auto const&) {
            KokkosSession const kokkos(0);
            return act();
          }};
}

void add_names(CLI::App& command, char const* name, std::vector<std::string>& to,
               char const* about) {
  command.add_option(name, to, about)->take_all()->allow_extra_args(false);
}

void add_assignments(CLI::App& command, std::vector<std::string>& to) {
  add_names(command, "--set", to, "change one value: path.to.key=value");
}

}  // namespace orthant
