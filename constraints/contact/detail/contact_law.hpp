// The law of the contacts of a scene, in the form that kernels read.
#pragma once
#include "orthant/core/collision/detail/contact.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// The parameters of a MujocoModel, with the symbols of its equations.
struct ReferenceLaw {
  bool holds = false;            // whether this law holds, in place of the others
  Real b = 0, k = 0;             // [1/s], [1/s^2]
  Real least = 0, most = 0;      // bounds of the impedance d [-]
  Real width = 1, midpoint = 0;  // [m], [-]
  Real power = 1;                // [-]
  Real of_friction = 1;          // R_n over R_f [-]
  Real reach = 0;                // c_0 [m]

  /// d at the distance x from c_0, in widths, on either side. It goes from the least to the most by
  ///   x^p/m^(p-1)  up to the midpoint m,    1 - (1 - x)^p/(1 - m)^(p-1)  beyond it
  KOKKOS_FUNCTION Real impedance(Real distance) const {
    Real const x = smaller(fabs(distance) / width, 1.0);
    Real const part = x <= midpoint ? x * pow(x / midpoint, power - 1)
                                    : 1 - (1 - x) * pow((1 - x) / (1 - midpoint), power - 1);
    return least + part * (most - least);
  }
  /// (1 - d)/d: R_n over the response of the bodies [-].
  KOKKOS_FUNCTION Real yields(Real distance) const {
    Real const d = impedance(distance);
    return (1 - d) / d;
  }
};

/// The normal law of a contact; ContactSettings has the equations.
struct ContactLaw {
  bool velocity = false;    // velocity level, else position level
  bool literal = false;     // restitution without the minimum with zero
  bool baumgarte = false;   // the velocity removes a share of overlap
  Real correction = 0;      // Upsilon [-]
  Real recovery_speed = 0;  // largest speed at which overlap is removed [m/s]
  Real touching = 0;        // largest gap of a closed contact [m]
  Real least_norm = 0;      // nu, see ContactSettings [-]
  Real creep_speed = 0;     // see ContactSettings [m/s]
  Real softness = 0;        // friction_softness, see ContactSettings [-]
  Real near_rigid = 0;      // beta of SapModel, whose dampers act across gaps; 0: other laws [-]
  ReferenceLaw reference;   // of MujocoModel

  /// Whether J u of a contact has a pose of its own. What strikes has one J, so that its impulse
  /// does no more work than e allows, and so have other simulators' laws.
  template <class Point>
  KOKKOS_FUNCTION bool own_rates(Contact const& c, Point const& at) const {
    return at.own_rates() && !c.marks.strikes && !(near_rigid > 0);
  }
  KOKKOS_FUNCTION bool closed(Contact const& c) const { return c.gap - c.marks.moved <= touching; }
  /// Whether overlap of the contact is no error.
  KOKKOS_FUNCTION bool gives(Contact const& c) const {
    return reference.holds || c.law.compliance > 0;
  }

  /// tau of a step [s]. The damper acts in parallel to the spring, between touching surfaces: it
  /// must not brake bodies that are still apart.
  KOKKOS_FUNCTION Real relaxation(Contact const& c) const {
    return near_rigid > 0 || closed(c) ? c.law.relaxation : 0;
  }
};

inline ContactLaw law_of_contacts(ContactSettings const& set) {
  auto const* sap = set.sap();
  ContactLaw out{.velocity = set.at_velocity_level(),
                 .literal = set.restitution_form == RestitutionForm::literal,
                 .baumgarte = set.stabilised(),
                 .correction = set.stabilised() ? set.baumgarte : 0,
                 .recovery_speed = set.recovery_speed,
                 .touching = set.touching,
                 .least_norm = set.least_norm,
                 .creep_speed = set.creep_speed,
                 .softness = sap ? sap->friction_softness : set.friction_softness,
                 .near_rigid = sap ? sap->near_rigid : 0,
                 .reference = {}};
  if (auto const* of = set.mujoco())
    out.reference = ReferenceLaw{.holds = true,
                                 .b = of->b(),
                                 .k = of->k(),
                                 .least = of->least_impedance,
                                 .most = of->most_impedance,
                                 .width = of->impedance_width,
                                 .midpoint = of->impedance_midpoint,
                                 .power = of->impedance_power,
                                 .of_friction = of->friction_impedance,
                                 .reach = of->reach()};
  return out;
}

}  // namespace orthant
