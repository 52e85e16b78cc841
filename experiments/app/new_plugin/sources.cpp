#include "experiments/app/new_plugin/sources.hpp"

extern "C" {
extern char const orthant_ncp_begin[], orthant_ncp_end[];
extern char const orthant_joint_begin[], orthant_joint_end[];
extern char const orthant_linear_solver_begin[], orthant_linear_solver_end[];
extern char const orthant_integrator_begin[], orthant_integrator_end[];
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

}  // namespace orthant
