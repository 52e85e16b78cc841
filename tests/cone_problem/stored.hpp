// Contact problems as texts, in each storage of their matrices, and their solvers.
#pragma once
#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <string>

#include "orthant/core/cone_problem/cone_solver.hpp"

namespace orthant::test {

enum class Storage { dense, blocks, columns, triplets };
inline constexpr Storage storages[] = {Storage::dense, Storage::blocks, Storage::columns,
                                       Storage::triplets};

using Matrix = Eigen::MatrixXd;

/// Numbers with enough digits to distinguish them, separated by blanks.
std::string numbers(Eigen::Ref<Matrix const> const& values);
std::string stored(Matrix const& A, Storage storage);

/// Two contacts: W (6, 6), of rank 5, with entries that are not short decimal numbers.
Matrix contact_matrix();
Vector contact_velocities();
Vector coefficients();

/// m velocities for the same two contacts.
Matrix mass_matrix(int m);
Matrix contact_jacobian(int m);
Vector forces(int m);

/// A solver of stored problems by its settings; throws Error if they are refused.
std::shared_ptr<ConeSolver const> solver_of(Json const& settings);

std::string local_text(Storage storage);
std::string global_text(int m, Storage storage);

}  // namespace orthant::test
