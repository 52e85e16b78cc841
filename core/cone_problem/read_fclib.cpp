// Reads a contact problem from an FCLIB file.
#include "orthant/core/cone_problem/read_fclib.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "orthant/core/cone_problem/plane_contacts.hpp"
#include "orthant/core/cone_problem/text_matrix.hpp"
#include "orthant/core/cone_problem/velocity_form.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/hdf5/hdf5_file.hpp"

namespace orthant {
namespace {

struct Stored {
  int rows = 0, columns = 0;
  std::vector<int> p, i;
  Vector x;
};

using Entries = std::vector<Eigen::Triplet<double>>;

/// Row or column k of a compressed matrix is from pointers[k] to pointers[k + 1].
void check_pointers(std::vector<int> const& pointers, int lines, std::size_t entries,
                    std::string const& where) {
  bool rising = pointers.size() == static_cast<std::size_t>(lines) + 1 && pointers[0] == 0;
  for (std::size_t k = 1; rising && k < pointers.size(); ++k)
    rising = pointers[k] >= pointers[k - 1];
  if (!rising || static_cast<std::size_t>(pointers.back()) > entries)
    refuse(where, "pointers that do not fit",
           std::to_string(lines + 1) + " rising from 0 to " + std::to_string(entries) + " at most");
}

void compressed(Stored const& s, bool by_columns, std::string const& where, Entries& entries) {
  int const lines = by_columns ? s.columns : s.rows;
  check_pointers(s.p, lines, std::min<std::size_t>(s.i.size(), s.x.size()), where + "/p");
  for (int line = 0; line < lines; ++line)
    for (int k = s.p[line]; k < s.p[line + 1]; ++k)
      by_columns ? entries.emplace_back(s.i[k], line, s.x[k])
                 : entries.emplace_back(line, s.i[k], s.x[k]);
}

/// Some files declare compressed rows, but have zero pointers and all entries row by row.
bool is_dense(Stored const& s) {
  return s.x.size() > 0 && s.x.size() == static_cast<long>(s.rows) * s.columns &&
         std::all_of(s.p.begin(), s.p.end(), [](int p) { return p == 0; });
}

void dense(Stored const& s, Entries& entries) {
  for (int k = 0; k < s.x.size(); ++k) entries.emplace_back(k / s.columns, k % s.columns, s.x[k]);
}

void triplets(Stored const& s, int count, std::string const& where, Entries& entries) {
  auto const least = std::min({s.i.size(), s.p.size(), static_cast<std::size_t>(s.x.size())});
  if (static_cast<std::size_t>(count) > least)
    refuse(where + "/nz", std::to_string(count), "at most " + std::to_string(least) + " entries");
  for (int k = 0; k < count; ++k) entries.emplace_back(s.i[k], s.p[k], s.x[k]);
}

Sparse read_matrix(Hdf5File const& file, std::string const& name, int rows, int columns) {
  Stored s{rows, columns, file.integers(name + "/p"), file.integers(name + "/i"),
           file.reals(name + "/x")};
  int const nz = file.integer(name + "/nz", -2, std::numeric_limits<int>::max());
  Entries entries;
  if (nz >= 0)
    triplets(s, nz, file.where(name), entries);
  else if (nz == -2 && is_dense(s))
    dense(s, entries);
  else
    compressed(s, nz == -1, file.where(name), entries);
  for (auto const& e : entries)
    if (e.row() < 0 || e.row() >= rows || e.col() < 0 || e.col() >= columns ||
        !std::isfinite(e.value()))
      refuse(file.where(name),
             text(e.value()) + " in row " + std::to_string(e.row()) + ", column " +
                 std::to_string(e.col()),
             "finite entries of " + std::to_string(rows) + " rows and " + std::to_string(columns) +
                 " columns");
  return sparse_of(rows, columns, entries);
}

/// Reads a matrix that must have `rows` and `columns`.
Sparse read_matrix_of(Hdf5File const& file, std::string const& name, long rows, long columns) {
  file.integer(name + "/m", static_cast<int>(rows), static_cast<int>(rows));
  file.integer(name + "/n", static_cast<int>(columns), static_cast<int>(columns));
  return read_matrix(file, name, static_cast<int>(rows), static_cast<int>(columns));
}

/// Refuses problems with equality constraints besides the contacts.
void refuse_equalities(Hdf5File const& file, std::string const& name) {
  if (file.has(name + "/n") && file.integers(name + "/n") != std::vector<int>{0})
    refuse(file.where(name), "equality constraints", "a problem of contacts alone");
}

}  // namespace

ConeProblem read_fclib(std::string const& path) {
  Hdf5File const file(path);
  bool const global = file.has("/fclib_global");
  if (!global && !file.has("/fclib_local"))
    refuse(path, "neither of them", "a group /fclib_local or /fclib_global");
  std::string const top = global ? "/fclib_global" : "/fclib_local";
  int const dimension = file.integer(top + "/spacedim", 2, 3);
  ConeProblem p;
  p.mu = file.reals(top + "/vectors/mu");
  if (p.mu.size() == 0 || p.mu.size() > 1 << 28 || !p.mu.allFinite() || p.mu.minCoeff() < 0)
    refuse(file.where(top + "/vectors/mu"), "none, or one that is negative or not finite",
           "at least one, each >= 0");
  long const rows = dimension * p.mu.size();
  if (!global) {
    refuse_equalities(file, top + "/V");
    p.W = read_matrix_of(file, top + "/W", rows, rows);
    p.q = file.reals(top + "/vectors/q", rows);
    if (dimension == 2) add_second_tangents(p);
    return p;
  }
  refuse_equalities(file, top + "/G");
  p.f = file.reals(top + "/vectors/f");
  p.f = file.reals(top + "/vectors/f", p.f.size());
  p.M = read_matrix_of(file, top + "/M", p.f.size(), p.f.size());
  p.H = read_matrix_of(file, top + "/H", p.f.size(), rows);
  p.w = file.reals(top + "/vectors/w", rows);
  eliminate_velocities(p, dimension, path);
  if (dimension == 2) add_second_tangents(p);
  return p;
}

}  // namespace orthant
