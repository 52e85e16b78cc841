// Fuzzes stored problems in text: contacts, and linear complementarity.
#include "orthant/core/cone_problem/lcp_problem.hpp"
#include "orthant/core/cone_problem/problem_files.hpp"
#include "tests/fuzz/files.hpp"

namespace {

using namespace orthant;

/// A problem is written and read again: the matrix must be exactly the same.
void require_written(ConeProblem const& problem) {
  auto const file = (fuzz::directory() / "written.dat").string();
  write_cone_problem(problem, file);
  ConeProblem const again = read_cone_problem(file);
  fuzz::require(again.mu == problem.mu && again.q == problem.q, "vectors come back");
  fuzz::require(again.has_velocities() == problem.has_velocities(), "the form comes back");
  bool const same =
      again.W.rows() == problem.W.rows() && again.W.nonZeros() == problem.W.nonZeros();
  bool const none = problem.contacts() == 0;  // Eigen has no norm of an empty matrix
  fuzz::require(same && (none || Sparse(again.W - problem.W).norm() == 0), "the matrix comes back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  auto const file = fuzz::file_of("problem.dat", fuzz::text_of(data, size)).string();
  ConeProblem problem;
  if (fuzz::accepted([&] { problem = read_cone_problem(file); })) require_written(problem);
  fuzz::accepted([&] { as_contacts(read_lcp_problem(file)); });
  fuzz::accepted([&] { as_contacts(read_mixed_lcp_problem(file)); });
  return 0;
}
