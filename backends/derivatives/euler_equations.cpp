// Assembles dF/dz and dF/ds of the implicit and the semi-implicit Euler method.
#include "orthant/backends/derivatives/euler_equations.hpp"

#include "orthant/core/config/error.hpp"
#include "orthant/core/math/small_inverse.hpp"
#include "orthant/core/model/model.hpp"
#include "orthant/integrators/detail/step_kernels.hpp"

namespace orthant {
namespace {

Mat3 unit_matrix() { return diagonal({{1, 1, 1}}); }

/// The derivative of u_free (6): by the tangent of the pose (6), by the twists u- and u+ (6), by
/// force and torque (6). The derivative by the mass concerns the velocity alone.
struct FreeMotionDerivative {
  Mat<6, 6> by_pose, by_old_twist, by_twist, by_wrench;
  Vec3 by_mass;      // [m/s / kg]
  Twist free_twist;  // u_free itself
};

/// Derivatives of the free angular velocity, all in body axes.
struct FreeSpin {
  Vec3 value;
  Mat3 by_w, by_u, by_tau;  // by u-, u+ and the torque
};

/// I (w' - w) + s w' x I w' = s tau in each part of the step; its derivative is dw' = I dw + s
/// dtau.
FreeSpin of_free_motion(Body const& body, Vec3 const& w, Vec3 const& tau, Real h) {
  Mat3 const& I = body.inertia_B;
  int const parts = parts_of_spin(w, h);
  Real const s = h / parts;
  FreeSpin out{.value = w, .by_w = unit_matrix(), .by_u = {}, .by_tau = {}};
  for (int k = 0; k < parts; ++k) {
    Root const next = spun_once(I, body.inverse_inertia_B, out.value, tau, s);
    out.value = next.x;
    Mat3 const slope = next.settled ? I + s * gyroscopic_slope(I, next.x) : I;
    Mat3 const inverse = inverse_general(slope);
    out.by_w = inverse * (I * out.by_w);
    out.by_tau = inverse * (I * out.by_tau + s * unit_matrix());
  }
  return out;
}

/// I (w_free - w) = h (tau - m x I m) with the mean m of w and u.
FreeSpin of_mean(Body const& body, MeanSpin const& mean, Vec3 const& u, Vec3 const& tau) {
  Mat3 const &I = body.inertia_B, &inverse = body.inverse_inertia_B;
  Vec3 const m = mean.with(u);
  Mat3 const by_m = -mean.h * (inverse * gyroscopic_slope(I, m)), by_u = by_m * mean.slope(u);
  return {.value = mean.w + mean.h * (inverse * (tau - cross(m, I * m))),
          .by_w = unit_matrix() + by_m - by_u,
          .by_u = by_u,
          .by_tau = mean.h * inverse};
}

/// The derivative of FreeMotion if `free`, else of FreeOfSpin, for a constant wrench and gravity.
FreeMotionDerivative free_motion_derivative(Body const& body, Pose<> const& X, Twist const& before,
                                            Twist const& u, Real h, bool free) {
  FreeMotionDerivative out;
  out.free_twist = before;
  for (int i = 0; i < 6; ++i) out.by_old_twist[i][i] = 1;
  if (!body.dynamic()) return out;
  Vec3 const force = linear(body.wrench_W) + body.mass * body.gravity;
  Vec3 const tau_W = angular(body.wrench_W);
  Mat3 const R = rotation_matrix(X.q_WB);
  Vec3 const w = rotate_back(X.q_WB, angular(before)), tau = rotate_back(X.q_WB, tau_W);
  MeanSpin const mean{w, h};
  FreeSpin const spin = free || !mean.slow()
                            ? of_free_motion(body, w, tau, h)
                            : of_mean(body, mean, rotate_back(X.q_WB, angular(u)), tau);
  Vec3 const w_free = R * spin.value;
  out.free_twist = stacked(linear(before) + (h / body.mass) * force, w_free);
  out.by_mass = (-h / (body.mass * body.mass)) * linear(body.wrench_W);

  // R and components in body axes turn with the body: d(R^T x) = -R^T (dtheta x x)
  auto const in_world = [&](Mat3 const& A) { return R * A * transpose(R); };
  Mat3 const W = in_world(spin.by_w), U = in_world(spin.by_u), T = in_world(spin.by_tau);
  Mat3 const turned = W * cross_matrix(angular(before)) + U * cross_matrix(angular(u)) +
                      T * cross_matrix(tau_W) - cross_matrix(w_free);
  for (int i = 0; i < 3; ++i) {
    out.by_wrench[i][i] = h / body.mass;
    for (int j = 0; j < 3; ++j) {
      out.by_pose[3 + i][3 + j] = turned[i][j];
      out.by_old_twist[3 + i][3 + j] = W[i][j];
      out.by_twist[3 + i][3 + j] = U[i][j];
      out.by_wrench[3 + i][3 + j] = T[i][j];
    }
  }
  return out;
}

using Triplets = std::vector<Eigen::Triplet<double>>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Row6 = Eigen::Matrix<double, 1, 6>;
using Vector6 = Eigen::Matrix<double, 6, 1>;

template <int R, int C>
Eigen::Matrix<double, R, C> matrix(Mat<R, C> const& A) {
  Eigen::Matrix<double, R, C> out;
  for (int i = 0; i < R; ++i)
    for (int j = 0; j < C; ++j) out(i, j) = A[i][j];
  return out;
}

Matrix6 block_of(Mat3 const& linear, Mat3 const& angular) {
  Matrix6 out = Matrix6::Zero();
  out.topLeftCorner(3, 3) = matrix(linear);
  out.bottomRightCorner(3, 3) = matrix(angular);
  return out;
}

Row6 row_of(Vec6 const& v) {
  Row6 out;
  for (int i = 0; i < 6; ++i) out[i] = v[i];
  return out;
}

/// The speed that a unit impulse of a row gives to the row itself.
double mobility(StepParts const& parts, WorldRows::Block const& block, int row) {
  double out = 0;
  for (std::size_t side = 0; side < 2; ++side) {
    if (block.body[side] < 0) continue;
    auto const k = static_cast<std::size_t>(block.body[side]);
    auto const& J = parts.J[static_cast<std::size_t>(row)][side];
    auto const& pose = parts.matrices_at_end ? parts.end[k] : parts.start[k];
    out += dot(J, inverse_mass(parts.body[k], pose) * J);
  }
  return out > 0 ? out : 1;
}

/// Entries of a matrix, which add up where they stand at the same place.
struct Entries {
  Triplets all;

  void add(int row, int column, double by) {
    if (by != 0) all.emplace_back(row, column, by);
  }
  template <class Matrix>
  void add_block(int row, int column, Matrix const& block) {
    for (int j = 0; j < static_cast<int>(block.cols()); ++j)
      for (int i = 0; i < static_cast<int>(block.rows()); ++i)
        add(row + i, column + j, static_cast<double>(block(i, j)));
  }
  SparseSlopes matrix(int rows, int columns) const {
    SparseSlopes out(rows, columns);
    out.setFromTriplets(all.begin(), all.end());
    return out;
  }
};

class Assembly {
 public:
  explicit Assembly(StepParts const& parts) : bodies_(parts.bodies()), scale_(out_.scale) {
    out_.sizes.bodies = bodies_;
    for (auto const& block : parts.blocks)
      if (block.law == Law::coulomb) contacts_.push_back(block.row);
    out_.sizes.contacts = static_cast<int>(contacts_.size());
    int const size = 6 * bodies_ + static_cast<int>(parts.J.size());
    scale_ = Eigen::VectorXd::Ones(size);
    add_bodies(parts);
    add_rows(parts);
    out_.by_z = by_z_.matrix(size, size);
    out_.by_s = by_s_.matrix(size, out_.sizes.all());
    add_end(size);
  }
  LinearStep take() { return std::move(out_); }

 private:
  /// M (u+ - u_free) - J^T lambda = 0, and u+ = u- of bodies that do not react; q+ of each body.
  void add_bodies(StepParts const& parts) {
    int const n = 6 * bodies_;
    for (int b = 0; b < bodies_; ++b) {
      auto const k = static_cast<std::size_t>(b);
      Body const& body = parts.body[k];
      Vec3 const turn = parts.h * angular(parts.u[k]);
      // R+ = cay(h w) R-: a turn of R- is a turn of R+ about the rotated axis.
      Quat<> const cay = normalised(Quat<>{1, 0.5 * turn[0], 0.5 * turn[1], 0.5 * turn[2]});
      end_by_pose_.push_back(block_of(unit_matrix(), rotation_matrix(cay)));
      end_by_twist_.push_back(parts.h * block_of(unit_matrix(), cayley_tangent(turn)));
      if (!body.dynamic()) {
        for (int i = 0; i < 6; ++i) {
          by_z_.add(u(b) + i, u(b) + i, 1);
          by_s_.add(u(b) + i, n + u(b) + i, -1);
        }
        continue;
      }
      auto const free = free_motion_derivative(body, parts.start[k], parts.old_twist[k], parts.u[k],
                                               parts.h, parts.linearised);
      if (Twist const off = free.free_twist - parts.free_twist[k];
          !(dot(off, off) <= 1e-18 * (1 + dot(free.free_twist, free.free_twist))))
        throw Error("there is no derivative of this step: forces on body \"" + parts.names[k] +
                    "\" that are not constant");
      Pose<> const& X = parts.matrices_at_end ? parts.end[k] : parts.start[k];
      Twist const d = parts.u[k] - parts.free_twist[k];
      Mat3 const I = in_world(X.q_WB, body.inertia_B);
      Matrix6 const M = block_of(diagonal({{body.mass, body.mass, body.mass}}), I);
      // d(I w)/dtheta = I [w] - [I w]
      Matrix6 turned = Matrix6::Zero();
      turned.bottomRightCorner(3, 3) =
          matrix(I * cross_matrix(angular(d))) - matrix(cross_matrix(I * angular(d)));
      by_z_.add_block(u(b), u(b), Matrix6(M - M * matrix(free.by_twist)));
      if (parts.matrices_at_end) {
        by_z_.add_block(u(b), u(b), Matrix6(turned * end_by_twist_[k]));
        by_s_.add_block(u(b), u(b), Matrix6(turned * end_by_pose_[k]));
      } else {
        by_s_.add_block(u(b), u(b), turned);
      }
      by_s_.add_block(u(b), u(b), Matrix6(-M * matrix(free.by_pose)));
      by_s_.add_block(u(b), n + u(b), Matrix6(-M * matrix(free.by_old_twist)));
      by_s_.add_block(u(b), 2 * n + u(b), Matrix6(-M * matrix(free.by_wrench)));
      for (int i = 0; i < 3; ++i)
        by_s_.add(u(b) + i, 3 * n + b, d[i] - body.mass * free.by_mass[i]);
      Real const radius = radius_of_gyration(body);
      for (int i = 0; i < 3; ++i) scale_[u(b) + 3 + i] = 1 / radius;
    }
  }

  /// Adds slope . (by_pose dq- + by_twist du+) of a body to a row of F.
  void add_motion(int row, int body, Row6 const& slope, Matrix6 const& by_pose,
                  Matrix6 const& by_twist) {
    if (slope.isZero(0)) return;
    by_s_.add_block(row, u(body), Row6(slope * by_pose));
    by_z_.add_block(row, u(body), Row6(slope * by_twist));
  }

  void add_rows(StepParts const& parts) {
    Matrix6 const still = Matrix6::Zero(), same = Matrix6::Identity();
    int contact = 0;
    for (std::size_t at = 0; at < parts.blocks.size(); ++at) {
      auto const& block = parts.blocks[at];
      auto const& body = block.body;
      auto const& slopes = parts.of_block[at];
      auto const where_by_pose = [&](int b) -> Matrix6 const& {
        return parts.matrices_at_end ? end_by_pose_[static_cast<std::size_t>(b)] : same;
      };
      auto const where_by_twist = [&](int b) -> Matrix6 const& {
        return parts.matrices_at_end ? end_by_twist_[static_cast<std::size_t>(b)] : still;
      };
      // J^T lambda turns with both bodies, at the pose where J is evaluated.
      for (std::size_t side = 0; side < 2; ++side) {
        if (body[side] < 0 || !parts.body[static_cast<std::size_t>(body[side])].dynamic()) continue;
        for (std::size_t by = 0; by < 2; ++by) {
          if (body[by] < 0) continue;
          Matrix6 turn;
          for (int i = 0; i < 6; ++i)
            for (int j = 0; j < 6; ++j)
              turn(i, j) =
                  slopes.turn[6 * static_cast<int>(side) + i][6 * static_cast<int>(by) + j];
          if (turn.isZero(0)) continue;
          by_s_.add_block(u(body[side]), u(body[by]), Matrix6(-turn * where_by_pose(body[by])));
          by_z_.add_block(u(body[side]), u(body[by]), Matrix6(-turn * where_by_twist(body[by])));
        }
      }
      Vec3 weight;
      for (int i = 0; i < block.size; ++i) weight[i] = mobility(parts, block, block.row + i);
      auto const law = law_rows(parts, block, weight);
      if (law.state != BlockState::bilateral)
        out_.kinks.push_back({static_cast<int>(at), body[0], body[1], law.state,
                              std::min(law.from_kink, slopes.from_striking)});
      bool const closed = law.state == BlockState::bilateral ? block.law == Law::free
                                                             : law.state != BlockState::open;
      if (!parts.matrices_at_end && closed) add_closed(parts, block);
      for (int i = 0; i < block.size; ++i) {
        int const own = block.row + i;
        auto const& row = parts.of_row[static_cast<std::size_t>(own)];
        auto const& J = parts.J[static_cast<std::size_t>(own)];
        scale_[lambda(own)] = 1 / weight[i];
        for (std::size_t side = 0; side < 2; ++side) {
          int const b = body[side];
          if (b < 0) continue;
          if (parts.body[static_cast<std::size_t>(b)].dynamic())
            by_z_.add_block(u(b), lambda(own), Vector6(-row_of(J[side]).transpose()));
          for (int k = 0; k < block.size; ++k) {
            double const factor = law.by_value(k, i);
            if (factor == 0) continue;
            int const equation = lambda(block.row + k);
            auto const b_at = static_cast<std::size_t>(b);
            add_motion(equation, b, factor * row_of(row.by_twist[side]), still, same);
            by_s_.add_block(equation, 6 * bodies_ + u(b),
                            Row6(factor * row_of(row.by_old_twist[side])));
            add_motion(equation, b, factor * row_of(row.by_end[side]), end_by_pose_[b_at],
                       end_by_twist_[b_at]);
            add_motion(equation, b, factor * row_of(row.by_where[side]), where_by_pose(b),
                       where_by_twist(b));
          }
        }
        for (int k = 0; k < block.size; ++k)
          by_z_.add(lambda(block.row + k), lambda(own), law.by_impulse(k, i));
        if (block.law == Law::coulomb)
          by_s_.add(lambda(own), 19 * bodies_ + contact, law.by_friction[i]);
        if (block.law == Law::disc && block.normal >= 0) {
          auto const& on = parts.blocks[static_cast<std::size_t>(block.normal)];
          by_z_.add(lambda(own), lambda(on.row), law.by_normal[i]);
        }
      }
      contact += block.law == Law::coulomb;
    }
  }

  /// Rows of contacts that are closed at q+ and at q-: their Jacobian by q-.
  void add_closed(StepParts const& parts, WorldRows::Block const& block) {
    for (int r = block.row; r < block.row + block.size; ++r) {
      auto const& row = parts.of_row[static_cast<std::size_t>(r)];
      if (!(dot(row.by_end[0], row.by_end[0]) + dot(row.by_end[1], row.by_end[1]) > 0)) continue;
      auto const own = out_.closed.rows();
      out_.closed.conservativeResize(own + 1, 6 * bodies_);
      out_.closed.row(own).setZero();
      for (std::size_t side = 0; side < 2; ++side)
        if (int const b = block.body[side]; b >= 0)
          out_.closed.block(own, u(b), 1, 6) = row_of(parts.J[static_cast<std::size_t>(r)][side]);
    }
  }

  /// q+ by q- and u+, u+ itself, and the impulses of contacts.
  void add_end(int size) {
    Entries by_z, by_s;
    for (int b = 0; b < bodies_; ++b) {
      auto const k = static_cast<std::size_t>(b);
      for (int i = 0; i < 6; ++i) by_z.add(6 * bodies_ + u(b) + i, u(b) + i, 1);
      by_s.add_block(u(b), u(b), end_by_pose_[k]);
      by_z.add_block(u(b), u(b), end_by_twist_[k]);
    }
    for (std::size_t k = 0; k < contacts_.size(); ++k)
      for (int i = 0; i < 3; ++i)
        by_z.add(12 * bodies_ + 3 * static_cast<int>(k) + i, lambda(contacts_[k]) + i, 1);
    out_.left_by_z = by_z.matrix(out_.sizes.left(), size);
    out_.left_by_s = by_s.matrix(out_.sizes.left(), out_.sizes.all());
  }

  int u(int body) const { return 6 * body; }
  int lambda(int row) const { return 6 * bodies_ + row; }

  LinearStep out_;
  int bodies_;
  Entries by_z_, by_s_;
  Eigen::VectorXd& scale_;
  std::vector<Matrix6> end_by_pose_, end_by_twist_;  // dq+ by dq- and by du+, of each body
  std::vector<int> contacts_;                        // first row of each contact
};

}  // namespace

LinearStep euler_equations(StepParts const& parts) {
  if (!parts.why_not.empty()) throw Error("there is no derivative of this step: " + parts.why_not);
  return Assembly(parts).take();
}

}  // namespace orthant
