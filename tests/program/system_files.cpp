// Reads the two formats: Matrix Market's coordinates, and tables.
#include "tests/program/system_files.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "experiments/app/files/table_reader.hpp"

namespace orthant::test::systems {
Table::Table(std::filesystem::path const& file) {
  auto const table = read_csv(file);
  for (std::size_t k = 0; k < table.columns.size(); ++k) {
    auto& cells = column[table.columns[k]];
    for (auto const& row : table.rows) cells.push_back(row[k]);
  }
}

Vector Table::numbers(std::string const& name) const {
  auto const& of = column.at(name);
  Vector out(static_cast<Eigen::Index>(of.size()));
  for (std::size_t i = 0; i < of.size(); ++i) out[static_cast<Eigen::Index>(i)] = std::stod(of[i]);
  return out;
}

Matrix read_matrix(std::filesystem::path const& file) {
  std::ifstream in(file);
  std::string head;
  std::getline(in, head);
  EXPECT_EQ(head, "%%MatrixMarket matrix coordinate real general") << file;
  int rows = 0, columns = 0, count = 0, read = 0;
  in >> rows >> columns >> count;
  Matrix out = Matrix::Zero(rows, columns);
  for (std::string r, c, x; in >> r >> c >> x; ++read)
    out(std::stoi(r) - 1, std::stoi(c) - 1) = std::stod(x);
  EXPECT_EQ(read, count) << file;
  return out;
}

System::System(std::filesystem::path const& folder)
    : M(read_matrix(folder / "M.mtx")),
      J(read_matrix(folder / "J.mtx")),
      P(read_matrix(folder / "P.mtx")),
      C(read_matrix(folder / "C.mtx")),
      Sigma(read_matrix(folder / "Sigma.mtx")),
      velocities(folder / "velocities.csv"),
      rows(folder / "rows.csv"),
      blocks(folder / "blocks.csv"),
      bodies(folder / "bodies.csv") {
  if (!std::filesystem::exists(folder / "K.mtx")) return;
  K = read_matrix(folder / "K.mtx");
  A = read_matrix(folder / "A.mtx");
}

}  // namespace orthant::test::systems
