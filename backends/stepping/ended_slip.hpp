// Slip that ends within steps whose lengths are chosen.
#pragma once
#include <algorithm>
#include <array>
#include <compare>

#include "orthant/backends/stepping/impact_way.hpp"
#include "orthant/core/step/carried.hpp"

namespace orthant {

/// Friction of contacts, spins and joints, and an effort at its limit, act over the whole step as
/// the slip at its end says. Before a reversal that is wrong, and a slip that stops where nothing
/// can hold it goes on at the next step only. Friction should have used up the slip that was left,
/// so that velocities are off by at most that slip. A step and its halves may agree on it to
/// round-off.
template <class Space>
class EndedSlips {
 public:
  /// The largest speed with which a slip that ends within the step entered it, relative to the
  /// radius of gyration of a body; an angular one as it is [1/s]. With s+ = a + Sigma lambda of the
  /// rows, which vanishes where they stick, the slip at the start is s+ + J (u- - u+). Where rows
  /// stuck at the end of the last step that is no slip, but the change of J or of a target; what
  /// they do then begins as they let go. `before`: u-.
  Real look(System<Space> const& system, State<Space> const& state, StepData<Space> const& step,
            std::vector<Twist> const& before) {
    std::swap(stuck_, stuck_before_);
    stuck_.clear();
    if (step.rows.blocks == 0) return 0;
    int const bodies = system.model.bodies, n = system.model.all_bodies();
    auto const list = system.constraints.contacts();
    auto const found = to_host<Space, Contact>(list.contact, list.count);
    auto const body = to_host<Space, Body>(system.model.body, n);
    auto const twist = to_host<Space, Twist>(state.twist, n);
    Real most = 0;
    std::size_t first_contact = 0;
    for (int w = 0; w < system.model.worlds; ++w) {
      auto const rows = host_rows<Space>({}, step.rows, w);
      std::vector<std::size_t> contact(rows.blocks.size());  // of each block
      std::size_t contacts = first_contact, others = 0;
      for (std::size_t k = 0; k < rows.blocks.size(); ++k) {
        auto const& block = rows.blocks[k];
        bool const bears = block.law == Law::coulomb;
        if (bears) contact[k] = contacts++;
        if (!bears && block.law != Law::disc) continue;
        std::array<int, 2> on = block.body;
        for (int& b : on)
          if (b >= 0) b += w * bodies;
        Name name{others, static_cast<std::uint64_t>(w)};
        if (bears || block.normal >= 0) {
          auto const& of = found[contact[bears ? k : static_cast<std::size_t>(block.normal)]];
          name = {of.key, static_cast<std::uint64_t>(-1 - block.size)};
          if (bears) on = {of.a, of.b};
        } else {
          ++others;
        }
        Vec3 at_end, at_start;
        for (int i = bears ? 1 : 0; i < block.size; ++i) {
          auto const row = static_cast<std::size_t>(block.row + i);
          at_start[i] = at_end[i] = rows.value[block.row + i] + rows.yielding(block, i);
          for (std::size_t side = 0; side < 2; ++side)
            if (int const b = on[side]; b >= 0)
              at_start[i] += dot(rows.J[row][side], before[static_cast<std::size_t>(b)] -
                                                        twist[static_cast<std::size_t>(b)]);
        }
        bool const slides = norm(at_end) > sticks;
        if (!slides) stuck_.push_back(name);
        bool const goes_on = slides && dot(at_start, at_end) > 0;
        if (goes_on || std::ranges::binary_search(stuck_before_, name)) continue;
        bool const angular = rows.angular[static_cast<std::size_t>(block.row + block.size - 1)];
        for (int const b : on)
          if (b >= 0 && body[static_cast<std::size_t>(b)].dynamic())
            most = larger(most, norm(at_start) /
                                    (angular ? 1 : gyration_of(body[static_cast<std::size_t>(b)])));
      }
      first_contact = contacts;
    }
    std::ranges::sort(stuck_);
    return most;
  }

  /// What the next step needs to know.
  void carry(Carried& c) { c.list(stuck_); }

 private:
  static constexpr Real sticks = 1e-8;  // 100 default tolerances [m/s], [rad/s]
  struct Name {
    std::uint64_t key, kind;
    friend auto operator<=>(Name const&, Name const&) = default;
  };
  std::vector<Name> stuck_, stuck_before_;  // what stuck at the end of the last step, in order
};

}  // namespace orthant
