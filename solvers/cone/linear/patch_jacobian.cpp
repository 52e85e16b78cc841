// Products with the contact Jacobian H, patch by patch.
#include "orthant/solvers/cone/linear/patch_jacobian.hpp"

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
  std::vector<int> contact(nth(velocities_),
                           -1);              // that last moved a velocity
  std::vector<int> place(nth(velocities_));  // of a velocity in `rows`
  values_.reserve(nth(H.nonZeros()));
  for (int first = 0; first < H.cols(); first += 3) {
    rows.clear();
    for (int j = first; j < first + 3; ++j)
      for (Sparse::InnerIterator it(H, j); it; ++it) {
        auto const row = nth(it.row());
        if (contact[row] == first) continue;
        contact[row] = first;
        rows.push_back(static_cast<int>(row));
      }
    std::sort(rows.begin(), rows.end());
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
    for (std::size_t k = 0; k < rows.size(); ++k) place[nth(rows[k])] = static_cast<int>(k);
    ++patches_.back().contacts;
    ++contacts_;
    for (int j = first; j < first + 3; ++j) {
      std::size_t const column = values_.size();
      values_.resize(column + rows.size());
      for (Sparse::InnerIterator it(H, j); it; ++it)
        values_[column + nth(place[nth(it.row())])] = it.value();
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

std::vector<int> PatchJacobian::node_widths() const {
  constexpr int widest = 6;
  std::vector<bool> begins(nth(velocities_) + 1, false);
  for (Run const& run : runs_) {
    begins[nth(run.velocity)] = true;
    begins[nth(run.velocity + run.count)] = true;
  }
  std::vector<int> out;
  for (int i = 0; i < velocities_; ++i)
    if (out.empty() || out.back() == widest || begins[nth(i)])
      out.push_back(1);
    else
      ++out.back();
  return out;
}

std::vector<std::vector<int>> PatchJacobian::patch_nodes(std::vector<int> const& widths) const {
  std::vector<int> node;  // (velocity)
  for (std::size_t k = 0; k < widths.size(); ++k)
    node.insert(node.end(), nth(widths[k]), static_cast<int>(k));
  std::vector<std::vector<int>> out(patches_.size());
  for (std::size_t p = 0; p < patches_.size(); ++p)
    for (auto k = patches_[p].first_run; k < patches_[p].first_run + patches_[p].runs; ++k)
      for (int i = 0; i < runs_[k].count;) {
        int const n = node[nth(runs_[k].velocity + i)];
        out[p].push_back(n);
        i += widths[nth(n)];
      }
  return out;
}

std::vector<PatchJacobian::Place> PatchJacobian::places(
    BlockPattern const& pattern, std::vector<std::vector<int>> const& patch_nodes) const {
  std::vector<Place> out;
  std::vector<int> first;  // (node of a patch) index of the first value
  for (auto const& nodes : patch_nodes)
    for (int b : nodes) {
      first.clear();
      for (int a : nodes) first.push_back(pattern.value[pattern.block(a, b)]);
      for (int j = 0; j < pattern.width(b); ++j)
        for (std::size_t a = 0; a < nodes.size(); ++a) {
          int const count = pattern.width(nodes[a]);
          out.push_back({first[a] + j * count, count});
        }
    }
  return out;
}

template <int Rows>
void PatchJacobian::add(Patch const& patch, Blocks const& B, Place const* place,
                        double* values) const {
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
  double const *from = sum.data(), *const end = from + sum.size();
  for (; from != end; ++place)
    for (int i = 0; i < place->count; ++i) values[place->first + i] += *from++;
}

void PatchJacobian::add(Blocks const& B, std::vector<Place> const& places,
                        std::vector<double>& values) const {
  Place const* place = places.data();
  for (Patch const& patch : patches_) {
    with_rows(patch.rows, [&](auto rows) { add<rows>(patch, B, place, values.data()); });
    for (int i = 0; i < patch.rows * patch.rows; ++place) i += place->count;
  }
}

}  // namespace orthant::cone
