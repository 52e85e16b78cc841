// Copies to the host, world by world, what the derivatives of a step are made of.
#pragma once

#include "orthant/backends/derivatives/detail/step_parts.hpp"
#include "orthant/backends/derivatives/fixed_features.hpp"
#include "orthant/constraints/contact/detail/contact_stiffness.hpp"
#include "orthant/core/scene/scene.hpp"
#include "orthant/integrators/detail/differentiable.hpp"
#include "orthant/integrators/linear_gaps.hpp"

namespace orthant {

/// Gathers the parts of the last step. Call it after the step and before the next one is prepared.
/// If a step is not covered, its parts hold the reason and nothing else.
template <class Space>
class GatheredStep {
 public:
  static constexpr bool possible = on_host<Space>;

  GatheredStep(Scene const& scene, System<Space> const& system, FrictionLaw const& law)
      : scene_(scene), system_(system), law_(law) {}

  std::vector<StepParts> gather(Space const& space, Integrator<Space>& integrator,
                                StepReport const& report) const {
    auto const worlds = nth(system_.model.worlds);
    auto* const of = integrator.differentiable();
    std::string const why =
        of ? why_not(*of, report) : "an integrator whose equations are evaluated as a whole";
    if (!why.empty()) {
      std::vector<StepParts> out(worlds);
      for (auto& each : out) each.why_not = why;
      return out;
    }
    return parts(space, *of);
  }

  /// The reason why no step of the system has a derivative; "": there is none.
  std::string why_not(StepReport const& report) const {
    if constexpr (!possible) return "a device: they are taken on the host";
    if (!report.solved()) return "a step that is not solved";
    for (auto const& each : report.solve.solved_by)
      if (std::string(each.solver) == by_linear_gaps) return "a step that is made with linear gaps";
    auto const& set = scene_.contact;
    if (set.stabilised()) return "baumgarte, which leaves overlap to the velocity";
    if (set.least_norm > 0) return "least_norm, which remembers the last step";
    if (set.creep_speed > 0 || set.friction_softness > 0) return "friction that creeps or yields";
    for (auto const& joint : scene_.joints)
      for (auto const& c : joint.coordinates)
        if (c.inertia > 0) return "rotors along coordinates";
    if (law_ != FrictionLaw{}) return "another law of friction than Coulomb's";
    return "";
  }
  /// The same for a contact.
  std::string why_not(Contact const& c) const {
    int const n = system_.model.bodies, a = c.a - c.world * n, b = c.b - c.world * n;
    auto const name = [&](int body) { return scene_.bodies[nth(body)].name; };
    std::string const between = " (" + name(a) + ", " + name(b) + ")";
    if (c.law.runs) return "surfaces that run relative to their bodies" + between;
    if (c.law.adhesion > 0) return "surfaces that attract each other" + between;
    if (c.kind == ContactKind::meeting)
      return "contacts of fast bodies that meet within the step" + between;
    return "";
  }

 private:
  std::string why_not(Differentiable<Space> const& of, StepReport const& report) const {
    if (auto why = of.why_not_differentiable(); !why.empty()) return why;
    if (auto why = why_not(report); !why.empty()) return why;
    if (scene_.contact.at_velocity_level()) return "contacts between velocities";
    for (auto const& joint : scene_.joints)
      if (joint.traits.couples) return "couplings of joints";
    for (auto const& forces : system_.constraints.forces())
      return forces->along_coordinates() ? "given forces along coordinates"
                                         : "given forces in time";
    for (auto const& kind : system_.constraints)
      if (kind->items() > 0 && kind->bends()) return "curves of forces along coordinates";
    return "";
  }

  /// Device arrays for the derivatives of the rows, and for the tangents along which they are
  /// taken.
  struct Room {
    Array<Space, Real* [12][12]> G;
    Array<Space, int* [2]> body;
    Array<Space, Real* [2][6]> slope;
    Array<Space, Mat3*> inertia, T, T_J;

    Room(int blocks, int rows, int bodies)
        : G("orthant::derivatives::G", blocks),
          body("orthant::derivatives::body", blocks),
          slope("orthant::derivatives::slope", rows + 1),
          inertia("orthant::derivatives::inertia", bodies),
          T("orthant::derivatives::T", bodies),
          T_J("orthant::derivatives::T_J", bodies) {}

    /// Chooses how bodies move with a change du: at q+, at the pose of J, or not at all. With
    /// `forces` the geometric stiffness is computed as well; it does not depend on du.
    Stiffness<Space> with(bool end_moves, bool where_moves, bool forces = false) {
      Mat3 unit;
      for (int i = 0; i < 3; ++i) unit[i][i] = 1;
      fill_all(Space(), T, unit);
      fill_all(Space(), T_J, where_moves ? unit : Mat3{});
      fill_all(Space(), slope, 0);
      Stiffness<Space> out;
      if (forces) {
        fill_all(Space(), G, 0);
        fill_all(Space(), body, -2);
        out.G = G;
        out.body = body;
      }
      out.slope = slope;
      out.inertia = inertia;
      out.T = T;
      out.T_J = T_J;
      out.reach = end_moves ? 1 : 0;
      out.along_J = where_moves ? 1 : 0;
      return out;
    }
  };

  std::vector<StepParts> parts(Space const& space, Differentiable<Space>& of) const {
    auto const e = of.equations(space);
    int const n = system_.model.bodies;
    std::vector<StepParts> out(nth(system_.model.worlds));
    if constexpr (possible) {
      Room room(e.rows.blocks, e.rows.rows, system_.model.all_bodies());
      for (int w = 0; w < system_.model.worlds; ++w) out[w] = of_world(space, e, w, n);
      of.turn(space, room.with(false, false, true));
      wait_for(space);
      for (int w = 0; w < system_.model.worlds; ++w) add_turns(e, room, w, out[w]);
      of.turn(space, room.with(true, false));
      wait_for(space);
      add_slopes(e, room, out, &RowSlopes::by_end, &RowSlopes::by_twist);
      auto before = room.slope;
      room.slope = Array<Space, Real* [2][6]>("orthant::derivatives::slope", e.rows.rows + 1);
      of.turn(space, room.with(true, true));
      wait_for(space);
      add_where(e, room, before, out);
      check_contacts(e, system_.constraints.contacts(), out);
      for (auto const& kind : system_.constraints) check_rows(space, e, *kind, out);
      for (auto& each : out) check_motion(each);
    }
    return out;
  }

  StepParts of_world(Space const& space, StepEquations<Space> const& e, int w, int n) const {
    StepParts out;
    static_cast<HostRows&>(out) = host_rows(space, e.rows, w);
    out.h = e.h;
    out.matrices_at_end = e.matrices_at_end[nth(w)];
    out.linearised = e.linearised;
    out.of_block.resize(out.blocks.size());
    out.of_row.resize(out.J.size());
    for (int k = 0; k < n; ++k) {
      int const b = w * n + k;
      out.body.push_back(e.body(b));
      out.names.push_back(scene_.bodies[nth(k)].name);
      out.start.push_back(e.start(b));
      out.end.push_back(e.end(b));
      out.old_twist.push_back(e.old_twist(b));
      out.u.push_back(e.twist(b));
      out.free_twist.push_back(e.free_twist(b));
      out.inverse_mass.push_back(inverse_mass(e.body(b), e.start(b)));
    }
    return out;
  }

  static void add_turns(StepEquations<Space> const& e, Room const& room, int w, StepParts& out) {
    auto const& rows = e.rows;
    int const first_block = rows.world_block(w), n = rows.bodies;
    int last[2] = {-1, -1};
    for (std::size_t at = 0; at < out.blocks.size(); ++at) {
      auto& block = out.blocks[at];
      int const k = first_block + static_cast<int>(at);
      // Only the first block of an item names the bodies.
      bool const named = room.body(k, 0) != -2;
      for (std::size_t side = 0; side < 2; ++side) {
        if (named) last[side] = room.body(k, static_cast<int>(side));
        block.body[side] = last[side] < 0 ? -1 : last[side] - w * n;
      }
      if (named)
        for (int i = 0; i < 12; ++i)
          for (int j = 0; j < 12; ++j) out.of_block[at].turn[i][j] = room.G(k, i, j);
      if (rows.shares.extent(0) > 0 && block.law == Law::coulomb && rows.shares(k))
        out.why_not = "contacts that share their force by least norm";
      for (int row = block.row; row < block.row + block.size; ++row)
        for (int side = 0; side < 2; ++side)
          out.of_row[nth(row)].by_twist[nth(side)] =
              slope(room.slope, rows.world_row(w) + row, side);
    }
  }
  static Vec6 slope(Span<Space, Real* [2][6]> const& of, int row, int side) {
    Vec6 out;
    for (int i = 0; i < 6; ++i) out[i] = of(row, side, i);
    return out;
  }
  using Sides = std::array<Vec6, 2> RowSlopes::*;

  template <class F>
  static void each_row(StepEquations<Space> const& e, std::vector<StepParts>& out, F const& f) {
    for (std::size_t w = 0; w < out.size(); ++w)
      for (std::size_t k = 0; k < out[w].of_row.size(); ++k)
        for (int side = 0; side < 2; ++side)
          f(out[w].of_row[k], e.rows.world_row(static_cast<int>(w)) + static_cast<int>(k), side);
  }
  static void add_slopes(StepEquations<Space> const& e, Room const& room,
                         std::vector<StepParts>& out, Sides to, Sides less) {
    each_row(e, out, [&](RowSlopes& row, int r, int side) {
      (row.*to)[side] = slope(room.slope, r, side) - (row.*less)[side];
    });
  }
  static void add_where(StepEquations<Space> const& e, Room const& room,
                        Array<Space, Real* [2][6]> const& before, std::vector<StepParts>& out) {
    each_row(e, out, [&](RowSlopes& row, int r, int side) {
      row.by_where[side] = slope(room.slope, r, side) - slope(before, r, side);
    });
  }

  std::vector<Shape> shapes_of(int world, int body) const {
    return scene_.of(world).bodies[nth(body)].shapes;
  }

  static constexpr Real touching = 1e-9;  // gap of surfaces that touch [m]

  /// c(q-)/span in the value of a row whose J is dc/dq there. Where c of rigid surfaces touches
  /// this is the side towards open, as overlap is left to the stage of positions.
  static void add_start(Real span, StepParts& parts, int row) {
    auto const r = nth(row);
    for (std::size_t side = 0; side < 2; ++side)
      parts.of_row[r].by_where[side] += (1 / span) * parts.J[r][side];
  }

  /// Refuses steps that correct positions: only the velocities may move the bodies.
  static void check_motion(StepParts& parts) {
    for (std::size_t b = 0; b < parts.body.size(); ++b) {
      Pose<> const there = advance(parts.start[b], parts.u[b], parts.h);
      Vec3 const off = there.p_WB - parts.end[b].p_WB;
      Quat<> const turn = conjugate(there.q_WB) * parts.end[b].q_WB;
      if (norm(off) > 1e-12 * (1 + norm(there.p_WB)) ||
          norm(Vec3{{turn.x, turn.y, turn.z}}) > 1e-12)
        parts.why_not = "positions that are corrected after the step";
    }
  }

  /// Refuses contacts whose derivative is not covered.
  void check_contacts(StepEquations<Space> const& e, ContactList<Space> const& list,
                      std::vector<StepParts>& out) const {
    int const n = system_.model.bodies;
    auto const law = law_of_contacts(scene_.contact);
    std::vector<std::size_t> seen(out.size());  // blocks of each world
    for (int k = 0; k < list.count; ++k) {
      Contact const& c = list.contact(k);
      auto& parts = out[nth(c.world)];
      auto& at = seen[nth(c.world)];
      while (parts.blocks[at].law != Law::coulomb) ++at;
      auto const block = at++;
      if (!parts.why_not.empty()) continue;
      int const a = c.a - c.world * n, b = c.b - c.world * n;
      std::string const between = " (" + parts.names[nth(a)] + ", " + parts.names[nth(b)] + ")";
      if (c.law.restitution > 0 && c.law.compliance == 0) {
        add_restitution(c, a, b, parts, block);
        if (c.marks.late || (!c.marks.strikes && (parts.matrices_at_end || c.gap < touching)))
          parts.why_not = "surfaces that bounce, and do not strike" + between;
      } else if (e.linearised) {
        add_start(e.h + law.relaxation(c), parts, parts.blocks[block].row);
      }
      // Anisotropic friction has a direction fixed to a surface. It turns out of the contact plane,
      // and so does its projection in the plane.
      if (c.law.stretch[0] != c.law.stretch[1])
        parts.why_not = "friction that differs by direction" + between;
      if (c.marks.led) parts.why_not = "surfaces that joints lead past each other" + between;
      if (c.law.kinetic < 1) parts.why_not = "friction that falls with the sliding speed" + between;
      if (c.law.compliance == 0 && -c.gap > e.left_by_solver)
        parts.why_not = "contacts that overlap at the start of the step" + between;
      if (!stays_on_both(c, shapes_of(c.world, a), shapes_of(c.world, b)))
        parts.why_not = "contact points that move along both bodies" + between;
      if (auto const why = why_not(c); !why.empty()) parts.why_not = why;
    }
  }

  /// Derivatives of the normal row of a contact with restitution:
  ///   strikes:              J u+ + e min(J u-, 0)
  ///   open, not striking:   J u+ + c(q-)/h
  /// If J is evaluated at q+, J u- may already be a separating speed.
  void add_restitution(Contact const& c, int a, int b, StepParts& parts, std::size_t block) const {
    auto const at = nth(parts.blocks[block].row);
    auto& row = parts.of_row[at];
    auto const& J = parts.J[at];
    Real& from_striking = parts.of_block[block].from_striking;
    std::size_t const body[2] = {nth(a), nth(b)};
    Real speed = 0, fall = 0;
    for (std::size_t side = 0; side < 2; ++side) {
      speed -= dot(J[side], parts.old_twist[body[side]]);
      fall -= dot(J[side], parts.free_twist[body[side]]);
    }
    from_striking =
        smaller(fabs(speed - larger(0.0, 0.5 * c.gap / parts.h)), fabs(fall - c.gap / parts.h));
    if (!c.marks.strikes) {
      for (std::size_t side = 0; side < 2; ++side) row.by_where[side] += (1 / parts.h) * J[side];
      return;
    }
    if (scene_.contact.restitution_form != RestitutionForm::literal) {
      from_striking = smaller(from_striking, fabs(speed));
      if (speed < 0) return;
    }
    auto const& where = parts.matrices_at_end ? parts.end : parts.start;
    contact_kernels::MovingRows<ContactPointRelation> const moving(c, where[body[0]],
                                                                   where[body[1]]);
    auto const rate = moving.rate(0, parts.old_twist[body[0]], parts.old_twist[body[1]]);
    for (std::size_t side = 0; side < 2; ++side) {
      row.by_old_twist[side] = c.law.restitution * J[side];
      for (int i = 0; i < 6; ++i)
        row.by_where[side][i] += c.law.restitution * rate[static_cast<int>(6 * side) + i];
    }
  }

  /// Refuses rows that are not covered. A joint whose rows do not depend on q+ holds at velocity
  /// level, with Baumgarte's share of c(q-). A limit that is exceeded at the start is left to the
  /// position stage.
  void check_rows(Space const& space, StepEquations<Space> const& e, ConstraintBlock<Space>& kind,
                  std::vector<StepParts>& out) const {
    if (kind.items() == 0 || kind.comes_and_goes()) return;
    bool const stops = kind.complementary(), joint = !stops && !kind.along_coordinates();
    if (e.linearised && !joint)
      for (auto& each : out) each.why_not = "laws along coordinates that are linear in u+";
    if (!stops && !joint) return;
    auto const n = e.rows.rows;
    Array<Space, Real*> const error("orthant::derivatives::error", n);
    Array<Space, Real*> const slack("orthant::derivatives::slack", n);
    Array<Space, Holding*> const holding("orthant::derivatives::holding", n);
    auto const untouched = static_cast<Holding>(-1);
    fill_all(space, holding, untouched);
    kind.hold(space, {e.start, 0, e.h}, e.rows, {error, slack, holding});
    wait_for(space);
    for (std::size_t w = 0; w < out.size(); ++w)
      for (auto const& block : out[w].blocks)
        for (int r = block.row; r < block.row + block.size; ++r) {
          int const row = e.rows.world_row(static_cast<int>(w)) + r;
          if (holding(row) == untouched) continue;
          if (stops && block.law == Law::nonnegative && -error(row) > e.left_by_solver)
            out[w].why_not = "limits that are passed at the start of the step";
          if (joint && e.linearised) {
            if (holding(row) == Holding::by_stage)
              add_start(e.h, out[w], r);
            else
              out[w].why_not = "joints between velocities, or that yield linearly in u+";
          } else if (joint && !sees_end(out[w].of_row[nth(r)]))
            out[w].why_not = "joints between velocities";
        }
  }
  static bool sees_end(RowSlopes const& row) {
    return dot(row.by_end[0], row.by_end[0]) + dot(row.by_end[1], row.by_end[1]) > 0;
  }

  Scene const& scene_;
  System<Space> const& system_;
  FrictionLaw law_;  // of the solver
};

}  // namespace orthant
