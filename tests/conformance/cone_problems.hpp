// Contact problems with known properties, and solvers by name.
#pragma once
#include <Eigen/Cholesky>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "orthant/core/cone_problem/cone_measures.hpp"
#include "orthant/solvers/cone/detail/register.hpp"

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

/// A column of boxes of mass 1 that fall at speed 1 onto the ground, friction 0.5: neighbours are
/// coupled, and the lowest carries all.
inline ConeProblem column(int boxes) {
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(3 * boxes, 3 * boxes);
  Vector f = Vector::Zero(3 * boxes);
  for (int k = 0; k < boxes; ++k) {
    H.block<3, 3>(3 * k, 3 * k).setIdentity();
    if (k > 0) H.block<3, 3>(3 * (k - 1), 3 * k) = -Eigen::Matrix3d::Identity();
    f[3 * k] = -1;
  }
  return problem(H.transpose() * H, H.transpose() * f, Vector::Constant(boxes, 0.5));
}

inline std::shared_ptr<ConeSolver const> solver(std::string const& name,
                                                ConeStop const& stop = {}) {
  nlohmann::json const input = {
      {"type", name}, {"tolerance", stop.tolerance}, {"seconds", stop.seconds}};
  nlohmann::json resolved;
  ConeSolvers all;
  register_cone_solvers(all);
  return all.make(Config(input, resolved, ""));
}

}  // namespace orthant::test
