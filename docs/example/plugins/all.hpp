// The plug-ins of this program, as they are added to those of Orthant.
#pragma once
#include "conjugate_gradients.hpp"
#include "half_square.hpp"
#include "halfway.hpp"
#include "mean_diagonal.hpp"
#include "mean_disc.hpp"
#include "mean_scaling.hpp"
#include "orthant/backends/own_plugins.hpp"
#include "projected_gradient.hpp"
#include "shake.hpp"
#include "squared_distance.hpp"

inline void add_my_plugins() {
  orthant::own_plugins() = {add_halfway,
                            add_mean_disc,
                            orthant::add_formulation<orthant::SpaceOnHost, Halfway, MeanDisc>,
                            add_squared_distance,
                            add_half_square,
                            add_mean_scaling,
                            add_mean_diagonal,
                            add_conjugate_gradients,
                            add_shake};
  orthant::own_cone_solvers() = {add_projected_gradient};
}
