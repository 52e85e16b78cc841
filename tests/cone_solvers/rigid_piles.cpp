// Contact problems of one step of rigid bodies, from masses, contact frames and motions.
#include "tests/cone_solvers/rigid_piles.hpp"

#include <Eigen/Geometry>
#include <random>
#include <string>
#include <vector>

#include "orthant/core/cone_problem/velocity_form.hpp"

namespace orthant::test {
namespace {

using Eigen::Vector3d;

/// Bodies and contacts; -1 is the ground.
class Bodies {
 public:
  explicit Bodies(PileKind const& kind) : kind_(kind), engine_(kind.seed) {}

  int add(Vector3d const& position, double mass, Vector3d const& inertia) {
    positions.push_back(position);
    masses_.push_back(mass);
    inertias_.push_back(inertia);
    return static_cast<int>(positions.size()) - 1;
  }

  /// The normal points from `below` to `above`.
  void add_contact(int below, int above, Vector3d const& at, Vector3d const& normal) {
    int const first = 3 * contacts_++;
    Vector3d const other =
        normal.cross(std::abs(normal[0]) < 0.6 ? Vector3d::UnitX() : Vector3d::UnitY());
    Vector3d const axes[] = {normal, other.normalized(), normal.cross(other).normalized()};
    for (int k = 0; k < 3; ++k) {
      if (above >= 0) row(first + k, above, at, axes[k]);
      if (below >= 0) row(first + k, below, at, -axes[k]);
    }
  }

  ConeProblem problem(std::string const& name) {
    constexpr double step = 0.01, gravity = 9.81;
    int const bodies = static_cast<int>(masses_.size()), m = 6 * bodies, rows = 3 * contacts_;
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<Eigen::Triplet<double>> entries;
    ConeProblem p;
    p.name = name;
    p.f = Vector::Zero(m);
    for (int b = 0; b < bodies; ++b)
      for (int k = 0; k < 6; ++k) {
        double const mass = k < 3 ? masses_[b] : inertias_[b][k - 3];
        double const velocity =
            step * gravity * (kind_.motion * uniform(engine_) - (k == 2 ? 1 : 0));
        entries.emplace_back(6 * b + k, 6 * b + k, mass);
        p.f[6 * b + k] = mass * velocity;
      }
    p.M = Sparse(m, m);
    p.M.setFromTriplets(entries.begin(), entries.end());
    p.H = Sparse(m, rows);
    p.H.setFromTriplets(entries_.begin(), entries_.end());
    p.w = Vector::Zero(rows);
    p.mu = Vector::Constant(contacts_, kind_.friction);
    eliminate_velocities(p, 3, name);
    return p;
  }

  std::mt19937& engine() { return engine_; }
  std::vector<Vector3d> positions;

 private:
  void row(int r, int body, Vector3d const& at, Vector3d const& axis) {
    Vector3d const rotation = (at - positions[body]).cross(axis);
    for (int k = 0; k < 3; ++k) {
      entries_.emplace_back(6 * body + k, r, axis[k]);
      entries_.emplace_back(6 * body + 3 + k, r, rotation[k]);
    }
  }

  PileKind kind_;
  std::mt19937 engine_;
  std::vector<double> masses_;
  std::vector<Vector3d> inertias_;
  std::vector<Eigen::Triplet<double>> entries_;
  int contacts_ = 0;
};

/// Four corners of the common part of two boxes in a horizontal plane.
void lay(Bodies& bodies, int below, int above, Vector3d const& middle, double x, double y) {
  for (double i : {-0.5, 0.5})
    for (double j : {-0.5, 0.5})
      bodies.add_contact(below, above, middle + Vector3d(i * x, j * y, 0), Vector3d::UnitZ());
}

std::string named(char const* what, int size, PileKind const& kind) {
  return what + std::to_string(size) + "-mu" + std::to_string(kind.friction).substr(0, 4) + "-v" +
         std::to_string(kind.motion).substr(0, 4) + "-s" + std::to_string(kind.seed);
}

}  // namespace

ConeProblem pyramid(int layers, PileKind const& kind) {
  Bodies bodies(kind);
  Vector3d const inertia = Vector3d::Constant(1.0 / 6);
  int below = 0;
  for (int layer = 0; layer < layers; ++layer) {
    int const n = layers - layer, first = static_cast<int>(bodies.positions.size());
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        Vector3d const p(i + 0.5 * layer, j + 0.5 * layer, layer + 0.5);
        int const b = bodies.add(p, 1, inertia);
        if (layer == 0) lay(bodies, -1, b, p - Vector3d(0, 0, 0.5), 1, 1);
        for (int s = 0; s < 2 && layer > 0; ++s)
          for (int t = 0; t < 2; ++t)
            lay(bodies, below + (i + s) * (n + 1) + j + t, b,
                p + Vector3d(0.5 * s - 0.25, 0.5 * t - 0.25, -0.5), 0.5, 0.5);
      }
    below = first;
  }
  return bodies.problem(named("pyramid", layers, kind));
}

ConeProblem brick_wall(int layers, int bricks, PileKind const& kind) {
  Bodies bodies(kind);
  Vector3d const inertia(2 * 2.0 / 12, 2 * 5.0 / 12, 2 * 5.0 / 12);
  for (int layer = 0; layer < layers; ++layer)
    for (int i = 0; i < bricks; ++i) {
      bool const odd = layer % 2 == 1;
      Vector3d const p(2 * i + (odd ? 1 : 0), 0, layer + 0.5);
      int const b = bodies.add(p, 2, inertia), under = b - bricks;
      Vector3d const face = p - Vector3d(0, 0, 0.5);
      if (layer == 0) lay(bodies, -1, b, face, 2, 1);
      int const left = odd ? i : i - 1;  // of the two bricks below
      for (int s = 0; s < 2 && layer > 0; ++s)
        if (left + s >= 0 && left + s < bricks)
          lay(bodies, under - i + left + s, b, face + Vector3d(s - 0.5, 0, 0), 1, 1);
    }
  return bodies.problem(named("wall", layers, kind));
}

ConeProblem packed_balls(int count, PileKind const& kind) {
  Bodies bodies(kind);
  std::uniform_real_distribution<double> uniform(0, 1);
  int const side = std::max(1, static_cast<int>(std::cbrt(count)));
  std::vector<double> radius;
  for (int b = 0; b < count; ++b) {
    int const row = b / side, layer = row / side;
    Vector3d const corner(b % side, row % side, layer);
    Vector3d p;
    for (int k = 0; k < 3; ++k) p[k] = corner[k] + 0.3 * (uniform(bodies.engine()) - 0.5);
    radius.push_back(0.45 + 0.15 * uniform(bodies.engine()));
    double const r = radius.back(), mass = 8 * r * r * r;
    bodies.add(p, mass, Vector3d::Constant(0.4 * mass * r * r));
  }
  for (int b = 0; b < count; ++b) {
    Vector3d const p = bodies.positions[b];
    if (b < side * side)
      bodies.add_contact(-1, b, p - radius[b] * Vector3d::UnitZ(), Vector3d::UnitZ());
    for (int a = 0; a < b; ++a) {
      Vector3d const d = p - bodies.positions[a];
      if (d.norm() < 1.05 * (radius[a] + radius[b]))
        bodies.add_contact(a, b, bodies.positions[a] + d * radius[a] / (radius[a] + radius[b]),
                           d.normalized());
    }
  }
  return bodies.problem(named("balls", count, kind));
}

}  // namespace orthant::test
