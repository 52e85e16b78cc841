// Linearises the rows of a step, and eliminates its joints.
#include "orthant/core/cone_problem/detail/step_contacts.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <iterator>
#include <utility>

#include "orthant/core/cone_problem/velocity_form.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/math/detail/eigen.hpp"

namespace orthant {
namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

Sparse sparse(Eigen::Index rows, Eigen::Index columns, Triplets const& entries) {
  Sparse A(rows, columns);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

// Rows up to which matrices are dense. Chains of hinged rods on a floor take 0.8 of the time with
// 350 rows, and as much as with sparse ones with 700.
constexpr int dense_rows = 512;

Vector part(Vector const& x, std::vector<int> const& rows) {
  Vector out(static_cast<Eigen::Index>(rows.size()));
  for (int i = 0; i < out.size(); ++i) {
    int const row = rows[nth(i)];
    out[i] = row == no_row ? 0 : x[row];
  }
  return out;
}

/// The index of each row in a list; of tied rows that of the first, so that sums are over all.
std::vector<int> places(WorldRows const& of, std::vector<int> const& list) {
  std::vector<int> out(of.J.size(), no_row);
  for (std::size_t k = 0; k < list.size(); ++k)
    if (list[k] != no_row) out[nth(list[k])] = static_cast<int>(k);
  for (auto const& block : of.blocks)
    if (HostRows::follows(block)) out[nth(block.row)] = out[nth(block.lead)];
  return out;
}

/// Sigma over some rows. The rows of a block are together, in its order.
Sparse compliance(WorldRows const& of, std::vector<int> const& rows) {
  auto const n = static_cast<Eigen::Index>(rows.size());
  std::vector<int> const place = places(of, rows);
  Triplets entries;
  for (auto const& block : of.blocks)
    for (int i = 0; i < block.size; ++i)
      for (int k = 0; k < block.size; ++k) {
        auto const row = nth(block.row + i);
        auto const column = nth(block.row + k);
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
          if (b >= 0) place_[nth(b)] = 0;
    for (int& each : place_)
      if (each == 0) each = 6 * count_++;
  }
  int velocities() const { return 6 * count_; }

  /// (velocities, rows) for the rows to which `column` assigns a column.
  Sparse jacobian(std::vector<int> const& column, int columns) const {
    Triplets entries;
    for (auto const& block : rows_.blocks)
      for (int row = block.row; row < block.row + block.size; ++row)
        for (std::size_t side = 0; column[nth(row)] >= 0 && side < 2; ++side)
          for (int i = 0; block.body[side] >= 0 && i < 6; ++i)
            if (double const x = rows_.J[nth(row)][side][i]; x != 0)
              entries.emplace_back(place_[nth(block.body[side])] + i, column[nth(row)], x);
    return sparse(velocities(), columns, entries);
  }
  /// Of rigid contacts alone, each a block: H = J^T, and Z = R^T H with M^-1 = R R^T. Every entry
  /// of a body that a contact touches is stored, so that all blocks are dense.
  void add_jacobians(ConeProblem& p) const {
    std::vector<Eigen::Matrix3d> root(place_.size());  // of inverse inertia
    for (std::size_t b = 0; b < place_.size(); ++b) {
      if (place_[b] < 0) continue;
      Eigen::LLT<Eigen::Matrix3d> const factor(eigen(rows_.inverse_mass[b].inertia));
      if (factor.info() != Eigen::Success || !(rows_.inverse_mass[b].mass > 0))
        refuse("a step's contacts", "a mass matrix that has no Cholesky factor",
               "a positive definite one");
      root[b] = factor.matrixL();
    }
    auto const columns = static_cast<Eigen::Index>(rows_.J.size());
    for (Sparse* each : {&p.H, &p.Z}) {
      *each = Sparse(velocities(), columns);
      each->resizeNonZeros(12 * columns);
    }
    int end = 0;
    for (auto const& block : rows_.blocks) {
      std::array<std::size_t, 2> sides = {0, 1};
      if (block.body[0] > block.body[1]) std::swap(sides[0], sides[1]);
      for (int row = block.row; row < block.row + block.size; ++row) {
        p.H.outerIndexPtr()[row] = p.Z.outerIndexPtr()[row] = end;
        for (std::size_t side : sides) {
          if (block.body[side] < 0) continue;
          std::size_t const b = nth(block.body[side]);
          Vec6 const& J = rows_.J[nth(row)][side];
          double const root_mass = std::sqrt(rows_.inverse_mass[b].mass);
          for (int i = 0; i < 6; ++i, ++end) {
            p.H.innerIndexPtr()[end] = p.Z.innerIndexPtr()[end] = place_[b] + i;
            p.H.valuePtr()[end] = J[i];
            double turned = 0;
            for (int k = 0; i >= 3 && k < 3; ++k) turned += root[b](k, i - 3) * J[3 + k];
            p.Z.valuePtr()[end] = i < 3 ? root_mass * J[i] : turned;
          }
        }
      }
    }
    for (Sparse* each : {&p.H, &p.Z}) {
      each->outerIndexPtr()[columns] = end;
      each->resizeNonZeros(end);
    }
  }
  /// W = Z^T Z, of contacts that share a body.
  void add_delassus(ConeProblem& p) const {
    std::vector<std::vector<int>> of_body(place_.size());
    for (int c = 0; c < std::ssize(rows_.blocks); ++c)
      for (int b : rows_.blocks[nth(c)].body)
        if (b >= 0) of_body[nth(b)].push_back(c);
    std::vector<int> neighbours, slot(rows_.blocks.size());
    std::vector<double> blocks;  // 3 by 3 each, row by row, of one contact and its neighbours
    auto const values = [&](int c, int b) {
      auto const& [first, second] = rows_.blocks[nth(c)].body;
      bool const comes_second = first >= 0 && second >= 0 && b == std::max(first, second);
      return p.Z.valuePtr() + p.Z.outerIndexPtr()[3 * c] + (comes_second ? 6 : 0);
    };
    auto const length = [&](int c) {
      return p.Z.outerIndexPtr()[3 * c + 1] - p.Z.outerIndexPtr()[3 * c];
    };
    std::ptrdiff_t most = 0;
    for (auto const& each : of_body) most += std::ssize(each) * std::ssize(each);
    if (9 * most > most_entries)
      refuse("a step's contacts", "up to " + text(9 * double(most)) + " entries of H^T M^-1 H",
             "at most " + text(most_entries));
    p.W = Sparse(p.Z.cols(), p.Z.cols());
    p.W.resizeNonZeros(9 * most);
    int end = 0;
    std::vector<int> const none;
    for (int d = 0; d < std::ssize(rows_.blocks); ++d) {
      auto const& body = rows_.blocks[nth(d)].body;
      auto const& one = body[0] >= 0 ? of_body[nth(body[0])] : none;
      auto const& other = body[1] >= 0 ? of_body[nth(body[1])] : none;
      neighbours.clear();
      std::set_union(one.begin(), one.end(), other.begin(), other.end(),
                     std::back_inserter(neighbours));
      blocks.assign(9 * neighbours.size(), 0);
      for (std::size_t k = 0; k < neighbours.size(); ++k)
        slot[nth(neighbours[k])] = static_cast<int>(k);
      for (int b : {std::min(body[0], body[1]), std::max(body[0], body[1])}) {
        if (b < 0) continue;
        double const* const Z_d = values(d, b);
        int const step_d = length(d);
        for (int c : of_body[nth(b)]) {
          double const* const Z_c = values(c, b);
          int const step_c = length(c);
          double* to = blocks.data() + 9 * slot[nth(c)];
          for (int j = 0; j < 3; ++j)
            for (int i = 0; i < 3; ++i, ++to)
              for (int k = 0; k < 6; ++k) *to += Z_c[i * step_c + k] * Z_d[j * step_d + k];
        }
      }
      for (int j = 0; j < 3; ++j) {
        p.W.outerIndexPtr()[3 * d + j] = end;
        for (std::size_t k = 0; k < neighbours.size(); ++k)
          for (int i = 0; i < 3; ++i) {
            double const x = blocks[9 * k + 3 * nth(j) + nth(i)];
            p.W.innerIndexPtr()[end] = 3 * neighbours[k] + i;
            p.W.valuePtr()[end] = x;
            end += x != 0;
          }
      }
    }
    p.W.outerIndexPtr()[p.W.cols()] = end;
    p.W.resizeNonZeros(end);
  }
  Sparse inverse_mass() const {
    return block_diagonal([](InverseMass const& M_inverse) {
      return std::pair{M_inverse.mass, eigen(M_inverse.inertia)};
    });
  }
  Sparse mass() const {
    return block_diagonal([](InverseMass const& M_inverse) {
      Eigen::Matrix3d const I = eigen(M_inverse.inertia).inverse();
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

Sparse symmetric(Sparse const& A) { return 0.5 * (A + Sparse(A.transpose())); }

}  // namespace

StepContacts::StepContacts(WorldRows const& rows) : impulse_(rows.impulse) {
  Vector const value = rows.of_laws();
  std::vector<double> mu;
  bool plain = true;  // rigid contacts only
  for (auto const& block : rows.blocks) {
    plain = plain && block.law == Law::coulomb && block.size == 3 &&
            (block.body[0] != block.body[1] || block.body[0] < 0);
    for (int i = 0; plain && i < block.size; ++i)
      plain = rows.compliance[nth(block.row + i)][i] == 0;
    if (HostRows::follows(block)) {
      followers_.push_back({block.row, block.lead});
      continue;
    }
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
  Vector const u = bodies.twists(rows.u), free_u = bodies.twists(rows.free_twist);
  if (plain) {
    p.M = bodies.mass();
    bodies.add_jacobians(p);
    bodies.add_delassus(p);
    p.f = p.M * free_u;
    p.w = rows.value - p.H.transpose() * u;
    p.q = p.H.transpose() * free_u + p.w;
    return;
  }
  if (m > 0 && std::ssize(rows.J) <= dense_rows) take(without_joints(rows, contact_, joint_));
  if (joints_) {
    add_normals();
    return;
  }
  Sparse const H = bodies.jacobian(places(rows, contact_), n);
  Vector const w = part(value, contact_) - H.transpose() * u;
  Sparse const M_inverse = bodies.inverse_mass(), M_inverse_H = M_inverse * H;
  p.W = H.transpose() * M_inverse_H;
  p.W += compliance(rows, contact_);
  p.q = H.transpose() * free_u + w;
  if (m > 0) {
    Sparse const B = bodies.jacobian(places(rows, joint_), m);
    Sparse const W_cb = M_inverse_H.transpose() * B;
    Sparse const W_bb = Sparse(B.transpose()) * Sparse(M_inverse * B);
    Vector const q_b = B.transpose() * Vector(free_u - u) + part(value, joint_);
    take(without_joints(p.W, p.q, W_cb, symmetric(W_bb) + compliance(rows, joint_), q_b));
  }
  p.W = symmetric(p.W);
  add_normals();
}

void StepContacts::take(WithoutJoints of) {
  problem_.W.swap(of.W);
  problem_.q = std::move(of.q);
  joints_ = std::move(of.joints);
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
  if (joints_) out(joint_) = joints_->of(contacts);
  for (auto const& [row, lead] : followers_) out[row] = out[lead];
  return out;
}

}  // namespace orthant
