// Closes rigid joints that are open at the start, before the first step.
#pragma once
#include <algorithm>

#include "orthant/backends/simulation/build.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/scene/detail/place_joint.hpp"
#include "orthant/core/step/detail/row_table.hpp"
#include "orthant/integrators/detail/position_stage.hpp"

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
    // Of the errors a pass removes all. Where that has no solution it removes a part of them.
    constexpr Real least_part = 1.0 / 16;
    auto const& model = system.model;
    auto const& kinds = system.constraints;
    auto const sizes = RowTable<Space>::sizes(model, kinds);
    RowTable<Space> table(sizes, kinds.size());
    PositionStage<Space> stage(sizes);
    Array<Space, int*> all("orthant::closing::all", model.worlds);
    fill(space, model.worlds, all, 1);
    auto const before = poses(model, state);
    Real part = 1, last = std::numeric_limits<Real>::infinity(), first = 0;
    bool solved = true;
    for (int k = 0; k < most_passes; ++k) {
      table.lay_out(space, model, kinds, {h});
      Real const error = stage.largest_error(space, system, table.rows(), state, state.time, h);
      if (k == 0) first = error;
      if (!solved && error > (1 - part / 2) * last) {
        if (error <= largest_gap_of_closed_joints)
          return require_nearest(before, poses(model, state));
        if (part <= least_part) break;
        part /= 4;
      } else {
        part = std::min(1.0, 4 * part);
      }
      last = error;
      bool const moved =
          stage.correct(space, system, table.rows(), state, all, state.time, h, true, part);
      auto const& report = stage.report();
      solved = report.converged();
      if (!moved || (solved && report.iterations == 0))
        return require_nearest(before, poses(model, state));
      ++state.version;
      integrator.prepare(space, system, state, h);
      if (integrator.missing_contacts() > 0) return;
    }
    refuse_opening(open_.front().path,
                   ", by " + text(first) + " m or rad of which " + text(last) + " remain,");
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
  [[noreturn]] static void refuse_opening(std::string const& path, std::string const& by = "") {
    refuse(path, "joints that start open" + by + " and do not close nearby",
           "a start that is nearer to one where all joints hold");
  }

  std::vector<OpenJoint> open_;
};

}  // namespace orthant
