// The equations of a step for a part of the bodies, which nothing couples to the others.
#pragma once
#include <algorithm>
#include <vector>

#include "orthant/core/execution/array.hpp"
#include "orthant/core/step/detail/clear_stiffness.hpp"
#include "orthant/core/step/detail/row_arrays.hpp"
#include "orthant/core/step/detail/verify_rows.hpp"
#include "orthant/core/step/nonlinear_solver.hpp"

namespace orthant {

namespace island_kernels {

/// Copies the items `list` of the step to the part, or u and impulses back.
template <class Space>
struct TakeBodies {
  static constexpr char const* label = "orthant::islands::take_bodies";
  Span<Space, int*> list;
  Span<Space, InverseMass*> mass, to_mass;
  Span<Space, Twist*> free, to_free;
  Span<Space, Pose<>*> pose, to_pose;
  KOKKOS_FUNCTION void operator()(int i) const {
    int const b = list(i);
    to_mass(i) = mass(b);
    to_free(i) = free(b);
    if (pose.extent(0) > 0) to_pose(i) = pose(b);
  }
};
template <class Space>
struct TakeRows {
  static constexpr char const* label = "orthant::islands::take_rows";
  Span<Space, int*> list;
  Held<Space, Rows<Space>> from, to;
  bool matrices, compliance;
  KOKKOS_FUNCTION void operator()(int i) const {
    int const row = list(i);
    to.value(i) = from.value(row);
    for (int side = 0; matrices && side < 2; ++side)
      for (int k = 0; k < 6; ++k) to.J(i, side, k) = from.J(row, side, k);
    for (int k = 0; compliance && k < max_block_rows; ++k)
      to.compliance(i, k) = from.compliance(row, k);
  }
};
template <class Space>
struct TakeSlopes {
  static constexpr char const* label = "orthant::islands::take_slopes";
  Span<Space, int*> row;
  Span<Space, Real*[2][6]> from, to;
  KOKKOS_FUNCTION void operator()(int i) const {
    for (int side = 0; side < 2; ++side)
      for (int k = 0; k < 6; ++k) to(i, side, k) = from(row(i), side, k);
  }
};
template <class Space>
struct TakeStiffness {
  static constexpr char const* label = "orthant::islands::take_stiffness";
  Span<Space, int*> block, row, body, local;
  Stiffness<Space> from, to;
  int blocks, rows, bodies;
  KOKKOS_FUNCTION void operator()(int i) const {
    if (i < blocks) {
      for (int side = 0; side < 2; ++side) {
        int const b = from.body(block(i), side);
        to.body(i, side) = b >= 0 ? local(b) : -1;
      }
      for (int j = 0; j < 12; ++j)
        for (int k = 0; k < 12; ++k) to.G(i, j, k) = from.G(block(i), j, k);
    }
    if (i < rows && to.slope.extent(0) > 0) TakeSlopes<Space>{row, from.slope, to.slope}(i);
    if (i < bodies) {
      to.inertia(i) = from.inertia(body(i));
      to.T(i) = from.T(body(i));
      to.T_J(i) = from.T_J(body(i));
    }
  }
};

}  // namespace island_kernels

/// A step of one world whose rows and bodies are copies of a part of those of `whole`. An
/// evaluation writes u and impulses back, evaluates what depends on them in the whole step, and
/// copies the part again; the other bodies stay as they are.
template <class Space>
class IslandProblem final : public StepProblem<Space> {
  template <class T>
  using Items = Array<Space, T*>;

 public:
  /// Arrays take memory when they are written (make_room).
  explicit IslandProblem(Sizes const& n)
      : n_(n),
        local_body_(ints(n.bodies)),
        local_block_(ints(n.blocks)),
        moving_(ints(n.bodies)),
        body_(ints(n.bodies)),
        block_(ints(n.blocks)),
        row_(ints(n.rows)),
        array_("orthant::islands::rows", n),
        mass_(make_room<Space, InverseMass*>("orthant::islands::inverse_mass", n.bodies)),
        free_(make_room<Space, Twist*>("orthant::islands::free_twist", n.bodies)),
        u_(make_room<Space, Twist*>("orthant::islands::twist", n.bodies)),
        pose_(make_room<Space, Pose<>*>("orthant::islands::pose", n.bodies)) {}

  /// Takes these bodies and blocks of `whole`, both ascending, at the iterate (u, impulses).
  void take(Space const& space, StepProblem<Space>& whole, Span<Space, Twist*> u,
            std::vector<int> const& bodies, std::vector<int> const& blocks) {
    whole_ = &whole;
    whole_u_ = u;
    lay_out(whole.rows(), bodies, blocks);
    gather(space, rows_.bodies, body_, u, u_);
    gather(space, rows_.rows, row_, whole.rows().impulse, array_.impulse);
    take_values(space, true, true);
    verify(space, rows_);
  }
  /// Writes u and the impulses back.
  void give_back(Space const& space) {
    using namespace island_kernels;
    scatter(space, rows_.bodies, body_, u_, whole_u_);
    scatter(space, rows_.rows, row_, array_.impulse, whole_->rows().impulse);
  }
  Span<Space, Twist*> u() const { return u_; }

  Rows<Space> const& rows() const override { return rows_; }
  Span<Space, InverseMass*> inverse_mass() const override { return mass_; }
  Span<Space, Twist*> free_twist() const override { return free_; }
  PositionScale<Space> positions() const override {
    auto const of_whole = whole_->positions();
    if (of_whole.pose.extent(0) == 0) return of_whole;
    return {pose_, of_whole.per_length};
  }
  char const* stage() const override { return whole_->stage(); }
  bool corrects() const override { return whole_->corrects(); }
  bool matrices_move() const override { return whole_->matrices_move(); }
  SlopedWorlds<Space> sloped() const override { return whole_->sloped(); }
  bool has_stiffness() const override { return whole_->has_stiffness(); }

  void evaluate(Space const& space, [[maybe_unused]] Span<Space, Twist*> u,
                Span<Space, int*> active) override {
    wait_for(space);
    if (!active(0)) return;
    ORTHANT_CHECK(u.data() == u_.data());
    give_back(space);
    whole_->move_only({moving_.data(), moving_.extent(0)});
    whole_->evaluate(space, whole_u_, active);
    whole_->move_only({});
    take_values(space, whole_->matrices_move(), rows_.bends);
  }

  void slopes(Space const& space, Span<Space, Twist*>, Span<Space, int*> active,
              Span<Space, Real* [2][6]> out) override {
    make_slopes();
    whole_->move_only({moving_.data(), moving_.extent(0)});
    whole_->slopes(space, whole_u_, active, slope_);
    whole_->move_only({});
    each(space, rows_.rows, island_kernels::TakeSlopes<Space>{row_, slope_, out});
  }
  void stiffness(Space const& space, Span<Space, Twist*>, Span<Space, int*> active,
                 Stiffness<Space>& out) override {
    using namespace island_kernels;
    make_stiffness(out.slope.extent(0) > 0);
    Stiffness<Space> all{G_, turning_, slope_, inertia_, T_, T_J_};
    each(space, whole_->rows().blocks, ClearStiffness<Space>{all.G, all.body});
    whole_->stiffness(space, whole_u_, active, all);
    out.reach = all.reach;
    out.along_J = all.along_J;
    out.of_momentum = all.of_momentum;
    each(space, std::max({rows_.blocks, rows_.rows, rows_.bodies}),
         TakeStiffness<Space>{.block = block_,
                              .row = row_,
                              .body = body_,
                              .local = local_body_,
                              .from = all,
                              .to = out,
                              .blocks = rows_.blocks,
                              .rows = rows_.rows,
                              .bodies = rows_.bodies});
  }

 private:
  static Items<int> ints(int n) {
    return make_room<Space, int*>("orthant::islands::index", nth(n));
  }
  void lay_out(Rows<Space> const& all, std::vector<int> const& bodies,
               std::vector<int> const& blocks) {
    int const n = static_cast<int>(blocks.size());
    for (int b = 0; b < all.bodies; ++b) local_body_(b) = -1, moving_(b) = 0;
    for (int b = 0; b < static_cast<int>(bodies.size()); ++b) {
      body_(b) = bodies[nth(b)];
      local_body_(body_(b)) = b;
      moving_(body_(b)) = 1;
    }
    for (int k = 0; k < n; ++k) {
      block_(k) = blocks[nth(k)];
      local_block_(block_(k)) = k;
    }
    rows_ = array_.rows();
    rows_.worlds = 1;
    rows_.bodies = static_cast<int>(bodies.size());
    rows_.blocks = n;
    rows_.redundant = all.redundant;
    rows_.bends = all.bends;
    rows_.ties = all.ties;
    if (all.shares.extent(0) == 0) rows_.shares = {};
    int row = 0;
    for (int k = 0; k < n; ++k) {
      int const from = block_(k);
      rows_.block_row(k) = row;
      rows_.block_world(k) = 0;
      auto const law = rows_.law(k) = all.law(from);
      rows_.contacts += law != Law::free;
      auto& disc = rows_.disc(k) = law == Law::disc ? all.disc(from) : DiscRadius{};
      if (disc.normal >= 0) disc.normal = local_block_(disc.normal);
      if (all.shares.extent(0) > 0) rows_.shares(k) = all.shares(from);
      auto const tied = all.tied(from);
      if (all.ties) rows_.tied_blocks(k) = {local_block_(tied.first), tied.count};
      for (int side = 0; side < 2; ++side)
        rows_.body(k, side) = all.body(from, side) >= 0 ? local_body_(all.body(from, side)) : -1;
      for (int r = all.block_row(from); r < all.block_row(from + 1); ++r) {
        row_(row) = r;
        rows_.angular(row++) = all.angular(r);
      }
    }
    rows_.rows = rows_.block_row(n) = row;
    int place = 0;
    for (int b = 0; b < rows_.bodies; ++b) {
      rows_.incidence_begin(b) = place;
      for (int t = all.incidence_begin(body_(b)); t < all.incidence_begin(body_(b) + 1); ++t)
        rows_.incidence(place++) = 2 * local_block_(all.incidence(t) / 2) + all.incidence(t) % 2;
    }
    rows_.incidence_begin(rows_.bodies) = place;
    rows_.world_row(0) = rows_.world_block(0) = 0;
    rows_.world_row(1) = row;
    rows_.world_block(1) = n;
  }

  void take_values(Space const& space, bool matrices, bool compliance) {
    using namespace island_kernels;
    gather(space, rows_.blocks, block_, whole_->rows().friction, array_.friction);
    each(space, rows_.bodies,
         TakeBodies<Space>{.list = body_,
                           .mass = whole_->inverse_mass(),
                           .to_mass = mass_,
                           .free = whole_->free_twist(),
                           .to_free = free_,
                           .pose = whole_->positions().pose,
                           .to_pose = pose_});
    each(space, rows_.rows,
         TakeRows<Space>{.list = row_,
                         .from = whole_->rows(),
                         .to = rows_,
                         .matrices = matrices,
                         .compliance = compliance});
  }

  /// Arrays of the whole step, for its geometric stiffness.
  void make_stiffness(bool slopes) {
    if (G_.extent(0) == 0) {
      G_ = make_room<Space, Real* [12][12]>("orthant::islands::G", n_.blocks);
      turning_ = make_room<Space, int* [2]>("orthant::islands::turning_bodies", n_.blocks);
      for (auto* each : {&inertia_, &T_, &T_J_})
        *each = Array<Space, Mat3*>("orthant::islands::turn", n_.bodies);
    }
    if (slopes) make_slopes();
  }
  void make_slopes() {
    if (slope_.extent(0) == 0)
      slope_ = make_room<Space, Real* [2][6]>("orthant::islands::slope", n_.rows);
  }

  Sizes n_;
  StepProblem<Space>* whole_ = nullptr;
  Span<Space, Twist*> whole_u_;
  Items<int> local_body_, local_block_;  // (of the whole) index in the part; bodies: -1 outside
  Items<int> moving_;                    // (bodies of the whole) 1: in the part
  Items<int> body_, block_, row_;        // (of the part) index in the whole
  RowArrays<Space> array_;
  Rows<Space> rows_;
  Items<InverseMass> mass_;
  Items<Twist> free_, u_;
  Items<Pose<>> pose_;
  Array<Space, Real* [12][12]> G_;
  Array<Space, int* [2]> turning_;
  Array<Space, Real* [2][6]> slope_;
  Items<Mat3> inertia_, T_, T_J_;
};

}  // namespace orthant
