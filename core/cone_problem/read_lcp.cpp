// Reads linear complementarity problems from text files.
#include <Eigen/LU>
#include <filesystem>

#include "core/cone_problem/lcp_problem.hpp"
#include "core/cone_problem/text_matrix.hpp"

namespace orthant {
namespace {

LcpProblem read_rest(TextReader& in, std::string const& path, int n) {
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

}  // namespace

LcpProblem read_lcp_problem(std::string const& path) {
  TextReader in(path);
  int const n = in.count("the number of unknowns");
  return read_rest(in, path, n);
}

/// z_f = -M_ff^-1 (M_fc z_c + q_f) leaves the Schur complement M_cc - M_cf M_ff^-1 M_fc.
LcpProblem read_mixed_lcp_problem(std::string const& path) {
  TextReader in(path);
  int const n = in.count("the number of free unknowns");
  int const m = in.count("the number of complementary unknowns");
  LcpProblem p = read_rest(in, path, n + m);
  if (n == 0) return p;
  Eigen::MatrixXd const M(p.M);
  Eigen::FullPivLU<Eigen::MatrixXd> const lu(M.topLeftCorner(n, n));
  if (!lu.isInvertible())
    in.refuse_here("a matrix that is singular on the free unknowns", "one that is regular there");
  if (m == 0) {  // only the free ones, which are gone
    p.M = Sparse(0, 0);
    p.q.resize(0);
    return p;
  }
  Eigen::MatrixXd const M_cf = M.bottomLeftCorner(m, n);
  Eigen::MatrixXd const reduced =
      M.bottomRightCorner(m, m) - M_cf * lu.solve(M.topRightCorner(n, m));
  Vector const q = p.q.tail(m) - M_cf * lu.solve(p.q.head(n));
  p.M = reduced.sparseView(1, 0);
  p.q = q;
  return p;
}

ConeProblem as_contacts(LcpProblem const& lcp) {
  int const n = static_cast<int>(lcp.q.size());
  ConeProblem out;
  out.name = lcp.name;
  std::vector<Eigen::Triplet<double>> entries;
  for (int j = 0; j < n; ++j)
    for (Sparse::InnerIterator it(lcp.M, j); it; ++it)
      entries.emplace_back(3 * static_cast<int>(it.row()), 3 * j, it.value());
  out.W = Sparse(3 * n, 3 * n);
  out.W.setFromTriplets(entries.begin(), entries.end());
  out.q = Vector::Zero(3 * n);
  for (int i = 0; i < n; ++i) out.q[3 * i] = lcp.q[i];
  out.mu = Vector::Zero(n);
  return out;
}

}  // namespace orthant
