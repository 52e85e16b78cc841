// Python functions that the library calls: complementarity functions and linear solvers.
#pragma once
#include "orthant/constraints/ncp/ncp_value.hpp"
#include "orthant/solvers/linear/sparse/sparse_factors.hpp"

namespace orthant::python {

/// Calls a complementarity function for (phi, da, db). If it throws, the exception is stored for
/// raise_pending, and this and all later results are NaN, at which solvers stop.
NcpValue call_ncp(int function, Real a, Real b);

/// Factorisations by a function in Python.
std::unique_ptr<SparseFactors> make_factors(int function);

/// The number of functions of each kind.
int ncp_count();
int factors_count();

/// Throws the stored exception of a function, if there is one.
void raise_pending();

}  // namespace orthant::python
