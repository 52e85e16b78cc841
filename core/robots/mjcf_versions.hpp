// What MuJoCo's model has in some versions and not in others, from 2.2.2 on. A field that a version
// lacks has the value that changes nothing.
#pragma once
#include <mujoco/mujoco.h>

#include <algorithm>

namespace orthant::mjcf_versions {

#if mjVERSION_HEADER >= 336
inline constexpr int no_springs = mjDSBL_SPRING, no_dampers = mjDSBL_DAMPER;
#else
inline constexpr int no_springs = mjDSBL_PASSIVE, no_dampers = mjDSBL_PASSIVE;
#endif

#if mjVERSION_HEADER >= 340
inline constexpr int sleeps = mjENBL_SLEEP;
#else
inline constexpr int sleeps = 0;
#endif

/// Coefficients of springs and dampers beyond the linear one.
#ifdef mjNPOLY
inline constexpr int higher = mjNPOLY;
#else
inline constexpr int higher = 0;
#endif

/// Pairs of bodies that are excluded: 2^16 a + b, of bodies counted from 1 before 3.0.
inline constexpr int first_body = mjVERSION_HEADER < 300 ? 1 : 0;

/// Where springs of tendons push nothing: from low to high [m or rad].
struct Rest {
  mjtNum low, high;
};
inline Rest rest_of(mjModel const& m, int tendon) {
#if mjVERSION_HEADER >= 231
  return {m.tendon_lengthspring[2 * tendon], m.tendon_lengthspring[2 * tendon + 1]};
#else
  return {m.tendon_lengthspring[tendon], m.tendon_lengthspring[tendon]};
#endif
}

// Of two functions of one name the one that requires a field is that of versions which have it.

int actuators(auto const& m) { return static_cast<int>(m.nu); }
int actuators(auto const& m) requires requires { m.nactuator; }
{ return static_cast<int>(m.nactuator); }

bool is_active(auto const& m, int equality) { return m.eq_active[equality] != 0; }
bool is_active(auto const& m, int equality) requires requires { m.eq_active0; }
{ return m.eq_active0[equality] != 0; }

/// Whether a connect or weld is between sites.
bool is_of_sites(auto const&, int) { return false; }
bool is_of_sites(auto const& m, int equality) requires requires { m.eq_objtype; }
{ return m.eq_objtype[equality] == mjOBJ_SITE; }

/// Which geoms may touch: 0 those of groups and of pairs, 1 those of pairs, 2 those of groups.
int collision_of(auto const&) { return 0; }
int collision_of(auto const& m) requires requires { m.opt.collision; }
{ return m.opt.collision; }

/// Whether the actuator is of a group that the file switches off.
bool is_switched_off(auto const&, int) { return false; }
bool is_switched_off(auto const& m, int actuator) requires requires { m.opt.disableactuator; }
{
  int const group = m.actuator_group[actuator];
  return group >= 0 && group <= 30 && (m.opt.disableactuator & (1 << group)) != 0;
}

/// Where the control and the output of an actuator with one of each stand.
int control_of(auto const&, int actuator) { return actuator; }
int control_of(auto const& m, int actuator) requires requires { m.actuator_ctrladr; }
{ return m.actuator_ctrladr[actuator]; }
int output_of(auto const&, int actuator) { return actuator; }
int output_of(auto const& m, int actuator) requires requires { m.actuator_outadr; }
{ return m.actuator_outadr[actuator]; }
/// Its force on what it drives, for a force of 1.
inline mjtNum gear_of(mjModel const& m, int actuator) {
  return m.actuator_gear[6 * output_of(m, actuator)];
}

/// What all actuators of a joint or a tendon add to it: viscous damping, and inertia.
struct Added {
  mjtNum damping = 0, armature = 0;
};
Added added_to(auto const& m, bool tendon, int id) {
  Added out;
  if constexpr (requires { m.actuator_damping; })
    for (int a = 0; a < actuators(m); ++a) {
      int const trn = m.actuator_trntype[a];
      bool const drives =
          tendon ? trn == mjTRN_TENDON : trn == mjTRN_JOINT || trn == mjTRN_JOINTINPARENT;
      if (!drives || m.actuator_trnid[2 * a] != id) continue;
      out.damping += m.actuator_damping[a] * gear_of(m, a) * gear_of(m, a);
      out.armature += m.actuator_armature[a] * gear_of(m, a) * gear_of(m, a);
    }
  return out;
}

/// The range of all forces of actuators along a joint or a tendon; nullptr: any.
mjtNum const* effort_of_joint(auto const&, int) { return nullptr; }
mjtNum const* effort_of_joint(auto const& m, int j) requires requires { m.jnt_actfrclimited; }
{ return m.jnt_actfrclimited[j] != 0 ? m.jnt_actfrcrange + 2 * j : nullptr; }
mjtNum const* effort_of_tendon(auto const&, int) { return nullptr; }
mjtNum const* effort_of_tendon(auto const& m, int t) requires requires { m.tendon_actfrclimited; }
{ return m.tendon_actfrclimited[t] != 0 ? m.tendon_actfrcrange + 2 * t : nullptr; }

/// Numbers of a thing, as a polynomial of higher order has them, that are not all zero.
inline bool any(mjtNum const* x, int count) {
  return std::any_of(x, x + count, [](mjtNum each) { return each != 0; });
}

}  // namespace orthant::mjcf_versions
