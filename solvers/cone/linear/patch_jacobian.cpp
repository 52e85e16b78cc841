// Products with the contact Jacobian H, patch by patch.
#include "solvers/cone/linear/patch_jacobian.hpp"

#include <algorithm>
#include <type_traits>

namespace orthant::cone {
namespace {

/// The velocities of one patch: 6 of one body, 12 of two, or any other number.
template <int Rows>
using Local = Eigen::Matrix<double, Rows, 1>;
template <int Rows>
using Columns = Eigen::Map<Eigen::Matrix<double, Rows, 3> const>;

/// Calls f with the number of rows as a constant if it is 12 or 6, so that loops are unrolled.
template <class F>
void with_rows(int rows, F&& f) {
  if (rows == 12)
    f(std::integral_constant<int, 12>{});
  else if (rows == 6)
    f(std::integral_constant<int, 6>{});
  else
    f(std::integral_constant<int, Eigen::Dynamic>{});
}

}  // namespace

PatchJacobian::PatchJacobian(Sparse const& H) : velocities_(static_cast<int>(H.rows())) {
  std::vector<int> rows, before;
  for (int first = 0; first < H.cols(); first += 3) {
    rows.clear();
    for (int j = first; j < first + 3; ++j)
      for (Sparse::InnerIterator it(H, j); it; ++it) rows.push_back(static_cast<int>(it.row()));
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    if (first == 0 || rows != before) {
      Patch patch{contacts_, 0, runs_.size(), 0, static_cast<int>(rows.size()), values_.size()};
      for (int row : rows)
        if (runs_.size() > patch.first_run && runs_.back().velocity + runs_.back().count == row)
          ++runs_.back().count;
        else
          runs_.push_back({row, 1});
      patch.runs = runs_.size() - patch.first_run;
      patches_.push_back(patch);
      before = rows;
    }
    ++patches_.back().contacts;
    ++contacts_;
    for (int j = first; j < first + 3; ++j) {
      std::size_t const column = values_.size();
      values_.resize(column + rows.size());
      for (Sparse::InnerIterator it(H, j); it; ++it)
        values_[column + static_cast<std::size_t>(
                             std::lower_bound(rows.begin(), rows.end(), it.row()) - rows.begin())] =
            it.value();
    }
  }
}

template <int Rows>
void PatchJacobian::apply(Patch const& patch, double const* r, double* v) const {
  Local<Rows> sum = Local<Rows>::Zero(patch.rows);
  double const* H = values_.data() + patch.values;
  for (std::size_t c = 0; c < patch.contacts; ++c, H += 3 * patch.rows, r += 3)
    for (int j = 0; j < 3; ++j)
      sum += r[j] * Eigen::Map<Local<Rows> const>(H + j * patch.rows, patch.rows);
  double const* from = sum.data();
  for (auto k = patch.first_run; k < patch.first_run + patch.runs; ++k)
    for (int i = 0; i < runs_[k].count; ++i) v[runs_[k].velocity + i] += *from++;
}

Vector PatchJacobian::apply(Vector const& r) const {
  Vector v = Vector::Zero(velocities_);
  for (Patch const& patch : patches_)
    with_rows(patch.rows,
              [&](auto rows) { apply<rows>(patch, r.data() + 3 * patch.first, v.data()); });
  return v;
}

template <int Rows>
void PatchJacobian::apply_transposed(Patch const& patch, double const* v, double* u) const {
  Local<Rows> local(patch.rows);
  double* to = local.data();
  for (auto k = patch.first_run; k < patch.first_run + patch.runs; ++k)
    for (int i = 0; i < runs_[k].count; ++i) *to++ = v[runs_[k].velocity + i];
  double const* H = values_.data() + patch.values;
  for (std::size_t c = 0; c < patch.contacts; ++c, H += 3 * patch.rows, u += 3)
    for (int j = 0; j < 3; ++j)
      u[j] = local.dot(Eigen::Map<Local<Rows> const>(H + j * patch.rows, patch.rows));
}

Vector PatchJacobian::apply_transposed(Vector const& v) const {
  Vector u(3 * static_cast<Eigen::Index>(contacts_));
  for (Patch const& patch : patches_)
    with_rows(patch.rows, [&](auto rows) {
      apply_transposed<rows>(patch, v.data(), u.data() + 3 * patch.first);
    });
  return u;
}

Sparse PatchJacobian::pattern() const {
  std::vector<Eigen::Triplet<double>> entries;
  for (Patch const& p : patches_)
    for (auto a = p.first_run; a < p.first_run + p.runs; ++a)
      for (auto b = p.first_run; b < p.first_run + p.runs; ++b)
        for (int j = 0; j < runs_[b].count; ++j)
          for (int i = 0; i < runs_[a].count; ++i)
            entries.emplace_back(runs_[a].velocity + i, runs_[b].velocity + j, 0);
  Sparse out(velocities_, velocities_);
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

/// Rows that are consecutive in a patch are consecutive in a column of the matrix, so that one
/// index for each run suffices.
std::vector<int> PatchJacobian::places(Sparse const& matrix) const {
  std::vector<int> out;
  int const* const rows = matrix.innerIndexPtr();
  for (Patch const& p : patches_)
    for (auto b = p.first_run; b < p.first_run + p.runs; ++b)
      for (int j = runs_[b].velocity; j < runs_[b].velocity + runs_[b].count; ++j)
        for (auto a = p.first_run; a < p.first_run + p.runs; ++a)
          out.push_back(static_cast<int>(std::lower_bound(rows + matrix.outerIndexPtr()[j],
                                                          rows + matrix.outerIndexPtr()[j + 1],
                                                          runs_[a].velocity) -
                                         rows));
  return out;
}

template <int Rows>
void PatchJacobian::add(Patch const& patch, Blocks const& B, int const* place,
                        double* matrix) const {
  Eigen::Matrix<double, Rows, Rows> sum;
  sum.setZero(patch.rows, patch.rows);
  double const* H = values_.data() + patch.values;
  bool moves = false;
  for (std::size_t c = 0; c < patch.contacts; ++c, H += 3 * patch.rows) {
    Matrix3 const& block = B[patch.first + c];
    if (block.isZero(0)) continue;
    moves = true;
    Columns<Rows> const columns(H, patch.rows, 3);
    Eigen::Matrix<double, Rows, 3> const left = columns * block;
    for (int j = 0; j < patch.rows; ++j)
      sum.col(j) +=
          columns(j, 0) * left.col(0) + columns(j, 1) * left.col(1) + columns(j, 2) * left.col(2);
  }
  if (!moves) return;
  double const* from = sum.data();
  for (int j = 0; j < patch.rows; ++j)
    for (auto k = patch.first_run; k < patch.first_run + patch.runs; ++k) {
      double* const to = matrix + *place++;
      for (int i = 0; i < runs_[k].count; ++i) to[i] += *from++;
    }
}

void PatchJacobian::add(Blocks const& B, std::vector<int> const& places, Sparse& matrix) const {
  int const* place = places.data();
  for (Patch const& patch : patches_) {
    with_rows(patch.rows, [&](auto rows) { add<rows>(patch, B, place, matrix.valuePtr()); });
    place += static_cast<std::size_t>(patch.rows) * patch.runs;
  }
}

}  // namespace orthant::cone
