// The linearised law of one contact, by the names of a complementarity function and a form of
// friction.
#pragma once
#include "orthant/tests/built_rows.hpp"
#include "orthant/tests/conformance/choice.hpp"

namespace orthant::test {

/// P da + Q dlambda = -Phi of a block of three rows.
struct LinearLaw {
  Eigen::Vector3d residual, target, step;
  Eigen::Matrix3d P_right, P_left, Q;

  /// Phi, where no direction is eliminated: both sides are divided by P_right.
  Eigen::Vector3d Phi() const { return -P_right * target; }
  /// The derivative of Phi by a.
  Eigen::Matrix3d P() const { return P_right * P_left; }
};

inline std::shared_ptr<Formulation<Space> const> formulation_of(Json const& settings) {
  Json resolved;
  Config config(settings, resolved, "solver");
  return plugins().formulation(config, plugins(), "w_newton");
}

/// Arrays for the linearisation of given rows.
struct Linearised {
  explicit Linearised(Rows<Space> const& rows)
      : weight(BuiltRows::reals(rows.rows)),
        residual(BuiltRows::reals(rows.rows)),
        target(BuiltRows::reals(rows.rows)),
        step(BuiltRows::reals(rows.rows)),
        P_right("test::P_right", rows.rows),
        Q("test::Q", rows.rows),
        P_left("test::P_left", rows.rows),
        active(BuiltRows::ints(rows.worlds)),
        scale("test::scale", rows.worlds) {
    fill_all(Space(), active, 1);
    for (int w = 0; w < rows.worlds; ++w) scale(w) = {};
  }
  void by(Formulation<Space> const& made, Rows<Space> const& rows) const {
    auto const left = made.symmetric() ? decltype(P_left)() : P_left;
    made.linearise({}, rows, weight, scale, {residual, target, step, P_right, Q, left}, active);
  }
  Array<Space, Real*> weight, residual, target, step;
  Array<Space, Real*[max_block_rows]> P_right, Q, P_left;
  Array<Space, int*> active;
  Array<Space, SpeedScale*> scale;
};

/// A contact at a = (a_n, v) with the impulse lambda = (lambda_n, lambda_f), in one vector.
using ContactAt = Eigen::Matrix<Real, 6, 1>;

class ContactLaw {
 public:
  explicit ContactLaw(Json const& settings)
      : built_(1, 1, {contact()}), out_(built_.rows), made_(formulation_of(settings)) {}

  /// `r` are the weights of the rows, `yields` the diagonal of Sigma.
  LinearLaw at(ContactAt const& x, Real mu = 0.5, Eigen::Vector3d const& r = {2, 2, 2},
               SpeedScale const& scale = {}, Eigen::Vector3d const& yields = {0, 0, 0}) const {
    auto const& rows = built_.rows;
    rows.friction(0) = mu;
    out_.scale(0) = scale;
    for (int i = 0; i < 3; ++i) {
      rows.value(i) = x[i];
      rows.impulse(i) = x[3 + i];
      rows.compliance(i, i) = yields[i];
      out_.weight(i) = r[i];
    }
    out_.by(*made_, rows);
    LinearLaw law;
    for (int i = 0; i < 3; ++i) {
      law.residual[i] = out_.residual(i);
      law.target[i] = out_.target(i);
      law.step[i] = out_.step(i);
      for (int k = 0; k < 3; ++k) {
        law.P_right(i, k) = out_.P_right(i, k);
        law.P_left(i, k) = symmetric() ? out_.P_right(i, k) : out_.P_left(i, k);
        law.Q(i, k) = out_.Q(i, k);
      }
    }
    return law;
  }
  bool symmetric() const { return made_->symmetric(); }
  FrictionLaw law() const { return made_->law(); }

 private:
  static BlockSpec contact() {
    BlockSpec out;
    out.body[1] = 0;
    out.law = Law::coulomb;
    return out;
  }
  BuiltRows built_;
  Linearised out_;
  std::shared_ptr<Formulation<Space> const> made_;
};

}  // namespace orthant::test
