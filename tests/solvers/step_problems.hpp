// Step problems with constant matrices, and contacts with known closed-form solutions.
#pragma once
#include "orthant/core/step/step_problem.hpp"
#include "orthant/tests/built_rows.hpp"

namespace orthant::test {

///   value = J u + offset
class LinearProblem final : public StepProblem<Space> {
 public:
  explicit LinearProblem(BuiltRows given)
      : u("orthant::test", given.inverse_mass.extent(0)),
        free("orthant::test", given.inverse_mass.extent(0)),
        offset(BuiltRows::reals(given.rows.rows)),
        built_(std::move(given)) {}

  Rows<Space> const& rows() const override { return built_.rows; }
  Span<Space, InverseMass*> inverse_mass() const override { return built_.inverse_mass; }
  Span<Space, Twist*> free_twist() const override { return free; }
  bool matrices_move() const override { return false; }
  void evaluate(Space const&, Span<Space, Twist*> twist, Span<Space, int*> active) override {
    ++evaluations;
    for (int k = 0; k < rows().blocks; ++k)
      if (active(rows().block_world(k)))
        for (int i = rows().block_row(k); i < rows().block_row(k + 1); ++i)
          rows().value(i) = offset(i) + rows().apply(k, i, twist);
  }

  Array<Space, Twist*> u, free;
  Array<Space, Real*> offset;
  int evaluations = 0;

 private:
  BuiltRows built_;
};

/// A point mass that meets a floor: its free velocity, and the solution.
struct Impact {
  Real mass;
  Vec3 free, u, impulse;  // world axes (x, y, z) [m/s]; (normal, x, y) [N s]
};
inline Real const floor_friction = 0.5;
inline Impact const sticks{2, {{0.3, -0.1, -1}}, {}, {{2, -0.6, 0.2}}};
inline Impact const slides{
    1, {{1.2, 0.5, -1}}, {{1.2 - 6 / 13., 0.5 - 2.5 / 13, 0}}, {{1, -6 / 13., -2.5 / 13}}};
inline Impact const parts{4, {{0.2, 0, 0.5}}, {{0.2, 0, 0.5}}, {}};

inline BlockSpec floor_contact(int world) {
  BlockSpec block;
  block.world = world;
  block.body[1] = 0;
  block.law = Law::coulomb;
  block.mu = floor_friction;
  block.J[0][1][2] = block.J[1][1][0] = block.J[2][1][1] = 1;
  return block;
}

/// One impact in each world; starts at the free velocity without impulses.
inline LinearProblem impacts(std::vector<Impact> const& all) {
  std::vector<BlockSpec> blocks;
  int const n = static_cast<int>(all.size());
  for (int w = 0; w < n; ++w) blocks.push_back(floor_contact(w));
  BuiltRows built(n, 1, blocks);
  for (int w = 0; w < n; ++w) built.inverse_mass(w) = {1 / all[w].mass, diagonal({{1, 1, 1}})};
  LinearProblem out(std::move(built));
  for (int w = 0; w < n; ++w) out.u(w) = out.free(w) = stacked(all[w].free, {});
  return out;
}

/// Two equal bilateral rows that require different speeds: no solution.
inline LinearProblem contradiction() {
  BlockSpec row;
  row.body[1] = 0;
  row.rows = 1;
  row.J[0][1][2] = 1;
  BuiltRows built(1, 1, {row, row});
  built.inverse_mass(0) = {1, diagonal({{1, 1, 1}})};
  LinearProblem out(std::move(built));
  out.offset(0) = 1;
  out.offset(1) = -1;
  return out;
}

}  // namespace orthant::test
