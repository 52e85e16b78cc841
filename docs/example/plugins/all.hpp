// The plug-ins of this program, as they are added to those of Orthant.
#pragma once
#include "conjugate_gradients.hpp"
#include "half_square.hpp"
#include "halfway.hpp"
#include "mean_diagonal.hpp"
#include "mean_disc.hpp"
#include "mean_scaling.hpp"
#include "orthant/backends/own_plugins.hpp"
#include "orthant/constraints/register.hpp"
#include "orthant/solvers/preconditioner/preconditioners.hpp"
#include "orthant/solvers/scaling/weights_by.hpp"
#include "projected_gradient.hpp"
#include "shake.hpp"
#include "squared_distance.hpp"

inline void add_my_plugins(orthant::Plugins<Space>& plugins) {
  orthant::add_ncp<Space, Halfway>(plugins);
  orthant::add_friction<Space, MeanDisc>(plugins);
  orthant::add_formulation<Space, Halfway, MeanDisc>(plugins);
  orthant::add_joint<Space, SquaredDistance>(plugins);
  orthant::add_coordinate<Space, HalfSquare>(plugins);
  orthant::add_joint<Space, HardSlider>(plugins);
  orthant::add_scaling<Space, MeanScaling>(plugins);
  orthant::add_preconditioner<Space, MeanDiagonal>(plugins);
  orthant::add_linear_solver<ConjugateGradients, CgSettings>(plugins, "my_cg",
                                                             "conjugate gradients");
  orthant::add_integrator<orthant::EulerStep<Space>, ShakeSettings>(
      plugins, "shake", "first order; impulses along the directions of the start");
}

inline void add_my_cone_solver(orthant::ConeSolvers& to) {
  to.add<GradientSettings>("projected_gradient", "projected gradient steps of fixed length",
                           [](GradientSettings const& set, orthant::Config&) {
                             return std::make_shared<ProjectedGradient>(set);
                           });
}
