// Coulomb's law as a projection per contact [Alart, Curnier 1991], and its generalised derivative.
#pragma once
#include "orthant/solvers/cone/linear/detail/block_diagonal.hpp"

namespace orthant::cone {

/// The branch of the projection in which a contact lies.
enum class ContactState { open, sticks, slips };

/// The map of one contact with impulse r = (r_n, r_t) [N s] and velocity u = (u_n, u_t) [m/s]:
///   F_n = r_n - max(0, z_n),   F_t = r_t - proj(z_t) on the disc of radius mu max(0, z_n) [N s]
///   with z = r - rho u                                     [Alart, Curnier 1991]
/// F = 0 is Signorini's condition and Coulomb's law. dF = by_velocity du + by_impulse dr, with an
/// element of the generalised derivative.
struct AlartCurnierRow {
  ContactState state;
  Vector3 F;
  Matrix3 by_velocity, by_impulse;
};

/// rho > 0 [kg] is the parameter of the projection. It makes velocities comparable with impulses.
AlartCurnierRow alart_curnier_row(Vector3 const& r, Vector3 const& u, double mu, double rho);

/// rho of each contact c: 3 / tr W_cc [kg], with W_cc its diagonal block of the Delassus operator.
Vector contact_scales(Sparse const& W);

/// F and its derivatives for all contacts, at impulses r and velocities u.
struct AlartCurnierRows {
  AlartCurnierRows(Vector const& mu, Vector const& rho, Vector const& r, Vector const& u);
  Vector F;
  Blocks by_velocity, by_impulse;
};

/// The norm of F alone, without derivatives [N s].
double alart_curnier_norm(Vector const& mu, Vector const& rho, Vector const& r, Vector const& u);

}  // namespace orthant::cone
