// Writes matrices in the storages of the public collection.
#include "tests/cone_problem/stored.hpp"

#include <charconv>

#include "orthant/backends/cone_solvers.hpp"

namespace orthant::test {
namespace {

std::string number(double x) {
  char buffer[40];
  return {buffer,
          std::to_chars(buffer, buffer + sizeof buffer, x, std::chars_format::scientific).ptr};
}

void append(std::string& text, std::initializer_list<long> integers) {
  for (long const i : integers) text.append(std::to_string(i)).append(" ");
  text.back() = '\n';
}

std::string ends_of(std::vector<int> const& starts) {
  std::string out;
  for (std::size_t b = 1; b < starts.size(); ++b)
    out.append(std::to_string(starts[b])).append("\t");
  return out + "\n";
}

/// Blocks of different sizes; zero blocks are left out.
void append_blocks(std::string& out, Matrix const& A) {
  int const rows = static_cast<int>(A.rows()), columns = static_cast<int>(A.cols());
  std::vector<int> const r{0, 2, rows}, c{0, 3, columns};
  std::string pointers = "0\t", block_columns, blocks;
  int count = 0;
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      Matrix const block = A.block(r[i], c[j], r[i + 1] - r[i], c[j + 1] - c[j]);
      if (block.isZero(0)) continue;
      append(blocks, {count++});
      blocks.append(numbers(block)).append("\n");
      block_columns.append(std::to_string(j)).append("\t");
    }
    pointers.append(std::to_string(count)).append("\t");
  }
  append(out, {count, 2, 2});
  out += ends_of(r) + ends_of(c);
  append(out, {3, count});
  out += pointers + "\n" + block_columns + "\n" + blocks;
}

void append_sparse(std::string& out, Matrix const& A, bool triplets) {
  Sparse const S = A.sparseView();
  auto const nonzeros = std::to_string(S.nonZeros());
  out.append("2\nCXSparse Version 3.1.1, Jun 2012.  Copyright (c) A. Name\n");
  if (triplets) out.append("triplet: ");
  out.append(std::to_string(A.rows())).append("-by-").append(std::to_string(A.cols()));
  out.append(", nzmax: 1000 nnz: ").append(nonzeros).append(triplets ? "\n" : ", 1-norm: 3.5\n");
  for (int j = 0, k = 0; j < S.cols(); ++j) {
    auto const column = std::to_string(j);
    int const end = S.outerIndexPtr()[j + 1];
    if (!triplets)
      out.append("    col ").append(column).append(" : locations ").append(std::to_string(k));
    if (!triplets) out.append(" to ").append(std::to_string(end - 1)).append("\n");
    for (; k < end; ++k) {
      out.append("      ").append(std::to_string(S.innerIndexPtr()[k]));
      if (triplets) out.append(" ").append(column);
      out.append(" : ").append(number(S.valuePtr()[k])).append("\n");
    }
  }
}

}  // namespace

std::string numbers(Eigen::Ref<Matrix const> const& values) {
  std::string out;
  for (int j = 0; j < values.cols(); ++j)
    for (int i = 0; i < values.rows(); ++i) out.append(number(values(i, j))).append(" ");
  return out + "\n";
}

std::string stored(Matrix const& A, Storage storage) {
  std::string out;
  append(out, {storage == Storage::dense    ? 0
               : storage == Storage::blocks ? 1
                                            : 2,
               A.rows(), A.cols()});
  if (storage == Storage::dense) {
    append(out, {A.rows(), A.cols()});
    return out + numbers(A);
  }
  if (storage == Storage::blocks)
    append_blocks(out, A);
  else
    append_sparse(out, A, storage == Storage::triplets);
  return out;
}

Matrix contact_matrix() {
  Matrix const H = contact_jacobian(5);
  return H.transpose() * H;
}

Vector contact_velocities() { return Vector{{-1, 0.1, 0.7, 1.0 / 3, -0.3, 1e-300}}; }
Vector coefficients() { return Vector{{0.7, 0}}; }

Matrix mass_matrix(int m) {
  Matrix M = Matrix::Zero(m, m);
  for (int i = 0; i < m; ++i) M(i, i) = 2 + 0.1 * i;
  M(1, 0) = M(0, 1) = 1.0 / 3;
  return M;
}

/// The second contact does not involve the first two velocities: its block of H is zero.
Matrix contact_jacobian(int m) {
  Matrix H = Matrix::Zero(m, 6);
  for (int i = 0; i < m; ++i)
    for (int j = i < 2 ? 0 : 3; j < (i < 2 ? 3 : 6); ++j) H(i, j) = 1 / (1.0 + i + 2 * j) - 0.1;
  H(2, 0) = 1.0 / 7;
  return H;
}

Vector forces(int m) { return Vector::LinSpaced(m, -0.3, 0.9); }

std::shared_ptr<ConeSolver const> solver_of(Json const& settings) {
  Json resolved;
  return stored_problem_solvers().make(Config(settings, resolved, "solver"));
}

std::string local_text(Storage storage) {
  return "3\n2\n" + stored(contact_matrix(), storage) + numbers(contact_velocities()) +
         numbers(coefficients()) + "1\n";
}

std::string global_text(int m, Storage storage) {
  return "3\n2\n" + stored(mass_matrix(m), storage) + stored(contact_jacobian(m), storage) +
         numbers(forces(m)) + numbers(contact_velocities()) + numbers(coefficients()) + "0\n";
}

}  // namespace orthant::test
