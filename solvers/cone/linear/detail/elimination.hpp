// What the eliminations of a system (V W + C) r = b have in common.
#pragma once
#include "orthant/solvers/cone/linear/detail/block_diagonal.hpp"
#include "orthant/solvers/factors/detail/pattern_lu.hpp"

namespace orthant::cone {

using namespace factors;

/// The blocks of V W + C. S and N, with C^-1 = S N, are empty if the system is not scaled.
struct SystemBlocks {
  Blocks V, C, inverse;  // inverse: C^-1
  Blocks S, N;
  bool is_scaled() const { return !N.empty(); }
};

/// Impulses and the velocities W r that they cause.
struct Response {
  Vector impulse, velocity;
};

class Elimination {
 public:
  virtual ~Elimination() = default;
  /// Fits the pattern of the factors to the blocks. Returns the cost of a factorisation, in
  /// operations at the speed of sparse ones.
  virtual double analyse() = 0;
  /// After `analyse`; false if a pivot is zero.
  virtual bool factorise() = 0;
  /// The r of (V W + C) r = b.
  virtual Vector solve(Vector const& b) const = 0;
  /// The r of (V W + C) r = b and W r; refined once, or not.
  virtual Response respond(Vector const& b, bool refined) const {
    Response out{solve(b), {}};
    out.velocity = mobility(out.impulse);
    if (!refined) return out;
    out.impulse += solve(b - times(V_, out.velocity) - times(C_, out.impulse));
    out.velocity = mobility(out.impulse);
    return out;
  }
  /// The x of (I + N V W S) x = b.
  virtual Vector solve_scaled(Vector const& b) const = 0;
  /// W r.
  virtual Vector mobility(Vector const& r) const { return W_ * r; }
  /// The sign of det(V W + C), provided that the blocks of C have positive determinants.
  virtual int determinant_sign() const = 0;

 protected:
  Elimination(Sparse const& W, SystemBlocks const& blocks)
      : W_(W), B_(blocks), V_(B_.V), C_(B_.C), inverse_(B_.inverse), S_(B_.S), N_(B_.N) {}
  bool is_scaled() const { return B_.is_scaled(); }

  Sparse const& W_;
  SystemBlocks const& B_;
  Blocks const &V_, &C_, &inverse_, &S_, &N_;
};

}  // namespace orthant::cone
