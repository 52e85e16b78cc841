// The orders that judges require are those in docs/integrators.md.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "bench/oracle/trial.hpp"

namespace orthant::oracle {
namespace {

/// The cells of the tables' rows that begin with the name of a plug-in.
std::vector<std::vector<std::string>> rows() {
  std::ifstream page(ORTHANT_SOURCE "/docs/integrators.md");
  std::vector<std::vector<std::string>> out;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("| `")) continue;
    std::istringstream in(line.substr(1));
    out.emplace_back();
    for (std::string cell; std::getline(in, cell, '|');) out.back().push_back(cell);
  }
  return out;
}

/// The names in backticks.
std::vector<std::string> names(std::string const& cell) {
  std::vector<std::string> out;
  for (std::size_t at = 0; (at = cell.find('`', at)) != std::string::npos;) {
    auto const end = cell.find('`', at + 1);
    out.push_back(cell.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return out;
}

TEST(Stated, OrdersAreThoseOfThePage) {
  int motions = 0, springs = 0;
  for (auto const& row : rows()) {
    bool const of_motion = row.size() == 8;  // name, q+, free, joints, forces, ...
    if (!of_motion && row.size() != 5) continue;
    for (auto const& name : names(row[0])) {
      Stated const stated = stated_of({{"integrator", name}});
      if (of_motion) {
        EXPECT_EQ(stated.free, std::stoi(row[2])) << name;
        EXPECT_EQ(stated.joints, std::stoi(row[3])) << name;
        EXPECT_EQ(stated.momentum, row[7].find("momentum") != std::string::npos) << name;
        ++motions;
      } else {
        EXPECT_EQ(stated.springs, std::stoi(row[4])) << name;
        ++springs;
      }
    }
  }
  EXPECT_GE(motions, 6);
  EXPECT_GE(springs, 5);
}

}  // namespace
}  // namespace orthant::oracle
