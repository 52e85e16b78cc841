// Coulomb's law as a projection per contact [Alart, Curnier 1991], and its generalised derivative.
#pragma once
#include "solvers/cone/linear/block_diagonal.hpp"

namespace orthant::cone {

enum class ContactState { open, sticks, slips };

/// F = 0 at a solution; dF = by_velocity du + by_impulse dr.
struct AlartCurnierRow {
  ContactState state;
  Vector3 F;
  Matrix3 by_velocity, by_impulse;
};

/// rho > 0 turns velocities into impulses.
AlartCurnierRow alart_curnier_row(Vector3 const& r, Vector3 const& u, double mu, double rho);

/// 3 / tr W_cc per contact: the scale of its own mobility.
Vector contact_scales(Sparse const& W);

/// All contacts of a problem, at impulses and velocities.
struct AlartCurnierRows {
  AlartCurnierRows(Vector const& mu, Vector const& rho, Vector const& r, Vector const& u);
  Vector F;
  Blocks by_velocity, by_impulse;
};

/// |F| by itself.
double alart_curnier_norm(Vector const& mu, Vector const& rho, Vector const& r, Vector const& u);

}  // namespace orthant::cone
