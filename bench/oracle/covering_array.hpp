// Rows of choices in which every three values that can stand together stand together at least once.
//
// Greedy, one row at a time [Cohen, Dalal, Fredman, Patton 1997]: a row begins with three values
// that no row has had, and every other factor, in random order but parents first, takes the value
// that completes the most such triples with those already chosen. Combinations that are refused are
// learnt on the way and not made again.
#pragma once
#include <cstdint>
#include <optional>
#include <random>

#include "bench/oracle/factors.hpp"

namespace orthant::oracle {

/// Values of some factors that cannot stand together: (factor, value).
using Forbidden = std::vector<std::pair<int, int>>;

class CoveringArray {
 public:
  CoveringArray(std::vector<Factor> factors, unsigned seed);

  /// The next row; nothing where all triples that can be had are covered.
  std::optional<Row> next();
  /// The row was of use: its triples are covered.
  void cover(Row const& row) { count(row, 1); }
  /// It was not, after all.
  void uncover(Row const& row) {
    count(row, -1);
    from_ = 0;
  }
  void forbid(Forbidden tuple) { forbidden_.push_back(std::move(tuple)); }

  std::size_t triples() const { return triples_; }
  std::size_t covered() const { return covered_; }
  std::size_t given_up() const { return given_up_; }
  std::vector<Factor> const& factors() const { return factors_; }

  /// Whether the values that are set (-1 nowhere: absent; -2: open) contradict what is forbidden.
  bool allowed(Row const& row) const;

 private:
  static constexpr int open = -2;
  struct Triple {
    int factor[3], value[3];
  };

  std::size_t place(int a, int b, int c, int va, int vb, int vc) const;
  Triple triple_at(std::size_t index) const;
  bool exists(Row const& row, int f) const;         // given its parent's value
  bool can_be(Row const& row, int f, int v) const;  // given parent, children and what is forbidden
  void count(Row const& row, int by);
  bool close_upwards(Row& row, int f);
  bool fill(Row& row);
  int gain(Row const& row, int f, int v) const;
  int choose(Row const& row, int f);
  std::optional<Row> row_with(Triple const& triple);

  std::vector<Factor> factors_;
  std::vector<std::vector<int>> children_;
  std::vector<int> depth_;
  std::vector<std::size_t> offset_;  // of (a, b, c)
  std::vector<short> rows_;          // that have a triple
  std::vector<char> hopeless_;       // no row with it could be made
  std::vector<unsigned char> tries_;
  std::size_t triples_ = 0, covered_ = 0, given_up_ = 0, from_ = 0;
  std::vector<std::size_t> order_;  // in which triples are looked at
  std::vector<Forbidden> forbidden_;
  std::mt19937_64 random_;
};

}  // namespace orthant::oracle
