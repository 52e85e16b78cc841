// Slurm as a launcher.
#pragma once
#include "experiments/app/launch/launcher.hpp"

namespace orthant {

Launcher slurm();

}  // namespace orthant
