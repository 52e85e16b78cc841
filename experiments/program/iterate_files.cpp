// Hands iterates to the recorder of systems.
#include "experiments/program/iterate_files.hpp"

#include "experiments/program/experiment.hpp"

namespace orthant {

IterateFiles::IterateFiles(std::filesystem::path const& directory, Experiment const& e)
    : systems_(*e.systems, directory, e.setup.scene) {}

void IterateFiles::look_at(int step, Simulation& simulation) {
  step_ = step;
  simulation.show_iterates(systems_.settings().wants(step) ? this : nullptr);
}

bool IterateFiles::wants(int world, int iteration, bool last) const {
  return !systems_.full() && systems_.settings().wants(world, iteration, last);
}

void IterateFiles::take(WorldIterate const& it) { systems_.add(step_, it); }

}  // namespace orthant
