// The choice between fronts and CHOLMOD; no other file uses the C functions of the latter.
#include "orthant/solvers/linear/sparse/sparse_cholesky.hpp"

#include <cholmod.h>

#include <new>

#include "orthant/solvers/blas/blas_threads.hpp"

namespace orthant {

struct SparseCholesky::Library {
  cholmod_common common{};
  cholmod_sparse matrix{};
  cholmod_factor* factor = nullptr;
  cholmod_dense rhs{};
  cholmod_dense *x = nullptr, *y = nullptr, *e = nullptr;  // scratch of cholmod_solve2
  std::vector<int> column, row;                            // of the upper triangle, rows ascending
  std::vector<int> from;                                   // (entries) in the values of the blocks
  std::vector<double> value;

  explicit Library(FactorKind how) {
    cholmod_start(&common);
    common.print = 0;
    common.nmethods = 1;
    common.method[0].ordering = CHOLMOD_NATURAL;
    common.postorder = 0;
    common.final_asis = 1;
    common.supernodal = how == FactorKind::automatic    ? CHOLMOD_AUTO
                        : how == FactorKind::simplicial ? CHOLMOD_SIMPLICIAL
                                                        : CHOLMOD_SUPERNODAL;
    common.quick_return_if_not_posdef = 1;
  }
  ~Library() {
    cholmod_free_factor(&factor, &common);
    for (auto** each : {&x, &y, &e}) cholmod_free_dense(each, &common);
    cholmod_finish(&common);
  }
  Library(Library const&) = delete;
  Library& operator=(Library const&) = delete;

  void analyse(factors::BlockPattern const& pattern);
};

SparseCholesky::SparseCholesky(FactorKind how)
    : library_(how == FactorKind::fronts ? nullptr : std::make_unique<Library>(how)) {
  use_one_blas_thread();
}
SparseCholesky::~SparseCholesky() = default;
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;

void SparseCholesky::analyse(factors::BlockPattern const& pattern) {
  library_ ? library_->analyse(pattern) : fronts_.analyse(pattern);
}

void SparseCholesky::Library::analyse(factors::BlockPattern const& pattern) {
  column.assign(1, 0);
  row.clear();
  from.clear();
  for (int j = 0; j < pattern.nodes(); ++j)
    for (int c = 0; c < pattern.width(j); ++c) {
      for (int b = pattern.start[j], i = -1; i < j; ++b) {
        i = pattern.row[b];
        int const height = pattern.width(i);
        for (int r = 0; r < (i == j ? c + 1 : height); ++r) {
          row.push_back(pattern.first[i] + r);
          from.push_back(pattern.value[b] + c * height + r);
        }
      }
      column.push_back(static_cast<int>(row.size()));
    }
  value.resize(row.size());
  auto const n = column.size() - 1;
  matrix = {};
  matrix.nrow = matrix.ncol = n;
  matrix.nzmax = row.size();
  matrix.p = column.data();
  matrix.i = row.data();
  matrix.x = value.data();
  matrix.stype = 1;
  matrix.itype = CHOLMOD_INT;
  matrix.xtype = CHOLMOD_REAL;
  matrix.dtype = CHOLMOD_DOUBLE;
  matrix.sorted = 1;
  matrix.packed = 1;
  cholmod_free_factor(&factor, &common);
  if (n == 0) return;
  factor = cholmod_analyze(&matrix, &common);
  if (!factor) throw std::bad_alloc();
  rhs = {};
  rhs.nrow = rhs.nzmax = rhs.d = n;
  rhs.ncol = 1;
  rhs.xtype = CHOLMOD_REAL;
  rhs.dtype = CHOLMOD_DOUBLE;
}

bool SparseCholesky::factorise(std::vector<double> const& values) {
  OneOpenMpThread const alone;
  if (!library_) return fronts_.factorise(values.data());
  auto& s = *library_;
  if (!s.factor) return true;  // nothing to factorise
  for (std::size_t k = 0; k < s.value.size(); ++k) s.value[k] = values[s.from[k]];
  return cholmod_factorize(&s.matrix, s.factor, &s.common) != 0 && s.common.status == CHOLMOD_OK &&
         s.factor->minor == s.factor->n;
}

void SparseCholesky::solve(double* x) {
  if (!library_) return fronts_.solve(x);
  auto& s = *library_;
  if (!s.factor) return;
  s.rhs.x = x;
  if (s.y && !s.factor->is_super) {
    // A simplicial solve shrinks its scratch below the size that the next call needs, which would
    // then allocate.
    s.y->ncol = s.rhs.nrow;
    s.y->nrow = s.y->d = s.y->nzmax / s.y->ncol;
  }
  OneOpenMpThread const alone;
  cholmod_solve2(CHOLMOD_A, s.factor, &s.rhs, nullptr, &s.x, nullptr, &s.y, &s.e, &s.common);
  auto const* solution = static_cast<double const*>(s.x->x);
  for (std::size_t i = 0; i < s.rhs.nrow; ++i) x[i] = solution[i];
}

Dissection dissect(std::vector<int> const& first, std::vector<int> const& neighbour) {
  cholmod_common common{};
  cholmod_start(&common);
  common.print = 0;
  common.nmethods = 1;
  common.method[0].ordering = CHOLMOD_METIS;
  common.supernodal = CHOLMOD_SIMPLICIAL;            // the analysis ends with the counts
  std::vector<int> column = first, row = neighbour;  // the interface lacks const
  cholmod_sparse graph{};
  graph.nrow = graph.ncol = column.size() - 1;
  graph.nzmax = row.size();
  graph.p = column.data();
  graph.i = row.data();
  graph.stype = 1;
  graph.itype = CHOLMOD_INT;
  graph.xtype = CHOLMOD_PATTERN;
  graph.dtype = CHOLMOD_DOUBLE;
  graph.packed = 1;
  Dissection out;
  OneOpenMpThread const alone;
  if (cholmod_factor* found = cholmod_analyze(&graph, &common)) {
    auto const* perm = static_cast<int const*>(found->Perm);
    out.node.assign(perm, perm + found->n);
    out.flops = common.method[0].fl;
    cholmod_free_factor(&found, &common);
  }
  cholmod_finish(&common);
  return out;
}

}  // namespace orthant
