// Nonsmooth Gauss-Seidel: contact by contact, each solved exactly [Jourdan, Alart, Jean 1998].
#include "solvers/cone/baselines/baselines.hpp"
#include "solvers/cone/baselines/one_contact.hpp"

namespace orthant {
namespace {

class Nsgs final : public ConeSolver {
 public:
  explicit Nsgs(IterationLimits const& set) : set_(set) {}

  ConeReport solve(ConeProblem const& problem, Vector& r) override {
    std::vector<Eigen::Matrix3d> A;
    for (int c = 0; c < problem.contacts(); ++c) A.push_back(block(problem.W, c));
    Watch watch(set_, problem, "nsgs");
    while (watch.goes_on(r)) {
      Vector u = velocities(problem, r);
      for (int c = 0; c < problem.contacts(); ++c) {
        Eigen::Vector3d const old = r.segment<3>(3 * c);
        Eigen::Vector3d const q = u.segment<3>(3 * c) - A[c] * old;
        Eigen::Vector3d const change = solve_one_contact(A[c], q, problem.mu[c]) - old;
        r.segment<3>(3 * c) += change;
        for (int i = 0; i < 3; ++i)  // W column by column, as it is stored: u stays up to date
          for (Sparse::InnerIterator it(problem.W, 3 * c + i); it; ++it)
            u[it.row()] += it.value() * change[i];
      }
    }
    return watch.finish(r);
  }

 private:
  static Eigen::Matrix3d block(Sparse const& W, int c) {
    Eigen::Matrix3d A = Eigen::Matrix3d::Zero();
    for (int i = 0; i < 3; ++i)
      for (Sparse::InnerIterator it(W, 3 * c + i); it; ++it)
        if (it.row() / 3 == c) A(it.row() - 3 * c, i) = it.value();
    return A;
  }

  IterationLimits set_;
};

}  // namespace

void register_nsgs(ConeSolvers& solvers) {
  solvers.add<IterationLimits>(
      "nsgs", "nonsmooth Gauss-Seidel, contacts solved exactly",
      [](IterationLimits const& set, Config&) { return std::make_unique<Nsgs>(set); });
}

}  // namespace orthant
