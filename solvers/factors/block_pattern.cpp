// Sorts blocks by column and row, without comparisons.
#include "orthant/solvers/factors/detail/block_pattern.hpp"

#include <algorithm>

namespace orthant::factors {
namespace {

/// (unknown) its node, for nodes of the given widths.
std::vector<int> node_of(std::vector<int> const& width) {
  std::vector<int> out;
  for (std::size_t k = 0; k < width.size(); ++k)
    out.insert(out.end(), static_cast<std::size_t>(width[k]), static_cast<int>(k));
  return out;
}

}  // namespace

BlockPattern::BlockPattern(std::vector<int> const& width,
                           std::vector<std::pair<int, int>> const& pairs) {
  int const n = static_cast<int>(width.size());
  for (int w : width) first.push_back(first.back() + w);
  // Lists of columns for each row; read row by row, they give each column its rows in order.
  std::vector<int> begin(n + 1, 0);
  for (int k = 0; k < n; ++k) begin[k + 1] = 1;
  for (auto const& [i, j] : pairs) {
    ++begin[i + 1];
    ++begin[j + 1];
  }
  for (int k = 0; k < n; ++k) begin[k + 1] += begin[k];
  std::vector<int> column(begin[n]), end(begin.begin(), begin.end() - 1);
  for (int k = 0; k < n; ++k) column[end[k]++] = k;
  for (auto const& [i, j] : pairs) {
    column[end[i]++] = j;
    column[end[j]++] = i;
  }
  std::vector<int> last(n, -1), count(n + 1, 0);
  int kept = 0;
  for (int i = 0; i < n; ++i) {
    int const from = begin[i];
    begin[i] = kept;
    for (int k = from; k < end[i]; ++k) {
      int const j = column[k];
      if (last[j] == i) continue;
      last[j] = i;
      ++count[j + 1];
      column[kept++] = j;
    }
  }
  begin[n] = kept;
  for (int k = 0; k < n; ++k) count[k + 1] += count[k];
  start = count;
  row.resize(kept);
  for (int i = 0; i < n; ++i)
    for (int k = begin[i]; k < begin[i + 1]; ++k) row[count[column[k]]++] = i;
  value.reserve(kept);
  for (int j = 0; j < n; ++j)
    for (int k = start[j]; k < start[j + 1]; ++k) {
      value.push_back(values);
      values += width[row[k]] * width[j];
    }
}

int BlockPattern::block(int i, int j) const {
  auto const begin = row.begin();
  return static_cast<int>(std::lower_bound(begin + start[j], begin + start[j + 1], i) - begin);
}

BlockPattern BlockPattern::part(std::vector<int> const& some) const {
  BlockPattern out;
  out.values = values;
  std::vector<int> place(nodes(), -1);
  for (std::size_t k = 0; k < some.size(); ++k) place[some[k]] = static_cast<int>(k);
  for (int j : some) {
    out.first.push_back(out.first.back() + width(j));
    for (int k = start[j]; k < start[j + 1]; ++k) {
      if (place[row[k]] < 0) continue;
      out.row.push_back(place[row[k]]);
      out.value.push_back(value[k]);
    }
    out.start.push_back(out.blocks());
  }
  return out;
}

BlockPattern BlockPattern::part(std::vector<char> const& is_kept) const {
  BlockPattern out;
  out.first = first;
  out.values = values;
  for (int j = 0; j < nodes(); ++j) {
    for (int k = start[j]; k < start[j + 1]; ++k) {
      if (!is_kept[k]) continue;
      out.row.push_back(row[k]);
      out.value.push_back(value[k]);
    }
    out.start.push_back(out.blocks());
  }
  return out;
}

std::vector<std::pair<int, int>> block_pairs(Sparse const& A, std::vector<int> const& width) {
  std::vector<int> const node = node_of(width);
  std::vector<int> last(width.size(), -1);
  std::vector<std::pair<int, int>> pairs;
  for (int j = 0; j < A.cols(); ++j)
    for (Sparse::InnerIterator it(A, j); it; ++it) {
      int const i = node[it.row()];
      if (i != node[j] && last[i] != node[j]) pairs.emplace_back(i, node[j]);
      last[i] = node[j];
    }
  return pairs;
}

std::vector<double> block_values(BlockPattern const& pattern, Sparse const& A) {
  std::vector<double> values(pattern.values, 0.0);
  for (int node = 0; node < pattern.nodes(); ++node)
    for (int j = 0; j < pattern.width(node); ++j) {
      int block = pattern.start[node];
      for (Sparse::InnerIterator it(A, pattern.first[node] + j); it; ++it) {
        while (pattern.first[pattern.row[block] + 1] <= it.row()) ++block;
        int const row = pattern.row[block];
        values[pattern.value[block] + j * pattern.width(row) + it.row() - pattern.first[row]] =
            it.value();
      }
    }
  return values;
}

}  // namespace orthant::factors
