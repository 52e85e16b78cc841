// A device without a device: what the host may not touch, and what kernels do.
#include "orthant/core/execution/detail/apart.hpp"

#include <gmock/gmock.h>

#include "orthant/core/execution/array.hpp"

namespace orthant::test {
namespace {

#if KOKKOS_VERSION < 40300

using ::testing::ElementsAre;

/// Writes the order in which it is called.
struct Order {
  static constexpr char const* label = "orthant::test::order";
  Span<Apart, int*> out;
  Span<Apart, int> calls;
  KOKKOS_FUNCTION void operator()(int i) const { out(i) = calls()++; }
};
struct OrderOfTeam {
  static constexpr char const* label = "orthant::test::order_of_team";
  Order one;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int) const {
    lane.each(3, one);
  }
};

std::vector<int> on_host_of(Array<Apart, int*> const& x) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x);
  return {host.data(), host.data() + host.extent(0)};
}

TEST(Apart, CountsAsADevice) {
  EXPECT_FALSE(on_host<Apart>);
  EXPECT_TRUE((std::is_same_v<Array<Apart, int* [2]>::array_layout, Kokkos::LayoutLeft>));
}

TEST(Apart, CopiesBetweenHostAndDevice) {
  auto const x = to_device<Apart>("orthant::test::x", std::vector<int>{3, 1, 4, 1, 5});
  EXPECT_THAT(on_host_of(x), ElementsAre(3, 1, 4, 1, 5));
  OneOf<Apart, int> one("orthant::test::one");
  EXPECT_EQ(one.get({}, x, 2), 4);
  SumOf<Apart> sum;
  EXPECT_EQ(sum.get({}, x, 4), 9);
}

TEST(Apart, FillsCopiesGathersAndScatters) {
  auto const from = to_device<Apart>("orthant::test::from", std::vector<int>{10, 11, 12, 13});
  auto const list = to_device<Apart>("orthant::test::list", std::vector<int>{2, 0});
  Array<Apart, int*> const to("orthant::test::to", 4);
  gather(Apart(), 2, list, from, to);
  EXPECT_THAT(on_host_of(to), ElementsAre(12, 10, 0, 0));
  fill(Apart(), 3, to, 7);
  EXPECT_THAT(on_host_of(to), ElementsAre(7, 7, 7, 0));
  scatter(Apart(), 2, list, from, to);
  EXPECT_THAT(on_host_of(to), ElementsAre(11, 7, 10, 0));
  copy(Apart(), 2, from, to);
  EXPECT_THAT(on_host_of(to), ElementsAre(10, 11, 10, 0));
  prefix_sum<Apart>({}, to, 4);
  EXPECT_THAT(on_host_of(to), ElementsAre(0, 10, 21, 31));
  Array<Apart, Real* [2]> const two("orthant::test::two", 3);
  fill_all(Apart(), two, 0.5);
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), two);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(host(i % 3, i / 3), 0.5);
}

TEST(Apart, GoesThroughItemsBackwards) {
  Array<Apart, int*> const out("orthant::test::out", 3);
  ReadBack<Apart, int> calls("orthant::test::calls");
  each(Apart(), 3, Order{out, calls.device()});
  EXPECT_THAT(on_host_of(out), ElementsAre(2, 1, 0));
  EXPECT_EQ(calls.get({}), 3);
  each_world(Apart(), 1, OrderOfTeam{{out, calls.device()}});
  EXPECT_THAT(on_host_of(out), ElementsAre(5, 4, 3));
}

TEST(ApartDeathTest, EndsAProgramWhoseHostTouchesIt) {
  auto const x = to_device<Apart>("orthant::test::x", std::vector<int>{3, 1});
  EXPECT_DEATH(x(0) = 1, "");
  EXPECT_DEATH((Span<Apart, int*>(x)(0) = 1), "the host touches the memory of a device");
}

#endif

}  // namespace
}  // namespace orthant::test
