// Replaces Ceres in builds without it.
#include "experiments/app/fit/least_squares.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {

bool have_ceres() { return false; }

Descent descend(FitSettings const&, Eigen::VectorXd, Look const&,
                std::function<void(int, double, Eigen::VectorXd const&)> const&) {
  throw Error("fit: this build has no Ceres");
}

}  // namespace orthant
