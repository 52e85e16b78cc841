// The list of launchers.
#include <algorithm>

#include "core/config/error.hpp"
#include "experiments/app/launch/launcher.hpp"
#include "experiments/app/launch/slurm.hpp"

namespace orthant {

std::vector<Launcher> const& launchers() {
  static std::vector<Launcher> const all = {
      {"local", "processes of this machine, while the command runs"}, slurm()};
  return all;
}

std::vector<std::string> launcher_names() {
  std::vector<std::string> out;
  for (auto const& each : launchers()) out.push_back(each.name);
  return out;
}

Launcher const& launcher_of(std::string const& name) {
  auto const found = std::ranges::find(launchers(), name, &Launcher::name);
  if (found == launchers().end())
    refuse("--on", '"' + name + '"', comma_separated(launcher_names()));
  return *found;
}

}  // namespace orthant
