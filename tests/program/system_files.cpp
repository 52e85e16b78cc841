// Reads the two formats: Matrix Market's coordinates, and tables.
#include "tests/program/system_files.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace orthant::test::systems {
namespace {

std::vector<std::string> cells(std::string const& line) {
  std::vector<std::string> out(1);
  for (char c : line)
    if (c == ',')
      out.emplace_back();
    else
      out.back() += c;
  return out;
}

}  // namespace

Table::Table(std::filesystem::path const& file) {
  std::ifstream in(file);
  std::string line;
  EXPECT_TRUE(std::getline(in, line)) << file;
  auto const head = cells(line);
  for (auto const& name : head) column[name];
  while (std::getline(in, line)) {
    auto const row = cells(line);
    EXPECT_EQ(row.size(), head.size()) << file;
    for (std::size_t i = 0; i < std::min(row.size(), head.size()); ++i)
      column[head[i]].push_back(row[i]);
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
