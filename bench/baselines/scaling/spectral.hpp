// The largest eigenvalue of the Delassus operator of a world's contacts, by the power method.
#pragma once
#include "orthant/core/step/delassus.hpp"
#include "orthant/solvers/scaling/weights_by.hpp"

namespace orthant {

/// The largest eigenvalue of W over the contacts of a world.
struct SpectralScaling {
  static constexpr char const* name = "spectral";
  static constexpr char const* about = "r = largest eigenvalue of W over the world's contacts";

  int iterations = 20;

  void fields(Fields& f) {
    f.integer("iterations", iterations, between(1, 10000), "of the power method");
  }
};

/// Iterates x <- W x / |W x| a fixed number of times from a fixed start, so that the result is
/// deterministic. W is restricted to the rows of contacts, which share one unit. |W x| tends to the
/// eigenvalue from below. After k iterations on n rows its relative error is at most about log(n)/k
/// [Kuczynski, Wozniakowski 1992].
template <class Space>
struct SpectralWeights {
  static constexpr char const* label = "orthant::scaling::spectral";
  Rows<Space> rows;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Real*> weight;
  Span<Space, Twist*> v;
  Span<Space, Real*> x, y;
  int iterations;

  /// Calls f(row, block) for the rows of the contacts of the world.
  template <class Lane, class F>
  KOKKOS_FUNCTION void each_contact_row(Lane const& lane, int w, F const& f) const {
    int const first = rows.world_block(w);
    lane.each(rows.world_block(w + 1) - first, [&](int k) {
      int const block = first + k;
      if (rows.law(block) != Law::free)
        for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row) f(row, block);
    });
  }

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    int const o = rows.world_row(w), n = rows.world_row(w + 1) - o;
    lane.each(n, [&](int i) { x(o + i) = 0; });
    // No two entries of the start are related, so that it has no symmetry of the scene.
    each_contact_row(lane, w, [&](int row, int) { x(row) = 1 + fraction(0.618034 * (row - o)); });
    Real eigenvalue = 0;
    for (int k = 0; k <= iterations; ++k) {
      Real const length = sqrt(lane.sum(n, [&](int i) { return x(o + i) * x(o + i); }));
      if (k > 0) eigenvalue = length;
      if (!(length > 0) || k == iterations) break;
      lane.each(n, [&](int i) { x(o + i) /= length; });
      multiply(lane, w);
    }
    lane.each(n, [&](int i) { weight(o + i) = 1; });
    if (eigenvalue > 0) each_contact_row(lane, w, [&](int row, int) { weight(row) = eigenvalue; });
  }

 private:
  /// x <- W x
  template <class Lane>
  KOKKOS_FUNCTION void multiply(Lane const& lane, int w) const {
    if (rows.delassus.given()) {
      each_contact_row(lane, w, [&](int row, int block) {
        y(row) = given_product(rows, block, x)[row - rows.block_row(block)];
      });
      each_contact_row(lane, w, [&](int row, int) { x(row) = y(row); });
      return;
    }
    lane.each(rows.bodies, [&](int i) {
      int const b = w * rows.bodies + i;
      v(b) = inverse_mass(b) * rows.apply_transpose(b, [&](int row) { return x(row); });
    });
    each_contact_row(lane, w, [&](int row, int block) { x(row) = rows.apply(block, row, v); });
  }

  static KOKKOS_FUNCTION Real fraction(Real t) { return t - floor(t); }
};

/// One weight for each world.
template <class Space>
class WeightsBy<Space, SpectralScaling> final : public Weights<Space> {
 public:
  WeightsBy(SpectralScaling scaling, Sizes const& n)
      : iterations_(scaling.iterations),
        v_("orthant::scaling::v", n.bodies),
        x_(make_room<Space, Real*>("orthant::scaling::x", n.rows)),
        y_(make_room<Space, Real*>("orthant::scaling::y", n.couplings > 0 ? n.rows : 0)) {}
  void compute(Space const& space, Rows<Space> const& rows, Span<Space, InverseMass*> inverse_mass,
               Span<Space, Real*> weight) const override {
    each_world(space, rows.worlds,
               SpectralWeights<Space>{.rows = rows,
                                      .inverse_mass = inverse_mass,
                                      .weight = weight,
                                      .v = v_,
                                      .x = x_,
                                      .y = y_,
                                      .iterations = iterations_});
  }

 private:
  int iterations_;
  Array<Space, Twist*> v_;
  Array<Space, Real*> x_, y_;
};

}  // namespace orthant
