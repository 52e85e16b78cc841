// Contact problems with known properties, and solvers by name.
#pragma once
#include <Eigen/Cholesky>
#include <memory>
#include <random>
#include <string>

#include "core/cone_problem/cone_measures.hpp"
#include "solvers/cone/register.hpp"

namespace orthant::test {

inline Sparse sparse(Eigen::MatrixXd const& A) { return A.sparseView(); }

inline ConeProblem problem(Eigen::MatrixXd const& W, Vector const& q, Vector const& mu) {
  ConeProblem p;
  p.name = "made here";
  p.W = sparse(W);
  p.q = q;
  p.mu = mu;
  return p;
}

/// One contact with the mobility 2 along the normal and 4 along tangents.
inline ConeProblem one_contact(double mu, Eigen::Vector3d const& q) {
  return problem(Eigen::Vector3d(2, 4, 4).asDiagonal(), q, Vector::Constant(1, mu));
}

inline Eigen::MatrixXd random_matrix(std::mt19937& engine, int rows, int columns) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return uniform(engine); });
}

/// A problem with more rows than velocities, so that W is singular. It has a solution, because with
/// w = 0 bodies at rest are admissible [Acary, Cadoux, Lemarechal, Malick 2011].
inline ConeProblem pile(unsigned seed, int velocities, int contacts) {
  std::mt19937 engine(seed);
  Eigen::MatrixXd const B = random_matrix(engine, velocities, velocities),
                        M = B * B.transpose() + Eigen::MatrixXd::Identity(velocities, velocities),
                        H = random_matrix(engine, velocities, 3 * contacts);
  Vector const f = random_matrix(engine, velocities, 1);
  Vector const mu = random_matrix(engine, contacts, 1).array() * 0.3 + 0.5;  // between 0.2 and 0.8
  Eigen::MatrixXd const MiH = M.llt().solve(H);
  Eigen::MatrixXd const W = H.transpose() * MiH;
  ConeProblem p = problem((W + W.transpose()) / 2, MiH.transpose() * f, mu);
  p.M = sparse(M);
  p.H = sparse(H);
  p.f = f;
  p.w = Vector::Zero(3 * contacts);
  return p;
}

std::shared_ptr<ConeSolver const> solver(std::string const& name, ConeStop const& stop = {});
std::vector<std::string> solver_names();

/// The accuracy that a method reaches by itself. Near a sticking contact the derivative of |u_t|
/// turns with round-off, and the error of the interior point is a multiple of the square root of
/// round-off: at most 2e-6 for 100 such piles.
inline double reaches(std::string const& name) { return name == "interior_point" ? 1e-5 : 1e-12; }

}  // namespace orthant::test
