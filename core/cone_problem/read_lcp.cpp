// Reads linear complementarity problems from text files.
#include <Eigen/LU>
#include <filesystem>

#include "orthant/core/cone_problem/lcp_problem.hpp"
#include "orthant/core/cone_problem/text_matrix.hpp"

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

namespace {

/// Whether the file has the form of the public collection: two storages, two numbers, and blocks
/// from 0, where the plain form has the number of columns of M.
bool is_by_blocks(std::string const& path) {
  TextReader in(path);
  int const first = in.count("the number of free unknowns");
  int const second = in.count("the number of complementary unknowns");
  if (first != 1 || second > 1 || in.words_left(3) < 3) return false;
  in.word("a number");
  in.word("a number");
  return in.next_are({0});
}

struct MixedLcp {
  LcpProblem problem;
  std::vector<int> free, bounded;  // rows
};

MixedLcp read_plain(TextReader& in, std::string const& path) {
  MixedLcp out;
  int const n = in.count("the number of free unknowns");
  int const m = in.count("the number of complementary unknowns");
  for (int i = 0; i < n + m; ++i) (i < n ? out.free : out.bounded).push_back(i);
  out.problem = read_rest(in, path, n + m);
  return out;
}

MixedLcp read_by_blocks(TextReader& in, std::string const& path) {
  MixedLcp out;
  in.integer("whether M is stored whole", 1, 1);
  in.integer("whether its parts are stored too", 0, 1);
  int const n = in.count("the number of free unknowns");
  int const m = in.count("the number of complementary unknowns");
  std::vector<int> ends = {in.integer("where the first block begins", 0, 0)};
  while (ends.back() < n + m)
    ends.push_back(in.integer("the end of a block", ends.back() + 1, n + m));
  for (std::size_t b = 1; b < ends.size(); ++b) {
    bool const bounded = in.integer("whether a block is complementary", 0, 1) == 1;
    for (int i = ends[b - 1]; i < ends[b]; ++i) (bounded ? out.bounded : out.free).push_back(i);
  }
  if (static_cast<int>(out.free.size()) != n)
    in.refuse_here(std::to_string(out.free.size()) + " free unknowns", std::to_string(n));
  out.problem = read_rest(in, path, n + m);
  return out;
}

/// z_f = -M_ff^-1 (M_fc z_c + q_f) leaves the Schur complement M_cc - M_cf M_ff^-1 M_fc.
void eliminate(LcpProblem& p, Eigen::MatrixXd const& M, MixedLcp const& mixed,
               Eigen::FullPivLU<Eigen::MatrixXd> const& lu) {
  auto const &f = mixed.free, &c = mixed.bounded;
  if (c.empty()) {  // all unknowns are free and have been eliminated
    p.M = Sparse(0, 0);
    p.q.resize(0);
    return;
  }
  Vector const q = p.q;
  Eigen::MatrixXd const M_cf = M(c, f);
  p.M = Eigen::MatrixXd(M(c, c) - M_cf * lu.solve(M(f, c))).sparseView(1, 0);
  p.q = q(c) - M_cf * lu.solve(q(f));
}

/// With z_f = a - b and w_f = 0: appends rows and columns of f with the opposite sign.
void split(LcpProblem& p, MixedLcp const& mixed) {
  int const n = static_cast<int>(p.q.size()), more = static_cast<int>(mixed.free.size());
  std::vector<int> twin(static_cast<std::size_t>(n), -1);
  for (int k = 0; k < more; ++k) twin[static_cast<std::size_t>(mixed.free[k])] = n + k;
  std::vector<Eigen::Triplet<double>> entries;
  for (int j = 0; j < n; ++j)
    for (Sparse::InnerIterator it(p.M, j); it; ++it) {
      int const i = static_cast<int>(it.row());
      int const i_twin = twin[static_cast<std::size_t>(i)],
                j_twin = twin[static_cast<std::size_t>(j)];
      entries.emplace_back(i, j, it.value());
      if (i_twin >= 0) entries.emplace_back(i_twin, j, -it.value());
      if (j_twin >= 0) entries.emplace_back(i, j_twin, -it.value());
      if (i_twin >= 0 && j_twin >= 0) entries.emplace_back(i_twin, j_twin, it.value());
    }
  p.M = sparse_of(n + more, n + more, entries);
  p.q.conservativeResize(n + more);
  for (int k = 0; k < more; ++k) p.q[n + k] = -p.q[mixed.free[k]];
}

}  // namespace

LcpProblem read_mixed_lcp_problem(std::string const& path) {
  bool const blocks = is_by_blocks(path);
  TextReader in(path);
  MixedLcp mixed = blocks ? read_by_blocks(in, path) : read_plain(in, path);
  LcpProblem p = std::move(mixed.problem);
  if (mixed.free.empty()) return p;
  Eigen::MatrixXd const M(p.M);
  Eigen::FullPivLU<Eigen::MatrixXd> const lu(M(mixed.free, mixed.free));
  if (!lu.isInvertible())
    split(p, mixed);
  else
    eliminate(p, M, mixed, lu);
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
