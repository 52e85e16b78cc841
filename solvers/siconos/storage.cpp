// Copies problems for the library, which owns its data and frees it with C's free().
#include "orthant/solvers/siconos/storage.hpp"

#include <NumericsMatrix.h>
#include <NumericsSparseMatrix.h>
#include <SparseBlockMatrix.h>

#include <algorithm>
#include <cstdlib>

#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

double* copy(Vector const& v) {
  auto* out =
      static_cast<double*>(std::malloc(sizeof(double) * static_cast<std::size_t>(v.size())));
  std::copy(v.data(), v.data() + v.size(), out);
  return out;
}

NumericsMatrix* by_entries(Sparse const& A) {
  NumericsMatrix* out =
      NM_create(NM_SPARSE, static_cast<int>(A.rows()), static_cast<int>(A.cols()));
  NM_triplet_alloc(out, A.nonZeros() + A.rows());
  out->matrix2->origin = NSM_TRIPLET;
  for (int j = 0; j < A.outerSize(); ++j)
    for (Sparse::InnerIterator it(A, j); it; ++it)
      NM_entry(out, static_cast<int>(it.row()), j, it.value());
  return out;
}

NumericsMatrix* by_columns(Sparse const& A) {
  NumericsMatrix* out = by_entries(A);
  NM_csc(out);
  out->matrix2->origin = NSM_CSC;
  NM_clearTriplet(out);
  return out;
}

NumericsMatrix* by_blocks(Sparse const& A) {
  NumericsMatrix* entries = by_entries(A);
  SparseBlockStructuredMatrix* blocks = SBM_new();
  SBM_from_csparse(3, NM_csc(entries), blocks);
  NM_free(entries);
  return NM_new_SBM(static_cast<int>(A.rows()), static_cast<int>(A.cols()), blocks);
}

}  // namespace

void FreeSiconos::operator()(FrictionContactProblem* p) const { frictionContactProblem_free(p); }
void FreeSiconos::operator()(GlobalFrictionContactProblem* p) const {
  globalFrictionContact_free(p);
}

LocalProblem local_problem(ConeProblem const& problem, Storage storage) {
  auto* const W = storage == Storage::blocks ? by_blocks(problem.W) : by_columns(problem.W);
  return LocalProblem(frictionContactProblem_new_with_data(3, problem.contacts(), W,
                                                           copy(problem.q), copy(problem.mu)));
}

GlobalProblem global_problem(ConeProblem const& problem) {
  if (!problem.has_velocities()) throw Error("local problem; the solver needs M and H");
  GlobalProblem out(globalFrictionContactProblem_new());
  out->dimension = 3;
  out->numberOfContacts = problem.contacts();
  out->M = by_columns(problem.M);
  out->H = by_columns(problem.H);
  out->q = copy(problem.f);
  out->b = copy(problem.w);
  out->mu = copy(problem.mu);
  out->norm_q = problem.f.norm();
  out->norm_b = problem.w.norm();
  return out;
}

}  // namespace orthant
