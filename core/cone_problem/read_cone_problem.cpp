// Chooses a reader by the first bytes of the file.
#include <filesystem>

#include "orthant/core/cone_problem/cone_problem.hpp"
#include "orthant/core/cone_problem/plane_contacts.hpp"
#include "orthant/core/cone_problem/problem_files.hpp"
#include "orthant/core/cone_problem/read_fclib.hpp"
#include "orthant/core/cone_problem/text_matrix.hpp"
#include "orthant/core/cone_problem/velocity_form.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {

namespace {

/// Both forms begin alike. With M of the size of W, a global file continues with the size of H, and
/// is longer than any local file.
bool is_global(TextReader const& in, Sparse const& first, int dimension, int contacts) {
  int const rows = dimension * contacts;
  if (first.rows() != rows) return true;
  bool size_of_H = false;
  for (int const storage : {0, 1, 2}) size_of_H |= in.next_are({storage, rows, rows});
  auto const least = static_cast<std::size_t>((2 * dimension + 1) * contacts) + 3;
  return size_of_H && in.words_left(least) >= least;
}

/// Local form `3 n W q mu`, or global form `3 n M H f w mu` with M v = f + H r and u = H^T v + w; 2
/// in place of 3 for planar problems. n may be zero. Text after that is ignored. Throws Error.
ConeProblem read_text(std::string const& path) {
  TextReader in(path);
  int const dimension = in.integer("the dimension of a contact", 2, 3);
  int const contacts =
      in.integer("the number of contacts", 0,
                 static_cast<int>(std::min<std::size_t>(in.bytes_left(), 1 << 28)));
  int const rows = dimension * contacts;
  ConeProblem p;
  p.W = read_matrix(in);
  if (p.W.rows() != p.W.cols())
    in.refuse_here(
        "a matrix of " + std::to_string(p.W.rows()) + " by " + std::to_string(p.W.cols()),
        "a square W or M");
  bool const global = is_global(in, p.W, dimension, contacts);
  if (global) {
    p.M.swap(p.W);
    p.H = read_matrix(in);
    p.f = in.reals(static_cast<int>(p.M.rows()), "f");
    p.w = in.reals(rows, "w");
  } else {
    p.q = in.reals(rows, "q");
  }
  p.mu = in.reals(contacts, "mu");
  if (contacts > 0 && p.mu.minCoeff() < 0)
    in.refuse_here("mu = " + text(p.mu.minCoeff()), "mu >= 0");
  if (global) eliminate_velocities(p, dimension, path);
  if (dimension == 2) add_second_tangents(p);
  return p;
}

}  // namespace

ConeProblem read_cone_problem(std::string const& path) {
  ConeProblem problem = is_hdf5(path) ? read_fclib(path) : read_text(path);
  if (!problem.q.allFinite() || !problem.W.coeffs().allFinite())
    refuse(path, "M, H, f and w of which W or q overflows", "numbers whose products are finite");
  problem.name = std::filesystem::path(path).filename().string();
  return problem;
}

}  // namespace orthant
