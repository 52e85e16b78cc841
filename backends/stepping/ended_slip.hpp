// Slip that ends within steps whose lengths are chosen.
#pragma once
#include <algorithm>
#include <array>

#include "orthant/backends/stepping/impact_way.hpp"
#include "orthant/core/config/carried.hpp"
#include "orthant/core/step/step_report.hpp"

namespace orthant {

/// Friction of contacts, spins and joints, and an effort at its limit, act over the whole step as
/// the slip at its end says. Before a reversal that is wrong, and a slip that stops where nothing
/// can hold it goes on at the next step only. Friction should have used up the slip that was left,
/// so that velocities are off by at most that slip. An effort along a coordinate that switches by
/// its position has no such slip: velocities are off by at most its jump over the step. A step and
/// its halves may agree on both to round-off.
template <class Space>
class EndedSlips {
 public:
  /// The largest speed by which velocities may be off, relative to the radius of gyration of a
  /// body; an angular one as it is [1/s]. With s+ = a + Sigma lambda of the rows, which vanishes
  /// where they stick, the slip at the start is s+ + J (u- - u+). Where rows stuck at the end of
  /// the last step that is no slip, but the change of J or of a target; what they do then begins as
  /// they let go. `before`: u-. Writes the forces of the end of the step to `report`.
  Real look(System<Space> const& system, State<Space> const& state, StepData<Space> const& step,
            std::vector<Twist> const& before, StepReport& report) {
    std::swap(last_, before_);
    last_.clear();
    report.slips = report.efforts = {};
    if (step.rows.blocks == 0) return 0;
    int const bodies = system.model.bodies, n = system.model.all_bodies();
    for (auto* each : {&report.slips, &report.efforts}) each->impulse.resize(nth(n));
    auto const list = system.constraints.contacts();
    auto const found = to_host<Space, Contact>(list.contact, list.count);
    body_ = to_host<Space, Body>(system.model.body, n);
    inverse_mass_ = to_host<Space, InverseMass>(step.inverse_mass, n);
    auto const twist = to_host<Space, Twist>(state.twist, n);
    Real most = 0;
    std::size_t first_contact = 0;
    for (int w = 0; w < system.model.worlds; ++w) {
      auto const rows = host_rows<Space>({}, step.rows, w);
      std::vector<std::size_t> contact(rows.blocks.size());  // of each block
      std::size_t contacts = first_contact, others = 0;
      for (std::size_t k = 0; k < rows.blocks.size(); ++k) {
        auto const& block = rows.blocks[k];
        bool const bears = block.law == Law::coulomb, alone = !bears && block.normal < 0;
        if (bears) contact[k] = contacts++;
        if (!bears && block.law != Law::disc) continue;
        std::array<int, 2> on = block.body;
        for (int& b : on)
          if (b >= 0) b += w * bodies;
        Last now{{others, static_cast<std::uint64_t>(w)}};
        if (alone) {
          ++others;
        } else {
          auto const& of = found[contact[bears ? k : nth(block.normal)]];
          now.name = {of.key, static_cast<std::uint64_t>(-1 - block.size)};
          if (bears) on = {of.a, of.b};
        }
        auto const [impulse, at_start, at_end] = found_in(rows, block, on, before, twist);
        bool const slides = norm(at_end) > sticks;
        now.slip = slides ? at_end : Vec3{};
        now.force = step.force_per_law_impulse * impulse;
        last_.push_back(now);
        auto const known = std::ranges::lower_bound(before_, now.name, {}, &Last::name);
        bool const has = known != before_.end() && known->name == now.name;
        if (slides || (alone && rows.compliance[nth(block.row)][0] > 0)) {
          auto& to = alone ? report.efforts : report.slips;
          to.names.push_back(now.name);
          add(rows, block, on, impulse, to.impulse);
        }
        bool const goes_on = slides && dot(at_start, at_end) > 0;
        if (!goes_on && !(has && norm(known->slip) == 0))
          most = larger(most,
                        by_slip(on, norm(at_start), rows.angular[nth(block.row + block.size - 1)]));
        else if (alone && has && dot(known->slip, now.slip) <= 0 &&
                 norm(known->slip) + norm(now.slip) > 0)
          most =
              larger(most, by_jump(rows, block, on,
                                   (1 / step.force_per_law_impulse) * (now.force - known->force)));
      }
      first_contact = contacts;
    }
    std::ranges::sort(last_, {}, &Last::name);
    std::ranges::sort(report.slips.names);
    std::ranges::sort(report.efforts.names);
    return most;
  }

  /// What the next step needs to know.
  void carry(Carried& c) { c.list(last_); }

 private:
  static constexpr Real sticks = 1e-8;  // 100 default tolerances [m/s], [rad/s]
  using Name = std::array<std::uint64_t, 2>;
  /// Rows at the end of the last step: their slip, zero where they stuck, and their force.
  struct Last {
    Name name;
    Vec3 slip = {}, force = {};
  };

  /// Impulses of a block in the step, and its slip at the start and at the end.
  struct Found {
    Vec3 impulse, at_start, at_end;
  };
  template <class Rows, class Block>
  static Found found_in(Rows const& rows, Block const& block, std::array<int, 2> const& on,
                        std::vector<Twist> const& before, std::vector<Twist> const& twist) {
    Found out;
    for (int i = block.law == Law::coulomb ? 1 : 0; i < block.size; ++i) {
      out.impulse[i] = rows.impulse[block.row + i];
      out.at_end[i] = rows.value[block.row + i] + rows.yielding(block, i);
      out.at_start[i] = out.at_end[i];
      for (std::size_t side = 0; side < 2; ++side)
        if (int const b = on[side]; b >= 0)
          out.at_start[i] += dot(rows.J[nth(block.row + i)][side], before[nth(b)] - twist[nth(b)]);
    }
    return out;
  }
  /// Adds J^T lambda of a block to the impulses on its bodies.
  template <class Rows, class Block>
  static void add(Rows const& rows, Block const& block, std::array<int, 2> const& on,
                  Vec3 const& impulse, std::vector<Vec6>& to) {
    for (int i = 0; i < block.size; ++i)
      for (std::size_t side = 0; side < 2; ++side)
        if (on[side] >= 0) to[nth(on[side])] += impulse[i] * rows.J[nth(block.row + i)][side];
  }
  /// The speed of bodies, as `look` returns it, of a slip that friction should have used up.
  Real by_slip(std::array<int, 2> const& on, Real slip, bool angular) const {
    Real most = 0;
    for (int const b : on)
      if (b >= 0 && body_[nth(b)].dynamic())
        most = larger(most, slip / (angular ? 1 : gyration_of(body_[nth(b)])));
    return most;
  }
  /// The same of an effort that jumps, whose impulse over the step changes so.
  template <class Rows, class Block>
  Real by_jump(Rows const& rows, Block const& block, std::array<int, 2> const& on,
               Vec3 const& change) const {
    std::vector<Vec6> jump(body_.size());
    add(rows, block, on, change, jump);
    Real most = 0;
    for (int const b : on) {
      if (b < 0 || !body_[nth(b)].dynamic()) continue;
      Twist const u = inverse_mass_[nth(b)] * jump[nth(b)];
      most = larger(most, norm(linear(u)) / gyration_of(body_[nth(b)]) + norm(angular(u)));
    }
    return most;
  }

  std::vector<Last> last_, before_;  // of the last step, and of the one before
  std::vector<Body> body_;
  std::vector<InverseMass> inverse_mass_;
};

}  // namespace orthant
