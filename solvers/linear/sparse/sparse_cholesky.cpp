// The interface to CHOLMOD; no other file uses its C functions.
#include "solvers/linear/sparse/sparse_cholesky.hpp"

#include <cholmod.h>

#include <new>

#include "solvers/blas/blas_threads.hpp"

namespace orthant {

struct SparseCholesky::State {
  cholmod_common common{};
  cholmod_sparse matrix{};
  cholmod_factor* factor = nullptr;
  cholmod_dense rhs{};
  cholmod_dense *x = nullptr, *y = nullptr, *e = nullptr;  // scratch of cholmod_solve2
  std::vector<int> column, row;
  std::vector<double> value;

  explicit State(FactorKind how) {
    use_one_blas_thread();
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
  ~State() {
    cholmod_free_factor(&factor, &common);
    for (auto** each : {&x, &y, &e}) cholmod_free_dense(each, &common);
    cholmod_finish(&common);
  }
  State(State const&) = delete;
  State& operator=(State const&) = delete;
};

SparseCholesky::SparseCholesky(FactorKind how) : state_(std::make_unique<State>(how)) {}
SparseCholesky::~SparseCholesky() = default;
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;

void SparseCholesky::analyse(std::vector<int> const& column, std::vector<int> const& row) {
  auto& s = *state_;
  s.column = column;
  s.row = row;
  s.value.assign(row.size(), 0);
  auto const n = column.size() - 1;
  s.matrix = {};
  s.matrix.nrow = s.matrix.ncol = n;
  s.matrix.nzmax = row.size();
  s.matrix.p = s.column.data();
  s.matrix.i = s.row.data();
  s.matrix.x = s.value.data();
  s.matrix.stype = 1;
  s.matrix.itype = CHOLMOD_INT;
  s.matrix.xtype = CHOLMOD_REAL;
  s.matrix.dtype = CHOLMOD_DOUBLE;
  s.matrix.sorted = 1;
  s.matrix.packed = 1;
  cholmod_free_factor(&s.factor, &s.common);
  if (n == 0) return;
  s.factor = cholmod_analyze(&s.matrix, &s.common);
  if (!s.factor) throw std::bad_alloc();
  s.rhs = {};
  s.rhs.nrow = s.rhs.nzmax = s.rhs.d = n;
  s.rhs.ncol = 1;
  s.rhs.xtype = CHOLMOD_REAL;
  s.rhs.dtype = CHOLMOD_DOUBLE;
}

double* SparseCholesky::values() { return state_->value.data(); }

bool SparseCholesky::factorise() {
  auto& s = *state_;
  if (!s.factor) return true;  // nothing to factorise
  OneOpenMpThread const alone;
  return cholmod_factorize(&s.matrix, s.factor, &s.common) != 0 && s.common.status == CHOLMOD_OK &&
         s.factor->minor == s.factor->n;
}

void SparseCholesky::solve(double* x) {
  auto& s = *state_;
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
