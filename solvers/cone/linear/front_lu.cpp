// Dense fronts: what they gather, eliminate and pass on.
#include "solvers/cone/linear/front_lu.hpp"

#include <algorithm>

#include "solvers/cone/linear/elimination_tree.hpp"

namespace orthant::cone {

void FrontLu::analyse(Sparse const& pattern) {
  EliminationTree const tree(pattern);
  order_ = tree.order;
  int const n = static_cast<int>(order_.size());
  std::vector<int> place(n), front_of(n), local(n);
  for (int k = 0; k < n; ++k) place[order_[k]] = k;
  fronts_.clear();
  std::size_t largest = 0;
  for (auto const& columns : tree.supernodes()) {
    Front f;
    f.first = columns.first;
    f.pivots = columns.count;
    f.rows = columns.rows;
    for (int k = 0; k < f.pivots; ++k) front_of[f.first + k] = static_cast<int>(fronts_.size());
    largest = std::max(largest, f.rows.size());
    fronts_.push_back(std::move(f));
  }
  for (std::size_t s = 0; s < fronts_.size(); ++s) {
    Front& f = fronts_[s];
    int const size = static_cast<int>(f.rows.size());
    for (int i = 0; i < size; ++i) local[f.rows[i]] = i;
    for (int k = 0; k < f.pivots; ++k) {
      int const unknown = order_[f.first + k];
      for (int v = pattern.outerIndexPtr()[unknown]; v < pattern.outerIndexPtr()[unknown + 1]; ++v)
        if (int const i = place[pattern.innerIndexPtr()[v]]; i >= f.first)
          f.entries.push_back({v, local[i] + k * size});
    }
    if (f.others() > 0) f.parent = front_of[f.rows[f.pivots]];
    f.L.resize(size, f.pivots);
    f.U.resize(f.pivots, f.others());
    f.update.resize(f.others(), f.others());
    f.swaps.resize(f.pivots);
  }
  // entries above the diagonal lie in columns of later fronts
  for (int column = 0; column < n; ++column)
    for (int v = pattern.outerIndexPtr()[column]; v < pattern.outerIndexPtr()[column + 1]; ++v) {
      int const i = place[pattern.innerIndexPtr()[v]], j = place[column];
      Front& f = fronts_[front_of[std::min(i, j)]];
      if (i >= f.first && j < f.first + f.pivots) continue;  // there already
      int const size = static_cast<int>(f.rows.size());
      auto const at = std::lower_bound(f.rows.begin(), f.rows.end(), j) - f.rows.begin();
      f.entries.push_back({v, i - f.first + static_cast<int>(at) * size});
    }
  for (std::size_t s = 0; s < fronts_.size(); ++s) {
    Front& f = fronts_[s];
    if (f.parent < 0) continue;
    Front& up = fronts_[f.parent];
    up.children.push_back(static_cast<int>(s));
    for (int k = f.pivots; k < static_cast<int>(f.rows.size()); ++k)
      f.in_parent.push_back(static_cast<int>(
          std::lower_bound(up.rows.begin(), up.rows.end(), f.rows[k]) - up.rows.begin()));
  }
  work_.resize(static_cast<Eigen::Index>(largest), static_cast<Eigen::Index>(largest));
}

void FrontLu::gather(Front const& f, double const* values) {
  Eigen::Index const size = std::ssize(f.rows);
  double* const work = work_.data();
  std::fill(work, work + size * size, 0.0);
  for (Entry const& e : f.entries) work[e.place] += values[e.value];
  for (int c : f.children) {
    Front const& child = fronts_[c];
    for (int j = 0; j < child.others(); ++j) {
      double* const column = work + child.in_parent[j] * size;
      for (int i = 0; i < child.others(); ++i) column[child.in_parent[i]] += child.update(i, j);
    }
  }
}

bool FrontLu::factorise(Sparse const& matrix) {
  sign_ = 1;
  for (Front& f : fronts_) {
    gather(f, matrix.valuePtr());
    int const size = static_cast<int>(f.rows.size());
    if (!eliminate(work_.data(), size, f.pivots, f.swaps.data())) return false;
    Eigen::Map<Dense const> const work(work_.data(), size, size);
    f.L = work.leftCols(f.pivots);
    f.U = work.topRightCorner(f.pivots, f.others());
    f.update = work.bottomRightCorner(f.others(), f.others());
    for (int k = 0; k < f.pivots; ++k)
      if ((f.L(k, k) < 0) != (f.swaps[k] != k)) sign_ = -sign_;
  }
  return true;
}

Vector FrontLu::solve(Vector const& b) const {
  Vector x(b.size());
  for (Eigen::Index k = 0; k < x.size(); ++k) x[k] = b[order_[k]];
  Vector part(work_.rows());
  for (Front const& f : fronts_) {
    auto own = x.segment(f.first, f.pivots);
    for (int k = 0; k < f.pivots; ++k) std::swap(own[k], own[f.swaps[k]]);
    f.L.topRows(f.pivots).triangularView<Eigen::UnitLower>().solveInPlace(own);
    part.head(f.others()).noalias() = f.L.bottomRows(f.others()) * own;
    for (int i = 0; i < f.others(); ++i) x[f.rows[f.pivots + i]] -= part[i];
  }
  for (std::size_t s = fronts_.size(); s-- > 0;) {
    Front const& f = fronts_[s];
    auto own = x.segment(f.first, f.pivots);
    for (int i = 0; i < f.others(); ++i) part[i] = x[f.rows[f.pivots + i]];
    own.noalias() -= f.U * part.head(f.others());
    f.L.topRows(f.pivots).triangularView<Eigen::Upper>().solveInPlace(own);
  }
  Vector out(b.size());
  for (Eigen::Index k = 0; k < x.size(); ++k) out[order_[k]] = x[k];
  return out;
}

}  // namespace orthant::cone
