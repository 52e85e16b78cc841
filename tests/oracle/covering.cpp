// The rows of a covering array contain every compatible triple of values.
#include <gtest/gtest.h>

#include <set>

#include "bench/oracle/covering_array.hpp"

namespace orthant::oracle {
namespace {

Factor of(std::string name, int values, int parent = -1, std::vector<bool> under = {}) {
  Factor out{std::move(name), {}, parent, std::move(under)};
  for (int v = 0; v < values; ++v) out.values.push_back(v);
  return out;
}

/// Four choices; the last exists with two values of the first.
std::vector<Factor> small() {
  return {of("a", 4), of("b", 3), of("c", 3), of("d", 2),
          of("e", 3, 0, {true, false, true, false})};
}

using Triple = std::array<int, 6>;

std::set<Triple> triples(std::vector<Row> const& rows) {
  std::set<Triple> out;
  for (auto const& r : rows)
    for (int a = 0; a < 5; ++a)
      for (int b = a + 1; b < 5; ++b)
        for (int c = b + 1; c < 5; ++c)
          if (r[a] >= 0 && r[b] >= 0 && r[c] >= 0) out.insert({a, b, c, r[a], r[b], r[c]});
  return out;
}

std::vector<Row> all_rows() {
  std::vector<Row> out;
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 3; ++b)
      for (int c = 0; c < 3; ++c)
        for (int d = 0; d < 2; ++d) {
          if (a % 2 == 1) out.push_back({a, b, c, d, -1});
          for (int e = 0; a % 2 == 0 && e < 3; ++e) out.push_back({a, b, c, d, e});
        }
  return out;
}

std::vector<Row> rows_of(CoveringArray& array) {
  std::vector<Row> out;
  while (auto row = array.next()) {
    array.cover(*row);
    out.push_back(*row);
  }
  return out;
}

TEST(CoveringArray, HasEveryTripleThatCanBe) {
  CoveringArray array(small(), 1);
  auto const rows = rows_of(array);
  EXPECT_EQ(triples(rows), triples(all_rows()));
  EXPECT_EQ(array.covered(), triples(all_rows()).size());
  EXPECT_EQ(array.covered() + array.given_up(), array.triples());
  EXPECT_LT(rows.size(), 2u * 4 * 3 * 3);  // not all 144 rows
}

TEST(CoveringArray, DoesWithoutWhatIsForbidden) {
  CoveringArray array(small(), 1);
  array.forbid({{1, 2}, {2, 0}});
  auto expected = all_rows();
  std::erase_if(expected, [](Row const& r) { return r[1] == 2 && r[2] == 0; });
  auto const rows = rows_of(array);
  EXPECT_EQ(triples(rows), triples(expected));
  for (auto const& r : rows) EXPECT_FALSE(r[1] == 2 && r[2] == 0);
}

TEST(CoveringArray, ARowThatIsTakenBackLeavesItsTriplesToOthers) {
  CoveringArray array(small(), 1);
  auto const first = array.next();
  array.cover(*first);
  array.uncover(*first);
  EXPECT_EQ(array.covered(), 0u);
  EXPECT_EQ(triples(rows_of(array)), triples(all_rows()));
}

}  // namespace
}  // namespace orthant::oracle
