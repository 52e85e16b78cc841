// Physics that later versions of MuJoCo have and Orthant has not: each is said with its element.
#include "orthant/core/robots/mjcf_parts.hpp"
#include "orthant/core/robots/mjcf_versions.hpp"

namespace orthant {
namespace {

using mjcf_versions::any;
using mjcf_versions::higher;

std::string const loads = "\"loads\" of the scene that hold the body";

template <class Model>
void find_of_bodies(MjcfParts& parts, Model const& m) {
  if constexpr (requires { m.body_gravcomp; })
    for (int b = 1; b < m.nbody; ++b)
      if (m.body_gravcomp[b] != 0)
        parts.lacks(parts.body_spot(b),
                    "a force against gravity, gravcomp " + text(m.body_gravcomp[b]), loads);
  if ((m.opt.enableflags & mjcf_versions::sleeps) != 0)
    parts.robot.ignored.emplace_back("sleep: what rests is computed in no iteration");
}

template <class Model>
void find_of_joints(MjcfParts& parts, Model const& m) {
  if constexpr (requires { m.dof_dampingpoly; })
    for (int j = 0; j < m.njnt; ++j) {
      int const first = m.jnt_dofadr[j], type = m.jnt_type[j];
      int const count = type == mjJNT_FREE ? 6 : type == mjJNT_BALL ? 3 : 1;
      if (any(m.jnt_stiffnesspoly + higher * j, higher) ||
          any(m.dof_dampingpoly + higher * first, higher * count))
        parts.lacks(parts.joint_spot(j), "a spring or damper that is not linear", "one number");
    }
}

template <class Model>
void find_of_geoms(MjcfParts& parts, Model const& m) {
  if constexpr (requires { m.geom_adhesion; }) {
    for (int g = 0; g < m.ngeom; ++g) {
      if (m.geom_adhesion[g] != 0)
        parts.lacks(parts.geom_spot(g), "adhesion", "contacts that only push");
      if (any(m.geom_surfacevel + 6 * g, 6))
        parts.lacks(parts.geom_spot(g), "surfacevel",
                    "\"surface_velocity\" of a shape in the \"bodies\" of the scene");
    }
    for (int k = 0; k < m.npair; ++k)
      if (m.pair_adhesion[k] != 0)
        parts.lacks(parts.text.spot("pair", parts.named(mjOBJ_PAIR, k), k, m.npair), "adhesion",
                    "contacts that only push");
  }
}

template <class Model>
void find_of_actuators(MjcfParts& parts, Model const& m) {
  for (int a = 0; a < mjcf_versions::actuators(m); ++a) {
    auto const lacks = [&](std::string const& what, std::string const& mend) {
      parts.lacks(parts.actuator_spot(a), what, mend);
    };
    if constexpr (requires { m.actuator_plugin; })
      if (m.actuator_plugin[a] >= 0) lacks("an actuator of a plug-in", "motor or position");
    if constexpr (requires { m.actuator_delay; })
      if (m.actuator_delay[a] != 0) lacks("an actuator with a delay", "one without");
    if constexpr (requires { m.actuator_dampingpoly; })
      if (any(m.actuator_dampingpoly + higher * a, higher))
        lacks("an actuator whose damping is not linear", "one number");
    if constexpr (requires { m.actuator_ctrlnum; })
      if (m.actuator_ctrlnum[a] != 1) lacks("an actuator of several controls", "one for each");
  }
}

template <class Model>
void find_of_tendons(MjcfParts& parts, Model const& m) {
  for (int t = 0; t < m.ntendon; ++t) {
    auto const lacks = [&](std::string const& what, std::string const& mend) {
      parts.lacks(parts.tendon_spot(t), what, mend);
    };
    auto const rest = mjcf_versions::rest_of(m, t);
    if (m.tendon_stiffness[t] != 0 && rest.low != rest.high)
      lacks("a spring with play, from " + text(rest.low) + " to " + text(rest.high),
            "one springlength");
    if constexpr (requires { m.tendon_armature; })
      if (m.tendon_armature[t] != 0 || mjcf_versions::added_to(m, true, t).armature != 0)
        lacks("armature of a tendon", "armature of joints");
    if constexpr (requires { m.tendon_dampingpoly; })
      if (any(m.tendon_stiffnesspoly + higher * t, higher) ||
          any(m.tendon_dampingpoly + higher * t, higher))
        lacks("a spring or damper that is not linear", "one number");
  }
}

}  // namespace

void find_later_physics(MjcfParts& parts) {
  find_of_bodies(parts, parts.m);
  find_of_joints(parts, parts.m);
  find_of_geoms(parts, parts.m);
  find_of_tendons(parts, parts.m);
  find_of_actuators(parts, parts.m);
}

}  // namespace orthant
