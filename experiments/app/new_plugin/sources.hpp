// The plug-ins of docs/example, and what is written beside them, as they stand in this program.
#pragma once
#include <string_view>

namespace orthant {

std::string_view ncp_source();
std::string_view joint_source();
std::string_view linear_solver_source();
std::string_view integrator_source();
std::string_view main_source();
std::string_view test_source();
std::string_view build_source();
std::string_view rolling_source();
std::string_view swinging_source();

}  // namespace orthant
