// Linearises the rows of a step, and eliminates its joints.
#include "orthant/core/cone_problem/detail/step_contacts.hpp"

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <limits>
#include <utility>

#include "orthant/core/cone_problem/velocity_form.hpp"

namespace orthant {
namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

Sparse sparse(Eigen::Index rows, Eigen::Index columns, Triplets const& entries) {
  Sparse A(rows, columns);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

constexpr int no_row = -1;  // for a component of a contact without a row in the block

Vector part(Vector const& x, std::vector<int> const& rows) {
  Vector out(static_cast<Eigen::Index>(rows.size()));
  for (int i = 0; i < out.size(); ++i) {
    int const row = rows[static_cast<std::size_t>(i)];
    out[i] = row == no_row ? 0 : x[row];
  }
  return out;
}

/// Sigma over some rows. The rows of a block are together, in its order.
Sparse compliance(WorldRows const& of, std::vector<int> const& rows) {
  auto const n = static_cast<Eigen::Index>(rows.size());
  std::vector<int> place(of.J.size(), no_row);
  for (int i = 0; i < n; ++i)
    if (int const row = rows[static_cast<std::size_t>(i)]; row != no_row)
      place[static_cast<std::size_t>(row)] = i;
  Triplets entries;
  for (auto const& block : of.blocks)
    for (int i = 0; i < block.size; ++i)
      for (int k = 0; k < block.size; ++k) {
        auto const row = static_cast<std::size_t>(block.row + i);
        auto const column = static_cast<std::size_t>(block.row + k);
        double const x = of.compliance[row][k];
        if (x != 0 && place[row] != no_row) entries.emplace_back(place[row], place[column], x);
      }
  return sparse(n, n, entries);
}

/// The bodies that some rows touch, and their indices among the velocities.
class Bodies {
 public:
  Bodies(WorldRows const& rows, bool joints) : rows_(rows), place_(rows.u.size(), -1) {
    for (auto const& block : rows.blocks)
      if (joints || block.law != Law::free)
        for (int b : block.body)
          if (b >= 0) place_[index(b)] = 0;
    for (int& each : place_)
      if (each == 0) each = 6 * count_++;
  }
  int velocities() const { return 6 * count_; }

  /// (velocities, rows) for the rows to which `column` assigns a column.
  Sparse jacobian(std::vector<int> const& column, int columns) const {
    Triplets entries;
    for (auto const& block : rows_.blocks)
      for (int row = block.row; row < block.row + block.size; ++row)
        for (std::size_t side = 0; column[index(row)] >= 0 && side < 2; ++side)
          for (int i = 0; block.body[side] >= 0 && i < 6; ++i)
            if (double const x = rows_.J[index(row)][side][i]; x != 0)
              entries.emplace_back(place_[index(block.body[side])] + i, column[index(row)], x);
    return sparse(velocities(), columns, entries);
  }
  Sparse inverse_mass() const {
    return block_diagonal([](InverseMass const& M_inverse) {
      return std::pair{M_inverse.mass, matrix(M_inverse.inertia)};
    });
  }
  Sparse mass() const {
    return block_diagonal([](InverseMass const& M_inverse) {
      Eigen::Matrix3d const I = matrix(M_inverse.inertia).inverse();
      return std::pair{1 / M_inverse.mass, Eigen::Matrix3d(0.5 * (I + I.transpose()))};
    });
  }
  Vector twists(std::vector<Twist> const& of) const {
    Vector out(velocities());
    for (std::size_t b = 0; b < of.size(); ++b)
      for (int i = 0; place_[b] >= 0 && i < 6; ++i) out[place_[b] + i] = of[b][i];
    return out;
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static Eigen::Matrix3d matrix(Mat3 const& A) {
    Eigen::Matrix3d out;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) out(i, j) = A[i][j];
    return out;
  }

  /// diag(mass I, inertia) of each body.
  template <class F>
  Sparse block_diagonal(F const& of) const {
    Triplets entries;
    for (std::size_t b = 0; b < place_.size(); ++b) {
      if (place_[b] < 0) continue;
      auto const [mass, inertia] = of(rows_.inverse_mass[b]);
      for (int i = 0; i < 3; ++i) {
        entries.emplace_back(place_[b] + i, place_[b] + i, mass);
        for (int j = 0; j < 3; ++j)
          if (double const x = inertia(i, j); x != 0)
            entries.emplace_back(place_[b] + 3 + i, place_[b] + 3 + j, x);
      }
    }
    return sparse(velocities(), velocities(), entries);
  }

  WorldRows const& rows_;
  std::vector<int> place_;
  int count_ = 0;
};

/// Solves S x = b with S symmetric positive semidefinite and b in its range; redundant joints make
/// S singular. The proximal point iteration (S + e D) dx = b - S x, D the diagonal of S, is
/// repeated [Rockafellar 1976]. It ends at the x of least norm in D.
class SemidefiniteSolver {
 public:
  explicit SemidefiniteSolver(Sparse const& S) : S_(S) {
    Sparse shifted = S;
    for (int i = 0; i < S.rows(); ++i) {
      double const d = S.coeff(i, i);
      shifted.coeffRef(i, i) += d > 0 ? shift * d : 1;
    }
    factor_.compute(shifted);
  }
  /// Column by column. Those of rows that a contact does not have are zero.
  Eigen::MatrixXd solve(Eigen::MatrixXd const& b) const {
    Eigen::MatrixXd x(b.rows(), b.cols());
    for (Eigen::Index k = 0; k < b.cols(); ++k) x.col(k) = solve(Vector(b.col(k)));
    return x;
  }
  Vector solve(Vector const& b) const {
    Vector x = Vector::Zero(b.size()), rest = b;
    double before = HUGE_VAL, now = rest.norm();
    double const round_off = roundings * std::numeric_limits<double>::epsilon() * now;
    for (int k = 0; k < most_rounds && now > round_off && now < 0.5 * before; ++k) {
      x += factor_.solve(rest);
      rest = b - S_ * x;
      before = std::exchange(now, rest.norm());
    }
    return x;
  }

 private:
  static constexpr double shift = 1e-12;
  static constexpr int most_rounds = 20, roundings = 8;
  Sparse S_;
  Eigen::SimplicialLDLT<Sparse> factor_;
};

std::vector<int> places(std::size_t rows, std::vector<int> const& of) {
  std::vector<int> out(rows, -1);
  for (std::size_t k = 0; k < of.size(); ++k)
    if (of[k] != no_row) out[static_cast<std::size_t>(of[k])] = static_cast<int>(k);
  return out;
}

Sparse symmetric(Sparse const& A) { return 0.5 * (A + Sparse(A.transpose())); }

}  // namespace

/// lambda_b = offset + slope lambda_c.
class JointImpulses {
 public:
  Vector offset;          // -(W_bb + C)^+ q_b
  Eigen::MatrixXd slope;  // -(W_bb + C)^+ W_bc
};

StepContacts::StepContacts(WorldRows const& rows) : impulse_(rows.impulse) {
  std::vector<double> mu;
  bool plain = true;  // rigid contacts only
  for (auto const& block : rows.blocks) {
    plain = plain && block.law == Law::coulomb;
    for (int i = 0; plain && i < block.size; ++i)
      plain = rows.compliance[static_cast<std::size_t>(block.row + i)][i] == 0;
    if (block.law == Law::free) {
      for (int i = 0; i < block.size; ++i) joint_.push_back(block.row + i);
      continue;
    }
    if (block.law == Law::disc) discs_.push_back({static_cast<int>(contact_.size()), block.radius});
    int const missing = block.law == Law::disc ? 1 : 0;
    for (int i = -missing; i < 3 - missing; ++i)
      contact_.push_back(i < 0 || i >= block.size ? no_row : block.row + i);
    mu.push_back(block.law == Law::coulomb ? block.friction : block.law == Law::disc ? 1 : 0);
  }
  int const n = static_cast<int>(contact_.size()), m = static_cast<int>(joint_.size());
  auto& p = problem_;
  p.mu = Vector::Map(mu.data(), static_cast<Eigen::Index>(mu.size()));
  Bodies const bodies(rows, m > 0);
  Sparse const H = bodies.jacobian(places(rows.J.size(), contact_), n);
  Vector const u = bodies.twists(rows.u), free_u = bodies.twists(rows.free_twist);
  Vector const w = part(rows.value, contact_) - H.transpose() * u;
  if (plain) {
    p.M = bodies.mass();
    p.H = H;
    p.f = p.M * free_u;
    p.w = w;
    eliminate_velocities(p, 3, "a step's contacts");
    return;
  }
  Sparse const M_inverse = bodies.inverse_mass(), M_inverse_H = M_inverse * H;
  p.W = H.transpose() * M_inverse_H;
  p.W += compliance(rows, contact_);
  p.q = H.transpose() * free_u + w;
  if (m > 0) {
    Sparse const B = bodies.jacobian(places(rows.J.size(), joint_), m);
    Sparse const W_cb = M_inverse_H.transpose() * B;
    Sparse const W_bb = Sparse(B.transpose()) * Sparse(M_inverse * B);
    Vector const q_b = B.transpose() * Vector(free_u - u) + part(rows.value, joint_);
    SemidefiniteSolver const S(symmetric(W_bb) + compliance(rows, joint_));
    joints_ = std::make_unique<JointImpulses>();
    joints_->offset = -S.solve(q_b);
    joints_->slope = -S.solve(Eigen::MatrixXd(W_cb.transpose()));
    Eigen::MatrixXd const through = W_cb * joints_->slope;
    p.W += Sparse(through.sparseView());
    p.q += W_cb * joints_->offset;
  }
  p.W = symmetric(p.W);
  add_normals();
}

/// Friction with a given radius k is that of a contact with mu = 1 and the normal impulse k. The
/// normal row is w lambda_n - w k = 0, without coupling.
void StepContacts::add_normals() {
  Triplets entries;
  for (auto const& [row, radius] : discs_) {
    double const own = problem_.W.coeff(row + 1, row + 1), w = own > 0 ? own : 1;
    entries.emplace_back(row, row, w);
    problem_.q[row] = -w * radius;
  }
  problem_.W += sparse(problem_.q.size(), problem_.q.size(), entries);
}

StepContacts::~StepContacts() = default;

Vector StepContacts::start() const {
  Vector r = part(impulse_, contact_);
  for (auto const& [row, radius] : discs_) r[row] = radius;
  return r;
}

Vector StepContacts::impulses(Vector const& contacts) const {
  Vector out = impulse_;
  for (std::size_t i = 0; i < contact_.size(); ++i)
    if (contact_[i] != no_row) out[contact_[i]] = contacts[static_cast<Eigen::Index>(i)];
  if (joints_) out(joint_) = joints_->offset + joints_->slope * contacts;
  return out;
}

}  // namespace orthant
