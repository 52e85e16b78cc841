// The contact models: complementarity, or the convex model of another simulator.
#pragma once
#include <tuple>
#include <variant>

#include "orthant/core/config/config.hpp"

namespace orthant {

/// The laws of ContactSettings, with the properties of surfaces.
struct ComplementarityModel {
  static constexpr char const* name = "complementarity";
  static constexpr char const* about = "rigid, or compliant as surfaces are";
};

/// The model of Drake's SAP [Castro et al. 2022], with the dual cone K* of K = {|lambda_f| <= mu
/// lambda_n}:
///   K* contains  J u+ - v + R lambda,   complementary to lambda in K
///   v_n = -c(q-)/(h + tau),     R_n = max(beta^2/(4 pi^2) w, C/(h (h + tau)))
///   v_f = 0,                    R_f = sigma w,               w = |W_cc|/3
/// with the compliance C and the relaxation time tau of the surfaces. The least R_n is that of a
/// spring whose period, with the mass 1/w, is beta steps; stiffer surfaces are treated as this
/// spring.
struct SapModel {
  static constexpr char const* name = "sap";
  static constexpr char const* about =
      "Drake's SAP: compliant, dissipative contact with regularised friction; convex";

  double near_rigid = 1, friction_softness = 1e-3;

  void fields(Fields& f) {
    f.real("near_rigid", near_rigid, positive(),
           "beta: the shortest period of a contact, in steps; stiffer surfaces have that of it");
    f.real("friction_softness", friction_softness, not_negative(),
           "sigma: friction yields by sigma w lambda_f, w the mean response of the contact");
  }
};

/// The model of MuJoCo [Todorov 2014; MuJoCo], between accelerations a and forces f:
///   K* contains  J a - a_ref + R f,   complementary to f in K
///   a_ref,n = -b J_n u- - k d (c - c_0),     R_n = (1 - d)/d (1/m_a + 1/m_b)
///   a_ref,f = -b J_f u-,                     R_f = R_n/i
/// with c_0 = margin - gap, the impedance d at c - c_0, and its largest value d_w,
///   b = 2/(d_w T),   k = 1/(d_w T zeta)^2    of time constant T and damping ratio zeta, or
///   b = B/d_w,       k = S/d_w^2             of stiffness S and damping B.
/// R_f is along the larger axis of the friction ellipse, and R_i mu_i^2 is the same along both
/// axes. Contacts are those with c < c_0.
struct MujocoModel {
  static constexpr char const* name = "mujoco";
  static constexpr char const* about =
      "MuJoCo's soft constraints: a reference acceleration and an impedance";

  double time_constant = 0.02, damping_ratio = 1;
  double stiffness = 0, damping = 0;
  double least_impedance = 0.9, most_impedance = 0.95;
  double impedance_width = 1e-3, impedance_midpoint = 0.5, impedance_power = 2;
  double friction_impedance = 1;
  double margin = 0, gap = 0;

  void fields(Fields& f) {
    constexpr double least = 1e-4, most = 0.9999;  // bounds in MuJoCo
    f.real("time_constant", time_constant, positive(),
           "[s] T, of surfaces that come apart (solref): two steps at least");
    f.real("damping_ratio", damping_ratio, positive(), "zeta (solref)");
    f.real("stiffness", stiffness, not_negative(),
           "[1/s^2] in the place of the time constant (-solref); 0: none");
    f.real("damping", damping, not_negative(),
           "[1/s] in the place of the damping ratio (-solref); 0: none");
    f.real("least_impedance", least_impedance, between(least, most),
           "d of contacts that just touch (solimp)");
    f.real("most_impedance", most_impedance, between(least, most),
           "d of contacts that overlap by the width (solimp)");
    f.real("impedance_width", impedance_width, positive(), "[m] over which d grows (solimp)");
    f.real("impedance_midpoint", impedance_midpoint, between(least, most),
           "part of the width where it has grown by half, if the power is 2 (solimp)");
    f.real("impedance_power", impedance_power, at_least(1),
           "of the overlap, by which it begins and ends to grow (solimp)");
    f.real("friction_impedance", friction_impedance, positive(),
           "i: R of the normal over that of friction (impratio)");
    f.real("margin", margin, not_negative(), "[m] distance from which surfaces are contacts");
    f.real("gap", gap, not_negative(), "[m] by which less they have to be apart for a force");
  }
  /// Refuses keys that exclude each other.
  void check(Config& config) const;

  bool direct() const { return stiffness > 0; }
  double b() const {
    return direct() ? damping / most_impedance : 2 / (most_impedance * time_constant);
  }
  double k() const {
    double const root = most_impedance * time_constant * damping_ratio;
    return direct() ? stiffness / (most_impedance * most_impedance) : 1 / (root * root);
  }
  double reach() const { return margin - gap; }  // c_0
};

/// To add a model, write it here, and its rows in `constraints/contact/detail/contact_kernels.hpp`.
using ContactModels = std::tuple<ComplementarityModel, SapModel, MujocoModel>;
using ContactModel = std::variant<ComplementarityModel, SapModel, MujocoModel>;

}  // namespace orthant
