// The plug-ins of docs/example, as they stand in this program.
#pragma once
#include <string_view>

namespace orthant {

std::string_view ncp_source();
std::string_view joint_source();
std::string_view linear_solver_source();
std::string_view integrator_source();

}  // namespace orthant
