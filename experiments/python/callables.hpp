// Functions in Python that the library calls: complementarity functions and linear solvers.
#pragma once
#include "constraints/ncp/ncp_value.hpp"
#include "solvers/linear/sparse/sparse_factors.hpp"

namespace orthant::python {

/// (phi, da, db) of a complementarity function. Where it throws, that is kept for raise_pending,
/// and this and all that follow are NaN, by which solvers end.
NcpValue call_ncp(int function, Real a, Real b);

/// Factorisations by a function in Python.
std::unique_ptr<SparseFactors> make_factors(int function);

/// How many there are of each.
int ncp_count();
int factors_count();

/// Throws what the last call of a function threw, if it did.
void raise_pending();

}  // namespace orthant::python
