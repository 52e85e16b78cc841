// Passes iterates to the table of residuals and to the recorder of systems.
#include "experiments/app/run/iterate_files.hpp"

#include "experiments/app/run/experiment.hpp"

namespace orthant {

IterateFiles::IterateFiles(fs::path const& directory, Experiment const& e, Writing how) {
  if (e.output.looks_at_iterates())
    residuals_.emplace(directory / "residuals.csv", e.setup.scene,
                       e.output.residuals == OutputSettings::ResidualsOf::blocks, how);
  if (e.systems) systems_.emplace(*e.systems, directory, e.setup.scene, how);
}

void IterateFiles::look_at(int step, Simulation& simulation) {
  step_ = step;
  bool const looks = residuals_ || (systems_ && systems_->settings().wants(step));
  simulation.show_iterates(looks ? this : nullptr);
}

bool IterateFiles::wants(int world, int iteration, bool last) const {
  return residuals_ ||
         (systems_ && !systems_->full() && systems_->settings().wants(world, iteration, last));
}

void IterateFiles::take(WorldIterate const& it) {
  if (residuals_) residuals_->add(step_, it);
  if (systems_ && systems_->settings().wants(step_) &&
      systems_->settings().wants(it.world, it.iteration, it.last))
    systems_->add(step_, it);
}

std::optional<int> IterateFiles::systems() const {
  return systems_ ? std::optional(systems_->folders()) : std::nullopt;
}

void IterateFiles::carry(Carried& c) {
  if (systems_) systems_->carry(c);
}

void IterateFiles::flush() {
  if (residuals_) residuals_->flush();
  if (systems_) systems_->flush();
}

void IterateFiles::close() {
  if (residuals_) residuals_->close();
  if (systems_) systems_->close();
}

}  // namespace orthant
