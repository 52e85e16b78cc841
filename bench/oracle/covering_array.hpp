// Rows of choices that contain every compatible triple of values at least once.
//
// The rows are made greedily, one at a time [Cohen, Dalal, Fredman, Patton 1997]. A row begins with
// three values that no row has contained. Every other factor, in random order but parents first,
// takes the value that completes the most new triples with the chosen ones. Refused combinations
// are learnt on the way and not made again.
#pragma once
#include <optional>
#include <random>

#include "bench/oracle/factors.hpp"

namespace orthant::oracle {

/// Incompatible values of some factors: (factor, value).
using Forbidden = std::vector<std::pair<int, int>>;

class CoveringArray {
 public:
  CoveringArray(std::vector<Factor> factors, unsigned seed);

  /// The next row; empty if all possible triples are covered.
  std::optional<Row> next();
  /// The row was useful: its triples are covered.
  void cover(Row const& row) { count(row, 1); }
  /// The row was not useful after all.
  void uncover(Row const& row) {
    count(row, -1);
    from_ = 0;
  }
  void forbid(Forbidden tuple) { forbidden_.push_back(std::move(tuple)); }

  std::size_t triples() const { return triples_; }
  std::size_t covered() const { return covered_; }
  std::size_t given_up() const { return given_up_; }
  std::vector<Factor> const& factors() const { return factors_; }

  /// Whether the values set so far (-1: absent; -2: open) are free of forbidden combinations.
  bool allowed(Row const& row) const;

 private:
  static constexpr int open = -2;
  struct Triple {
    int factor[3], value[3];
  };

  std::size_t place(int a, int b, int c, int va, int vb, int vc) const;
  Triple triple_at(std::size_t index) const;
  bool exists(Row const& row, int f) const;         // with its parent's value
  bool can_be(Row const& row, int f, int v) const;  // also by children and forbidden ones
  void count(Row const& row, int by);
  bool close_upwards(Row& row, int f);
  bool fill(Row& row);
  int gain(Row const& row, int f, int v) const;
  int choose(Row const& row, int f);
  std::optional<Row> row_with(Triple const& triple);

  std::vector<Factor> factors_;
  std::vector<std::vector<int>> children_;
  std::vector<int> depth_;
  std::vector<std::size_t> offset_;  // of factors (a, b, c)
  std::vector<short> rows_;          // number of rows with a triple
  std::vector<char> hopeless_;       // no row with the triple could be made
  std::vector<unsigned char> tries_;
  std::size_t triples_ = 0, covered_ = 0, given_up_ = 0, from_ = 0;
  std::vector<std::size_t> order_;  // order in which triples are visited
  std::vector<Forbidden> forbidden_;
  std::mt19937_64 random_;
};

}  // namespace orthant::oracle
