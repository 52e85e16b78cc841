// One linear solve a step: forces and their directions at the end, linearised at the start.
#pragma once
#include "orthant/core/config/fields.hpp"
#include "orthant/core/step/detail/clear_stiffness.hpp"
#include "orthant/core/step/detail/folded_report.hpp"
#include "orthant/integrators/detail/held_impacts.hpp"
#include "orthant/integrators/detail/row_integrator.hpp"

namespace orthant {

///   (M - h G) u+ - J^T lambda = M u_free,    J u+ + Sigma lambda = -c/h
/// with J, M, c and G = d(J^T lambda-)/dq at q-, and the impulses lambda- of the previous step. To
/// first order J(q+)^T lambda+ is J^T lambda+ + h G u+. So the directions of forces are implicit,
/// as in implicit Euler's method, and a taut string does not limit the step. Springs are compliant
/// rows with Sigma = C/h^2; damped springs have Sigma and c of semi_implicit_euler.
///
/// At the start, after a change of the state or of h, if impulses are not unique, and after an
/// impact, whose impulses do not go on, lambda- is not known. Then the system is solved without G
/// for lambda-, and again with G.
///
/// Laws (contacts, limits, dry friction) are those of semi_implicit_euler. Their forces may appear
/// and vanish within a step, so that old values do not tell how they turn. G belongs to the other
/// rows. With laws a step is Newton's iteration on them.
struct LinearlyImplicitSettings {
  void fields(Fields&) {}
};

/// u_free + M^-1 h G u of each body, G over all bodies of its blocks.
template <class Space>
struct FreeOfStiffness {
  static constexpr char const* label = "orthant::integrator::free_of_stiffness";
  Rows<Space> rows;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Real* [12][12]> G;
  Span<Space, int* [2]> body;
  Span<Space, Twist*> of_start, u, out;
  Span<Space, int*> active;
  Real h;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!active(b / rows.bodies)) return;
    Vec6 body_impulse;
    for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
      int const block = rows.incidence(t) / 2, side = rows.incidence(t) % 2;
      for (int other = 0; other < 2; ++other)
        if (int const c = body(block, other); c >= 0)
          for (int i = 0; i < 6; ++i)
            for (int j = 0; j < 6; ++j)
              body_impulse[i] += G(block, 6 * side + i, 6 * other + j) * u(c)[j];
    }
    out(b) = of_start(b) + h * (inverse_mass(b) * body_impulse);
  }
};

template <class Space>
struct GivenStiffness {
  static constexpr char const* label = "orthant::integrator::given_stiffness";
  Span<Space, Real* [12][12]> G;
  Span<Space, int* [2]> body;
  Stiffness<Space> out;
  KOKKOS_FUNCTION void operator()(int block) const {
    for (int side = 0; side < 2; ++side) out.body(block, side) = body(block, side);
    for (int i = 0; i < 12; ++i)
      for (int j = 0; j < 12; ++j) out.G(block, i, j) = G(block, i, j);
  }
};
/// The worlds whose last impulses do not tell how forces turn.
template <class Space>
struct SolveTwice {
  static constexpr char const* label = "orthant::integrator::solve_twice";
  Span<Space, int*> redundant, struck, out;  // (worlds); redundant: empty: none
  KOKKOS_FUNCTION void operator()(int w) const {
    out(w) = struck(w) || (redundant.extent(0) > 0 && redundant(w));
  }
};

template <class Space>
class LinearlyImplicit final : public RowIntegrator<Space> {
  using Base = RowIntegrator<Space>;

 public:
  static constexpr bool moves_by_end_twist = true, has_stages = false, remembers = true;
  static StiffnessUse stiffness_use(LinearlyImplicitSettings const&) {
    return StiffnessUse::needed;
  }

  LinearlyImplicit(LinearlyImplicitSettings const& set, Sizes const& n, int kinds)
      : Base(stiffness_use(set), true, n, kinds),
        G_(make_room<Space, Real* [12][12]>("orthant::integrator::G", n.blocks)),
        body_(make_room<Space, int* [2]>("orthant::integrator::turning_bodies", n.blocks)),
        of_start_("orthant::integrator::free_of_start", n.bodies),
        struck_("orthant::integrator::struck", n.worlds),
        struck_before_("orthant::integrator::struck", n.worlds),
        twice_("orthant::integrator::twice", n.worlds) {}

  void take_back() override {
    Base::take_back();
    of_ = of_before_;
    std::swap(struck_, struck_before_);
  }
  void carry(Carried& c) override {
    Base::carry(c);
    c.values(of_.version, of_.h);
    c.array(struck_);
  }

  bool matrices_move() const override { return false; }

  void evaluate(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active) override {
    each(space, this->bodies(),
         FreeOfStiffness<Space>{.rows = this->rows(),
                                .inverse_mass = this->inverse_mass_,
                                .G = G_,
                                .body = body_,
                                .of_start = of_start_,
                                .u = u,
                                .out = this->free_,
                                .active = active,
                                .h = this->h_});
    this->values(space, u, active);
  }
  bool has_stiffness() const override { return true; }
  void stiffness(Space const& space, Span<Space, Twist*>, Span<Space, int*> active,
                 Stiffness<Space>& out) override {
    out.reach = this->h_;
    out.T_J = out.T;
    each(space, this->bodies(),
         StillMass<Space>{.body = this->model().body,
                          .pose = this->old_,
                          .active = active,
                          .out = out,
                          .bodies = this->model().bodies});
    each(space, this->rows().blocks, StillRows<Space>{this->rows(), active, out});
    each(space, this->rows().blocks, GivenStiffness<Space>{G_, body_, out});
  }

 protected:
  bool linear_rows() const override { return true; }
  void describe(ConstraintBlock<Space> const&, StepPoint<Space>& at) const override {
    at.level = RowLevel::linearised;
    at.linear_yield = true;
  }

  void start(Space const& space) override {
    auto const& state = *this->state_;
    known_ = state.version == of_.version && this->h_ == of_.h;
    of_before_ = of_;
    of_ = {state.version, this->h_};
    std::swap(struck_, struck_before_);
    mark_struck(space, *this->system_, this->rows(), Span<Space, int*>(struck_));
    this->jacobians(space, this->old_, this->all_);
    copy(space, this->bodies(), this->free_, of_start_);
    each(space, this->rows().blocks, ClearStiffness<Space>{G_, body_});
  }
  NonlinearReport solve(Space const& space) override {
    int const worlds = this->model().worlds;
    each(space, worlds,
         SolveTwice<Space>{this->rows().redundant, struck_before_, Span<Space, int*>(twice_)});
    if (known_ && count_.get(space, twice_, worlds) == 0) {
      write_stiffness(space);
      return Base::solve(space);
    }
    reports_.first(known_ ? Base::solve_in(space, twice_) : Base::solve(space));
    write_stiffness(space);
    return reports_.then(Base::solve(space));
  }
  void finish(Space const& space) override {
    each(space, this->bodies(),
         Advance<Space>{.from = this->old_,
                        .to = this->state_->pose,
                        .u = this->state_->twist,
                        .active = this->all_,
                        .bodies = this->model().bodies,
                        .h = this->h_});
    this->store_impulses(space);
  }

 private:
  /// Computes G of all rows without laws, from the current impulses.
  void write_stiffness(Space const& space) {
    Stiffness<Space> out;
    out.G = G_;
    out.body = body_;
    for (auto const& kind : this->system_->constraints)
      if (!kind->complementary())
        kind->stiffness(space, this->point(*kind, this->state_->twist, this->all_), this->old_,
                        this->rows(), out);
  }

  /// The motion that impulses belong to.
  struct Motion {
    int version = -1;  // of the state
    Real h = 0;
  };

  Array<Space, Real* [12][12]> G_;
  Array<Space, int* [2]> body_;
  Array<Space, Twist*> of_start_;              // u_free
  Array<Space, int*> struck_, struck_before_;  // (worlds) in this step, and in the last one
  Array<Space, int*> twice_;                   // (worlds) see SolveTwice
  SumOf<Space> count_;
  bool known_ = false;     // the impulses of the rows are those of the previous step
  Motion of_, of_before_;  // of the last step, and of the one before
  FoldedReport reports_;
};

}  // namespace orthant
