// Makes rows greedily, with a table of triples.
#include "bench/oracle/covering_array.hpp"

#include <algorithm>
#include <numeric>

namespace orthant::oracle {
namespace {

/// A shuffle that is the same on every platform, unlike std::shuffle.
template <class T>
void shuffle(std::vector<T>& v, std::mt19937_64& random) {
  for (std::size_t i = v.size(); i > 1; --i) std::swap(v[i - 1], v[random() % i]);
}

}  // namespace

CoveringArray::CoveringArray(std::vector<Factor> factors, unsigned seed)
    : factors_(std::move(factors)), children_(factors_.size()), random_(seed) {
  int const n = static_cast<int>(factors_.size());
  for (int f = 0; f < n; ++f) {
    int const p = factors_[f].parent;
    depth_.push_back(p < 0 ? 0 : depth_[p] + 1);
    if (p >= 0) children_[p].push_back(f);
  }
  for (int a = 0; a < n; ++a)
    for (int b = a + 1; b < n; ++b)
      for (int c = b + 1; c < n; ++c) {
        offset_.push_back(triples_);
        triples_ +=
            static_cast<std::size_t>(factors_[a].size()) * factors_[b].size() * factors_[c].size();
      }
  rows_.assign(triples_, 0);
  hopeless_.assign(triples_, 0);
  tries_.assign(triples_, 0);
  order_.resize(triples_);
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  shuffle(order_, random_);
}

std::size_t CoveringArray::place(int a, int b, int c, int va, int vb, int vc) const {
  std::size_t const n = factors_.size(), A = a, B = b, C = c;
  auto const choose3 = [](std::size_t k) { return k * (k - 1) * (k - 2) / 6; };
  auto const choose2 = [](std::size_t k) { return k * (k - 1) / 2; };
  std::size_t const index =
      choose3(n) - choose3(n - A) + choose2(n - A - 1) - choose2(n - B) + (C - B - 1);
  return offset_[index] +
         (static_cast<std::size_t>(va) * factors_[b].size() + vb) * factors_[c].size() + vc;
}

CoveringArray::Triple CoveringArray::triple_at(std::size_t index) const {
  auto const at = std::upper_bound(offset_.begin(), offset_.end(), index) - offset_.begin() - 1;
  int const n = static_cast<int>(factors_.size());
  std::ptrdiff_t k = 0;
  for (int a = 0; a < n; ++a)
    for (int b = a + 1; b < n; ++b) {
      if (at >= k + (n - b - 1)) {
        k += n - b - 1;
        continue;
      }
      int const c = b + 1 + static_cast<int>(at - k);
      auto const rest = static_cast<int>(index - offset_[at]);
      int const nb = factors_[b].size(), nc = factors_[c].size();
      return {{a, b, c}, {rest / (nb * nc), rest / nc % nb, rest % nc}};
    }
  return {};
}

bool CoveringArray::exists(Row const& row, int f) const {
  int const p = factors_[f].parent;
  return p < 0 || row[p] == open || (row[p] >= 0 && factors_[f].under[row[p]]);
}

bool CoveringArray::allowed(Row const& row) const {
  for (auto const& tuple : forbidden_)
    if (std::all_of(tuple.begin(), tuple.end(),
                    [&](auto const& t) { return row[t.first] == t.second; }))
      return false;
  return true;
}

bool CoveringArray::can_be(Row const& row, int f, int v) const {
  for (int child : children_[f])
    if (row[child] >= 0 && !factors_[child].under[v]) return false;
  for (auto const& tuple : forbidden_) {
    bool here = false, all = true;
    for (auto const& [g, w] : tuple) {
      here = here || (g == f && w == v);
      all = all && (g == f ? w == v : row[g] == w);
    }
    if (here && all) return false;
  }
  return true;
}

/// Gives every ancestor of `f` a value with which `f` exists.
bool CoveringArray::close_upwards(Row& row, int f) {
  for (int p = factors_[f].parent; p >= 0; f = p, p = factors_[f].parent) {
    if (row[p] >= 0) {
      if (!factors_[f].under[row[p]]) return false;
      continue;
    }
    if (row[p] != open) return false;
    std::vector<int> possible;
    for (int v = 0; v < factors_[p].size(); ++v)
      if (can_be(row, p, v)) possible.push_back(v);
    if (possible.empty()) return false;
    row[p] = possible[random_() % possible.size()];
  }
  return true;
}

int CoveringArray::gain(Row const& row, int f, int v) const {
  int const n = static_cast<int>(factors_.size());
  int out = 0;
  for (int g = 0; g < n; ++g) {
    if (g == f || row[g] < 0) continue;
    for (int k = g + 1; k < n; ++k) {
      if (k == f || row[k] < 0) continue;
      std::size_t const at = f < g   ? place(f, g, k, v, row[g], row[k])
                             : f < k ? place(g, f, k, row[g], v, row[k])
                                     : place(g, k, f, row[g], row[k], v);
      out += rows_[at] == 0 && !hopeless_[at];
    }
  }
  return out;
}

int CoveringArray::choose(Row const& row, int f) {
  // The children of a value count only after it is chosen. So in half of the cases the choice is
  // random, weighted by the number of choices that a value opens.
  if (!children_[f].empty() && random_() % 2 == 0) {
    std::vector<int> drawn;
    for (int v = 0; v < factors_[f].size(); ++v)
      for (int child : children_[f])
        if (can_be(row, f, v) && factors_[child].under[v]) drawn.push_back(v);
    if (!drawn.empty()) return drawn[random_() % drawn.size()];
  }
  int best = -1, most = -1, ties = 0;
  for (int v = 0; v < factors_[f].size(); ++v) {
    if (!can_be(row, f, v)) continue;
    int const g = gain(row, f, v);
    if (g > most) {
      best = v;
      most = g;
      ties = 1;
    } else if (g == most && random_() % ++ties == 0) {
      best = v;
    }
  }
  return best;
}

bool CoveringArray::fill(Row& row) {
  std::vector<int> order(factors_.size());
  std::iota(order.begin(), order.end(), 0);
  shuffle(order, random_);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return depth_[a] < depth_[b]; });
  for (int f : order) {
    if (row[f] != open) continue;
    if (!exists(row, f)) {
      row[f] = -1;
      continue;
    }
    row[f] = choose(row, f);
    if (row[f] < 0) return false;
  }
  return allowed(row);
}

std::optional<Row> CoveringArray::row_with(Triple const& t) {
  Row row(factors_.size(), open);
  for (int i = 0; i < 3; ++i) row[t.factor[i]] = t.value[i];
  for (int f : t.factor)
    if (!close_upwards(row, f)) return {};
  if (!allowed(row) || !fill(row)) return {};
  return row;
}

std::optional<Row> CoveringArray::next() {
  for (; from_ < triples_; ++from_) {
    std::size_t const index = order_[from_];
    if (rows_[index] > 0 || hopeless_[index]) continue;
    Triple const triple = triple_at(index);
    // Parents are chosen at random, so that a failure may be bad luck; a row may also be refused.
    for (; tries_[index] < 12; ++tries_[index])
      if (auto row = row_with(triple)) {
        ++tries_[index];
        return row;
      }
    hopeless_[index] = 1;
    ++given_up_;
  }
  return {};
}

void CoveringArray::count(Row const& row, int by) {
  int const n = static_cast<int>(factors_.size());
  for (int a = 0; a < n; ++a)
    for (int b = a + 1; row[a] >= 0 && b < n; ++b)
      for (int c = b + 1; row[b] >= 0 && c < n; ++c) {
        if (row[c] < 0) continue;
        std::size_t const at = place(a, b, c, row[a], row[b], row[c]);
        bool const before = rows_[at] > 0;
        rows_[at] = static_cast<short>(rows_[at] + by);
        covered_ += (rows_[at] > 0) - before;
      }
}

}  // namespace orthant::oracle
