// Brings the iterates of a solver to the host, world by world, for those who asked for them.
#pragma once
#include "backends/build.hpp"
#include "backends/world_iterate.hpp"
#include "core/step/integrator.hpp"

namespace orthant {

template <class Space>
class IterateRecorder final : public IterateObserver<Space> {
 public:
  using Constraints = std::vector<std::unique_ptr<ConstraintBlock<Space>>>;

  IterateRecorder(Constraints const& constraints, int bodies)
      : constraints_(constraints), bodies_(bodies) {}

  void show_to(IterateSink* sink) { sink_ = sink; }
  void begin_step() { solves_ = 0; }

  void begin(Space const& space, StepProblem<Space> const& problem, char const* solver) override {
    problem_ = &problem;
    solver_ = solver;
    solve_ = solves_++;
    stage_ = problem.stage();
    runs_.assign(static_cast<std::size_t>(problem.rows().worlds), true);
    pending_.clear();
    sources_ = find_sources(space);
  }

  void iterate(Space const& space, Iterate<Space> const& now) override {
    law_ = now.law;
    auto const goes_on = to_host<Space, int>(now.active, static_cast<int>(runs_.size()));
    for (std::size_t w = 0; w < runs_.size(); ++w) {
      bool const last = goes_on[w] == 0;
      if (!runs_[w]) continue;
      runs_[w] = !last;
      if (!sink_->wants(static_cast<int>(w), now.iteration, last)) continue;
      auto one = made(space, now, static_cast<int>(w), last);
      if (last)
        sink_->take(one);
      else
        pending_.push_back(std::move(one));
    }
  }

  void step(Space const& space, IterateStep<Space> const& step) override {
    for (auto& one : pending_) {
      add_step(space, step, one);
      sink_->take(one);
    }
    pending_.clear();
  }

 private:
  template <class T>
  static auto host(T const& span) {
    return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), span);
  }
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  /// Of the blocks of all worlds: kinds one after the other in each, item by item.
  std::vector<BlockSource> find_sources(Space const& space) const {
    auto const& rows = problem_->rows();
    std::vector<BlockSource> out(at(rows.blocks));
    auto next = to_host<Space, int>(rows.world_block, rows.worlds);
    for (auto const& kind : constraints_) {
      int const blocks = kind->blocks_per_item();
      if (blocks == 0) continue;
      auto const loads = kind->joint_loads(space, rows, {});
      auto const joints = to_host<Space, JointLoad>(loads.load, loads.count);
      auto const list = kind->contacts();
      auto const contacts = to_host<Space, Contact>(list.contact, list.count);
      auto const counts = kind->counts();
      auto const offsets = counts.offsets.data()
                               ? to_host<Space, int>(counts.offsets, rows.worlds + 1)
                               : std::vector<int>();
      std::size_t item = 0;
      for (int w = 0; w < rows.worlds; ++w) {
        int const count = offsets.empty() ? counts.uniform : offsets[at(w + 1)] - offsets[at(w)];
        for (int k = 0; k < count; ++k, ++item) {
          BlockSource source{kind->name()};
          if (item < joints.size()) source.joint = joints[item].joint;
          if (item < contacts.size()) {
            source.a = contacts[item].a % bodies_;
            source.b = contacts[item].b % bodies_;
          }
          for (int i = 0; i < blocks; ++i) out[at(next[at(w)]++)] = source;
        }
      }
    }
    auto const discs = to_host<Space, DiscRadius>(rows.disc, rows.blocks);
    auto const cones = to_host<Space, Law>(rows.law, rows.blocks);
    for (std::size_t k = 0; k < out.size(); ++k)
      if (cones[k] == Law::disc && discs[k].normal >= 0) {
        out[k].a = out[at(discs[k].normal)].a;
        out[k].b = out[at(discs[k].normal)].b;
      }
    return out;
  }

  WorldIterate made(Space const& space, Iterate<Space> const& now, int w, bool last) const {
    auto const& rows = problem_->rows();
    WorldIterate out;
    out.world = w;
    out.solve = solve_;
    out.stage = stage_;
    out.solver = solver_;
    out.iteration = now.iteration;
    out.last = last;
    out.rows =
        world_rows<Space>(space, rows, problem_->inverse_mass(), problem_->free_twist(), now.u, w);
    int const first = first_row(w), count = static_cast<int>(out.rows.value.size());
    auto const blocks = to_host<Space, int>(rows.world_block, rows.worlds + 1);
    out.source.assign(sources_.begin() + blocks[at(w)], sources_.begin() + blocks[at(w + 1)]);
    auto const angular = host(rows.angular);
    for (int row = first; row < first + count; ++row) out.angular.push_back(angular(row) != 0);
    add_law(now, first, out);
    add_balance(out);
    add_motion(problem_->motion(), now.u, w, out);
    return out;
  }
  int first_row(int w) const { return host(problem_->rows().world_row)(w); }

  /// P = P_left P_right, Q and the right-hand side P_right target + step.
  void add_law(Iterate<Space> const& now, int first, WorldIterate& out) const {
    auto const P_right = host(now.law.P_right), Q = host(now.law.Q), P_left = host(now.law.P_left);
    auto const target = host(now.law.target), step = host(now.law.step);
    auto const residual = host(now.law.residual), weight = host(now.weight);
    bool const exact = P_left.extent(0) > 0;
    auto const count = out.rows.value.size();
    out.P.resize(at(static_cast<int>(count)));
    out.Q = out.P;
    for (auto* each : {&out.weight, &out.residual, &out.right}) each->resize(count);
    for (auto const& block : out.rows.blocks)
      for (int i = block.row; i < block.row + block.size; ++i) {
        out.weight[i] = weight(first + i);
        out.residual[i] = residual(first + i);
        out.right[i] = exact ? target(first + i) : step(first + i);
        for (int k = 0; k < block.size; ++k) {
          out.Q[at(i)][k] = Q(first + i, k);
          if (!exact) out.right[i] += P_right(first + i, k) * target(first + block.row + k);
          for (int j = 0; j < block.size; ++j)
            out.P[at(i)][k] += (exact ? P_left(first + i, j) : P_right(first + i, j)) *
                               P_right(first + block.row + j, k);
        }
      }
  }

  static Vec6 momentum(InverseMass const& M_inverse, Vec6 const& u) {
    return stacked((1 / M_inverse.mass) * linear(u), inertia_of(M_inverse) * angular(u));
  }
  template <class X>
  static std::vector<Vec6> body_impulses(WorldRows const& rows, X const& x) {
    std::vector<Vec6> out(rows.u.size());
    for (auto const& block : rows.blocks)
      for (int i = block.row; i < block.row + block.size; ++i)
        for (std::size_t side = 0; side < 2; ++side)
          if (int const b = block.body[side]; b >= 0) out[at(b)] += x(i) * rows.J[at(i)][side];
    return out;
  }

  static void add_balance(WorldIterate& out) {
    auto const& rows = out.rows;
    auto const impulse = body_impulses(rows, [&](int i) { return rows.impulse[i]; });
    out.Phi_dyn.resize(rows.u.size());
    for (std::size_t b = 0; b < rows.u.size(); ++b)
      if (rows.inverse_mass[b].mass > 0)
        out.Phi_dyn[b] =
            momentum(rows.inverse_mass[b], rows.u[b] - rows.free_twist[b]) - impulse[b];
  }

  /// x+ - x- - o_x - s v, and (I + [d]) a - o_w - s w with d = (o_w - s w)/2 and the rotation a.
  void add_motion(StepMotion<Space> const& motion, Span<Space, Twist*> const& u, int w,
                  WorldIterate& out) const {
    if (motion.from.extent(0) == 0) return;
    auto const from = host(motion.from), to = host(motion.to);
    auto const offset = host(motion.offset), twist = host(u);
    out.Phi_kin.resize(at(bodies_));
    for (int k = 0; k < bodies_; ++k) {
      if (!out.reacts(k)) continue;
      int const b = w * bodies_ + k;
      Vec6 const o = offset.extent(0) > 0 ? offset(b) : Vec6{}, moved = motion.reach * twist(b);
      Quat<> const rotation = to(b).q_WB * conjugate(from(b).q_WB);
      Vec3 const a = (2 / rotation.w) * Vec3{{rotation.x, rotation.y, rotation.z}};
      Vec3 const d = 0.5 * (angular(o) - angular(moved));
      out.Phi_kin[at(k)] = stacked(to(b).p_WB - from(b).p_WB - linear(o) - linear(moved),
                                   a + cross(d, a) - angular(o) - angular(moved));
    }
  }

  void add_step(Space const& space, IterateStep<Space> const& step, WorldIterate& out) const {
    wait_for(space);
    out.has_step = true;
    add_row_step(step, out);
    out.du.resize(at(bodies_));
    auto const du = host(step.du);
    for (int k = 0; k < bodies_; ++k)
      if (out.reacts(k)) out.du[at(k)] = du(out.world * bodies_ + k);
    if (step.system.stiff())
      add_stiff_bodies(step.system, out);
    else
      add_bodies(step.system, out);
  }

  /// With  (P_left J K^-1 J^T P_right + Q + E) z = b,  where b may have lost what would swell, E z
  /// and that loss are what the regularisation takes:  P_right (E z + target + P_left J
  /// defect_response - b).
  void add_row_step(IterateStep<Space> const& step, WorldIterate& out) const {
    auto const& system = step.system;
    int const first = first_row(out.world), o = out.world * bodies_;
    auto const z = host(step.z), b = host(step.b);
    auto const Q = host(system.Q), P_right = host(law_.P_right);
    auto const left = host(system.left_rows());
    auto const defect_response = host(step.defect_response);
    auto const target = host(law_.target), eliminated = host(law_.step);
    for (auto* each : {&out.dlambda, &out.added}) each->setZero(out.rows.value.size());
    for (auto const& block : out.rows.blocks) {
      Vec3 taken;
      for (int i = 0; i < block.size; ++i) {
        int const row = block.row + i;
        taken[i] = target(first + row) - b(first + row);
        for (int k = 0; k < block.size; ++k)
          taken[i] += (Q(first + row, k) - out.Q[at(row)][k]) * z(first + block.row + k);
        for (int side = 0; side < 2 && !system.stiff(); ++side)
          if (int const body = block.body[at(side)]; body >= 0)
            for (int j = 0; j < 6; ++j)
              taken[i] += left(first + row, side, j) * defect_response(o + body)[j];
      }
      for (int row = block.row; row < block.row + block.size; ++row) {
        out.dlambda[row] = eliminated(first + row);
        for (int k = 0; k < block.size; ++k) {
          out.dlambda[row] += P_right(first + row, k) * z(first + block.row + k);
          out.added[row] += P_right(first + row, k) * taken[k];
        }
      }
    }
  }

  static void add_diagonal(int body, Real mass, Mat3 const& inertia, WorldIterate& out) {
    int const at = 6 * body;
    for (int i = 0; i < 3; ++i) {
      out.K.push_back({at + i, at + i, mass});
      for (int j = 0; j < 3; ++j)
        if (inertia[i][j] != 0) out.K.push_back({at + 3 + i, at + 3 + j, inertia[i][j]});
    }
  }

  void add_bodies(SchurSystem<Space> const& system, WorldIterate& out) const {
    auto const M_inverse = host(system.inverse_mass);
    out.right_bodies.resize(at(bodies_));
    for (int k = 0; k < bodies_; ++k) {
      if (!out.reacts(k)) continue;
      InverseMass const& own = M_inverse(out.world * bodies_ + k);
      add_diagonal(k, 1 / own.mass, inertia_of(own), out);
      out.right_bodies[at(k)] = -out.Phi_dyn[at(k)];
    }
  }

  /// K = dp/du - sigma h G diag(k, T_J), as Stiffness says.
  void add_stiff_bodies(SchurSystem<Space> const& system, WorldIterate& out) const {
    int const o = out.world * bodies_;
    int const first = first_row(out.world);
    auto const momentum = host(system.momentum);
    auto const inertia = host(system.stiffness.inertia), T_J = host(system.stiffness.T_J);
    auto const G = host(system.stiffness.G);
    auto const slope = host(system.stiffness.slope);
    auto const eliminated = host(law_.step);
    auto const moved = body_impulses(out.rows, [&](int i) { return eliminated(first + i); });
    out.right_bodies.resize(at(bodies_));
    for (int k = 0; k < bodies_; ++k) {
      if (!out.reacts(k)) continue;
      add_diagonal(k, 1 / out.rows.inverse_mass[at(k)].mass, inertia(o + k), out);
      out.right_bodies[at(k)] = -momentum(o + k) - moved[at(k)];
    }
    int const first_block = host(problem_->rows().world_block)(out.world);
    Real const reach = system.stiffness.reach, along = reach * system.stiffness.along_J;
    for (std::size_t m = 0; m < out.rows.blocks.size(); ++m) {
      auto const& block = out.rows.blocks[m];
      for (int side = 0; side < 2; ++side)
        for (int other = 0; other < 2; ++other) {
          int const b = block.body[at(side)], c = block.body[at(other)];
          if (b < 0 || c < 0) continue;
          for (int i = 0; i < 6; ++i) {
            Vec6 g;
            for (int j = 0; j < 6; ++j)
              g[j] = -G(first_block + static_cast<int>(m), 6 * side + i, 6 * other + j);
            Vec3 const turning = reach * transposed_times(T_J(o + c), angular(g));
            for (int j = 0; j < 6; ++j)
              if (Real const x = j < 3 ? along * g[j] : turning[j - 3]; x != 0)
                out.K.push_back({6 * b + i, 6 * c + j, x});
          }
        }
    }
    out.slope.resize(out.rows.J.size());
    for (std::size_t i = 0; i < out.slope.size(); ++i)
      for (int side = 0; side < 2; ++side)
        for (int j = 0; j < 6; ++j)
          out.slope[i][at(side)][j] = slope(first + static_cast<int>(i), side, j);
  }

  Constraints const& constraints_;
  int bodies_;
  IterateSink* sink_ = nullptr;
  StepProblem<Space> const* problem_ = nullptr;
  std::string solver_;
  char const* stage_ = "";
  int solve_ = 0, solves_ = 0;
  Linearisation<Space> law_;  // of the iterate
  std::vector<bool> runs_;
  std::vector<WorldIterate> pending_;
  std::vector<BlockSource> sources_;
};

}  // namespace orthant
