// Prefix sums, and loops and sums over the worlds of a batch.
#include "orthant/core/execution/array.hpp"

#include <gtest/gtest.h>

#include "orthant/core/execution/detail/spaces.hpp"

namespace orthant::test {
namespace {

template <class... Entry>
auto on_host_only(std::tuple<Entry...> const&) {
  return std::tuple_cat(
      std::conditional_t<on_host<typename Entry::Space>, std::tuple<Entry>, std::tuple<>>()...);
}
template <class... Entry>
auto types_of(std::tuple<Entry...> const&) -> ::testing::Types<typename Entry::Space...>;

/// The spaces with host memory.
using HostSpaces = decltype(types_of(on_host_only(spaces)));

/// On every space whose memory the host can read.
template <class Space>
class Arrays : public ::testing::Test {};
TYPED_TEST_SUITE(Arrays, HostSpaces);

TYPED_TEST(Arrays, PrefixSumIsExclusiveAndInPlace) {
  using Space = TypeParam;
  std::vector<int> const given{3, 0, 5, 1, 7}, sums{0, 3, 3, 8, 9};
  for (std::size_t n : {0, 1, 5}) {
    auto const x = to_device<Space>("orthant::test", given);
    prefix_sum<Space>({}, x, static_cast<int>(n));
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(x(i), i < n ? sums[i] : given[i]) << n;
  }
}

TYPED_TEST(Arrays, ASpanRefersToTheItemsOfItsArray) {
  using Space = TypeParam;
  Array<Space, Real* [2][3]> const J("orthant::test", 5);
  Array<Space, int* [2]> const body("orthant::test", 5);
  Span<Space, Real* [2][3]> const of_J = J;
  Span<Space, int* [2]> const of_body = body;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 2; ++j) {
      EXPECT_EQ(&of_body(i, j), &body(i, j));
      for (int k = 0; k < 3; ++k) EXPECT_EQ(&of_J(i, j, k), &J(i, j, k));
    }
  for (int d = 0; d < 3; ++d) EXPECT_EQ(of_J.extent(d), J.extent(d));
  EXPECT_EQ(of_J.view().data(), J.data());
  EXPECT_EQ((Span<Space, Real*>().extent(0)), 0u);
  static_assert(std::is_trivially_copyable_v<Span<Space, Real*>>);
}

/// Sum and maximum of the numbers of each world.
template <class Space>
struct SumUp {
  static constexpr char const* label = "orthant::test::sum_up";
  Span<Space, Real*> x, sum, most;
  int each;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    auto const at = [&](int i) { return x(w * each + i); };
    Real const s = lane.sum(each, at);
    Real const m = lane.largest(each, [&](int i) { return std::fabs(at(i)); });
    lane.once([&] {
      sum(w) = s;
      most(w) = m;
    });
  }
};

TYPED_TEST(Arrays, EachWorldSumsAndMaximaAreThoseOfALoopInOrder) {
  using Space = TypeParam;
  int const worlds = 7, n = 1000;
  std::vector<double> numbers(worlds * n);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = std::sin(1.0 + static_cast<double>(i)) * std::pow(10., static_cast<int>(i % 17));
  auto const x = to_device<Space>("orthant::test", numbers);
  Array<Space, Real*> const sum("orthant::test", worlds), most("orthant::test", worlds);
  for (int run = 0; run < 3; ++run) {
    each_world(Space(), worlds, SumUp<Space>{x, sum, most, n});
    Space().fence();
    for (int w = 0; w < worlds; ++w) {
      double s = 0, m = 0;
      for (int i = 0; i < n; ++i) {
        s += numbers[w * n + i];
        m = std::max(m, std::fabs(numbers[w * n + i]));
      }
      EXPECT_EQ(sum(w), s);  // one thread for each world: the same bits
      EXPECT_EQ(most(w), m);
    }
  }
}

}  // namespace
}  // namespace orthant::test
