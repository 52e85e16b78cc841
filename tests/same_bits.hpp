// The comparison of simulations in bits.
#pragma once
#include <gtest/gtest.h>

#include <cstring>

#include "orthant/backends/simulation/simulation.hpp"
#include "orthant/core/execution/same_bits.hpp"

namespace orthant::test {

using orthant::same_bits;

/// Whether all bytes are the same.
template <class T>
bool same_bits(std::vector<T> const& a, std::vector<T> const& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

/// Whether both have the same bits.
inline bool same_state(Simulation const& a, Simulation const& b) {
  auto const x = a.snapshot(), y = b.snapshot();
  return x.time == y.time && same_bits(x.pose, y.pose) && same_bits(x.twist, y.twist);
}

/// Makes steps of a batch, and of a simulation for each of its worlds, and expects the same bits.
inline void expect_worlds_as_alone(Simulation& many, std::vector<Simulation*> const& alone,
                                   int steps) {
  auto const n = static_cast<std::ptrdiff_t>(many.bodies());
  for (int k = 0; k <= steps; ++k) {
    auto const b = many.snapshot();
    auto const& measures = many.measure();
    for (std::size_t w = 0; w < alone.size(); ++w) {
      SCOPED_TRACE(testing::Message() << "world " << w << ", step " << k);
      auto const from = static_cast<std::ptrdiff_t>(w) * n;
      auto const a = alone[w]->snapshot();
      ASSERT_TRUE(same_bits({b.pose.begin() + from, b.pose.begin() + from + n}, a.pose));
      ASSERT_TRUE(same_bits({b.twist.begin() + from, b.twist.begin() + from + n}, a.twist));
      auto const &m = alone[w]->measure()[0], &of = measures[w];
      for (auto const& [x, y] : {std::pair{m.kinetic, of.kinetic},
                                 {m.potential, of.potential},
                                 {m.elastic, of.elastic},
                                 {m.penetration, of.penetration},
                                 {m.joint_error, of.joint_error}})
        EXPECT_EQ(x, y);
      if (k < steps) alone[w]->step();
    }
    if (k < steps) many.step();
  }
}

}  // namespace orthant::test
