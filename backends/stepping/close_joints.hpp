// Closes rigid joints that are open at the start, before the first step.
#pragma once
#include "backends/simulation/build.hpp"
#include "core/config/error.hpp"
#include "core/step/row_table.hpp"
#include "integrators/position_stage.hpp"

namespace orthant {

/// Uses the position stage: bodies move by the shortest way in the mass metric, to first order, and
/// get no velocity.
template <class Space>
class JointCloser {
 public:
  explicit JointCloser(Setup const& setup) {
    int const n = static_cast<int>(setup.scene.bodies.size());
    for (int w = 0; w < setup.worlds; ++w)
      for (auto const& joint : setup.scene.of(w).joints)
        if (joint.open)
          open_.push_back({joint.path, joint.a < 0 ? -1 : w * n + joint.a,
                           joint.b < 0 ? -1 : w * n + joint.b, joint.X_AJ.q_WB, joint.X_BJ.q_WB});
  }

  bool has_work() const { return !open_.empty(); }

  /// Prepares the integrator at the new poses. Stops if contacts have no room there.
  void close(Space const& space, Integrator<Space>& integrator, System<Space>& system,
             State<Space>& state, Real h) const {
    constexpr int most_passes = 50;
    auto const& model = system.model;
    auto const& kinds = system.constraints;
    auto const sizes = RowTable<Space>::sizes(model, kinds);
    RowTable<Space> table(sizes, kinds.size());
    PositionStage<Space> stage(sizes);
    Array<Space, int*> all("orthant::closing::all", model.worlds);
    fill(space, model.worlds, all, 1);
    auto const before = poses(model, state);
    for (int k = 0; k < most_passes; ++k) {
      table.lay_out(space, model, kinds, {h});
      bool const moved =
          stage.correct(space, system, table.rows(), state, all, state.time, h, true);
      auto const& report = stage.report();
      if (!moved || (report.converged() && report.iterations == 0))
        return require_nearest(before, poses(model, state));
      ++state.version;
      integrator.prepare(space, system, state, h);
      if (integrator.missing_contacts() > 0) return;
    }
    refuse_opening(open_.front().path);
  }

 private:
  /// An open joint, with bodies counted over all worlds, -1 for the world, and its frames on them.
  struct OpenJoint {
    std::string path;
    int a, b;
    Quat<> q_AJ, q_BJ;
  };

  static std::vector<Pose<>> poses(Model<Space> const& model, State<Space> const& state) {
    return to_host<Space, Pose<>>(state.pose, model.all_bodies());
  }

  /// Rows that depend on the direction of an axis only are also satisfied by the opposite
  /// direction. It is half a turn away, so that the joint must be open by less than that.
  void require_nearest(std::vector<Pose<>> const& before, std::vector<Pose<>> const& now) const {
    for (auto const& joint : open_) {
      auto const rotation = [&](std::vector<Pose<>> const& pose) {
        auto const of = [&](int body) { return body < 0 ? Quat<>{} : pose[body].q_WB; };
        return conjugate(of(joint.a) * joint.q_AJ) * (of(joint.b) * joint.q_BJ);
      };
      Quat<> const moved = conjugate(rotation(before)) * rotation(now);
      if (fabs(moved.w) < std::sqrt(0.5)) refuse_opening(joint.path);
    }
  }
  [[noreturn]] static void refuse_opening(std::string const& path) {
    refuse(path, "joints that start open and do not close nearby",
           "a start that is nearer to one where all joints hold");
  }

  std::vector<OpenJoint> open_;
};

}  // namespace orthant
