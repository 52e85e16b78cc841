// The coordinate of a coupling: a sum of functions of coordinates of other joints.
#pragma once
#include <map>

#include "orthant/constraints/relations/coordinates/list.hpp"

namespace orthant {

/// f, f' and f'' at one argument.
struct FunctionValue {
  Real f = 0, slope = 0, bend = 0;
};

/// A term of c = sum_k f_k(g_k) - f_k(start_k) for the coordinate g of a joint. It has the bodies
/// of that joint. f(g) is a polynomial, F(2 pi g/period) for harmonics F, or a curve.
struct CoupledCoordinate : JointItem {
  int coordinate = 0;      // index: see coordinate_of
  int side[2] = {-1, -1};  // which of the bodies a and b of the row they are; -1: a body that
                           // never moves. Of tied rows each has the bodies of its term
  Real start = 0;          // in the unit of g [m], [rad]
  Real polynomial[CoupledSpec::degree] = {};
  Real per_length = 0;  // 2 pi/period, zero without harmonics [rad/m], [-]
  Harmonics wave = {};
  Curve table = {};

  template <class Pieces>
  KOKKOS_FUNCTION FunctionValue at(Pieces const& pieces, Real g) const {
    if (table.given()) {
      auto const piece = piece_at(table, pieces, g);
      auto const value = value_of(piece, g);
      return {value.f, value.slope, 2 * piece.c + 6 * piece.d * (g - piece.x)};
    }
    FunctionValue out;
    if (per_length == 0) {  // Horner's scheme with the coefficient 0 of g^0
      for (int k = CoupledSpec::degree - 1; k >= -1; --k) {
        out.bend = out.bend * g + 2 * out.slope;
        out.slope = out.slope * g + out.f;
        out.f = out.f * g + (k < 0 ? 0 : polynomial[k]);
      }
      return out;
    }
    for (int k = 0; k < wave.count; ++k) {
      Real const n = (k + 1) * per_length, c = cos(n * g), s = sin(n * g);
      out.f += wave.cosine[k] * (c - 1) + wave.sine[k] * s;
      out.slope += n * (wave.sine[k] * c - wave.cosine[k] * s);
      out.bend -= n * n * (wave.cosine[k] * c + wave.sine[k] * s);
    }
    return out;
  }
};

/// A range of the terms in an array.
struct Coupled {
  int first = 0, count = 0;
  bool angular = false;  // whether all its coordinates are angles, so that c is an angle
  int part = 0;          // index of its first part among those of all items of a kind
  bool tied = false;     // whether more than two of the bodies move: a row for each term, see Tied

  KOKKOS_FUNCTION bool given() const { return count > 0; }
};

/// The terms and curves of all couplings of a kind.
template <class Space>
struct CoupledTerms {
  Span<Space, CoupledCoordinate*> term;
  Span<Space, CurvePiece*> pieces;
};

/// The terms of couplings, collected on the host before they are copied to a space.
class CoupledStore {
 public:
  /// Adds the terms of a joint of the scene in a world; none if the joint is no coupling.
  Coupled add(Scene const& scene, int world, std::size_t joint, int first_body,
              CurveStore& curves) {
    auto const& coupling = scene.of(world).joints[joint];
    if (coupling.coupled.empty()) return {};
    auto const [known, is_new] = known_.try_emplace({world, joint}, Coupled{});
    if (!is_new) return known->second;
    Coupled out{static_cast<int>(terms_.size()), static_cast<int>(coupling.coupled.size()), true};
    for (auto const& spec : coupling.coupled) {
      auto const& other = scene.of(world).joints[nth(spec.joint)];
      CoupledCoordinate term{placed_item(other, world, first_body)};
      term.joint = spec.joint;
      term.coordinate = coordinate_of(spec.coordinate);
      with_coordinate(term.coordinate,
                      [&](auto c) { out.angular = out.angular && c.linear_rows == 0; });
      int const body[2] = {other.a, other.b};
      for (int i = 0; i < 2; ++i) {
        if (body[i] < 0) continue;
        term.side[i] = body[i] == coupling.b ? 1 : body[i] == coupling.a ? 0 : -1;
        auto const& of = scene.of(world).bodies[nth(body[i])];
        out.tied = out.tied || (term.side[i] < 0 && of.motion != Motion::fixed);
      }
      for (int k = 0; k < CoupledSpec::degree; ++k) term.polynomial[k] = spec.polynomial[k];
      term.start = spec.start;
      term.wave = spec.wave;
      if (spec.wave.count > 0) term.per_length = 6.283185307179586 / spec.period;
      if (!spec.table.empty()) term.table = curves.add(spec.table);
      terms_.push_back(term);
    }
    for (int k = 0; out.tied && k < out.count; ++k)
      for (int i = 0; i < 2; ++i) terms_[nth(out.first + k)].side[i] = i;
    return known->second = out;
  }
  std::vector<CoupledCoordinate> const& terms() const { return terms_; }

 private:
  std::vector<CoupledCoordinate> terms_;
  std::map<std::pair<int, std::size_t>, Coupled> known_;
};

}  // namespace orthant
