// Reads a linear complementarity problem from a text file.
#include <filesystem>

#include "core/cone_problem/lcp_problem.hpp"
#include "core/cone_problem/text_matrix.hpp"

namespace orthant {

LcpProblem read_lcp_problem(std::string const& path) {
  TextReader in(path);
  int const n = in.count("the number of unknowns");
  LcpProblem p;
  p.name = std::filesystem::path(path).filename().string();
  p.M = read_matrix(in);
  if (p.M.rows() != n || p.M.cols() != n)
    in.refuse_here(
        "a matrix of " + std::to_string(p.M.rows()) + " by " + std::to_string(p.M.cols()),
        "one of " + std::to_string(n) + " by " + std::to_string(n));
  p.q = in.reals(n, "q");
  return p;
}

}  // namespace orthant
