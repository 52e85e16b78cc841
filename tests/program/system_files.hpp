// Reads the files of "record_systems" like numpy or MATLAB.
#pragma once
#include <Eigen/Dense>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace orthant::test::systems {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// A table of text with a header.
struct Table {
  std::map<std::string, std::vector<std::string>> column;

  explicit Table(std::filesystem::path const& file);
  std::size_t rows() const { return column.empty() ? 0 : column.begin()->second.size(); }
  bool has(std::string const& name) const { return column.contains(name); }
  Vector numbers(std::string const& name) const;
  std::string const& at(std::string const& name, std::size_t row) const {
    return column.at(name).at(row);
  }
};

Matrix read_matrix(std::filesystem::path const& file);

/// The files of an iterate.
struct System {
  Matrix M, J, P, C, Sigma;
  Matrix K, A;  // empty without a step
  Table velocities, rows, blocks, bodies;

  explicit System(std::filesystem::path const& folder);
  Vector velocity(char const* name) const { return velocities.numbers(name); }
  Vector row(char const* name) const { return rows.numbers(name); }
};

}  // namespace orthant::test::systems
