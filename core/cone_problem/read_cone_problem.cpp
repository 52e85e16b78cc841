// Chooses a reader by the first bytes of the file.
#include <filesystem>

#include "orthant/core/cone_problem/problem_files.hpp"
#include "orthant/core/cone_problem/read_fclib.hpp"
#include "orthant/core/cone_problem/read_text.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {

ConeProblem read_cone_problem(std::string const& path) {
  ConeProblem problem = is_hdf5(path) ? read_fclib(path) : read_text(path);
  if (!problem.q.allFinite() || !problem.W.coeffs().allFinite())
    refuse(path, "M, H, f and w of which W or q overflows", "numbers whose products are finite");
  problem.name = std::filesystem::path(path).filename().string();
  return problem;
}

}  // namespace orthant
