// The build generates an assembly source with these files, byte by byte.
#include "experiments/app/new_plugin/sources.hpp"

extern "C" {
extern char const orthant_ncp_begin[], orthant_ncp_end[];
extern char const orthant_joint_begin[], orthant_joint_end[];
extern char const orthant_linear_solver_begin[], orthant_linear_solver_end[];
extern char const orthant_integrator_begin[], orthant_integrator_end[];
extern char const orthant_main_begin[], orthant_main_end[];
extern char const orthant_test_begin[], orthant_test_end[];
extern char const orthant_build_begin[], orthant_build_end[];
extern char const orthant_rolling_begin[], orthant_rolling_end[];
extern char const orthant_swinging_begin[], orthant_swinging_end[];
}

namespace orthant {
namespace {

std::string_view between_marks(char const* begin, char const* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

std::string_view ncp_source() { return between_marks(orthant_ncp_begin, orthant_ncp_end); }
std::string_view joint_source() { return between_marks(orthant_joint_begin, orthant_joint_end); }
std::string_view linear_solver_source() {
  return between_marks(orthant_linear_solver_begin, orthant_linear_solver_end);
}
std::string_view integrator_source() {
  return between_marks(orthant_integrator_begin, orthant_integrator_end);
}
std::string_view test_source() { return between_marks(orthant_test_begin, orthant_test_end); }
std::string_view main_source() { return between_marks(orthant_main_begin, orthant_main_end); }
std::string_view build_source() { return between_marks(orthant_build_begin, orthant_build_end); }
std::string_view rolling_source() {
  return between_marks(orthant_rolling_begin, orthant_rolling_end);
}
std::string_view swinging_source() {
  return between_marks(orthant_swinging_begin, orthant_swinging_end);
}

}  // namespace orthant
