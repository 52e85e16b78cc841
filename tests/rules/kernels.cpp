// Every kernel of a step has a label of Orthant, and no array is made after the first step.
#include <gmock/gmock.h>

#include <set>

#include "tests/rules/choices.hpp"

namespace orthant::test {
namespace {

std::set<std::string> kernels, arrays;

void kernel_begins(char const* label, std::uint32_t, std::uint64_t* id) {
  kernels.insert(label);
  *id = 0;
}
void array_is_made(Kokkos::Tools::SpaceHandle, char const* label, void const*, std::uint64_t) {
  arrays.insert(label);
}

/// Records the activity of Kokkos during its lifetime.
struct IterationMonitor {
  IterationMonitor() {
    kernels.clear();
    arrays.clear();
    set(kernel_begins, array_is_made);
  }
  ~IterationMonitor() { set(nullptr, nullptr); }

 private:
  static void set(decltype(&kernel_begins) kernel, decltype(&array_is_made) array) {
    namespace tools = Kokkos::Tools::Experimental;
    tools::set_begin_parallel_for_callback(kernel);
    tools::set_begin_parallel_reduce_callback(kernel);
    tools::set_begin_parallel_scan_callback(kernel);
    tools::set_allocate_data_callback(array);
  }
};

class Kernels : public ::testing::TestWithParam<Choice> {};

TEST_P(Kernels, HaveOurLabelAndMakeNoArrays) {
  for (auto const& backend : space_names()) {
    Json settings = GetParam().settings;
    settings["backend"] = backend;
    auto const experiment = build_experiment(settings, "experiment");
    experiment.simulation->step();
    {
      IterationMonitor const watch;
      for (int step = 0; step < 5; ++step) experiment.simulation->step();
    }
    EXPECT_GT(kernels.size(), 20u) << backend;
    EXPECT_THAT(kernels, ::testing::Each(::testing::StartsWith("orthant::"))) << backend;
    EXPECT_THAT(arrays, ::testing::ElementsAre()) << backend;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Kernels, ::testing::ValuesIn(choices("serial")), name_of_test);

TEST(IterationMonitor, SeesAKernelAndAnArray) {
  {
    IterationMonitor const watch;
    Array<Kokkos::DefaultHostExecutionSpace, int*> const x("an array", 3);
    Kokkos::parallel_for("a kernel", Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, 3),
                         [=](int i) { x(i) = i; });
  }
  EXPECT_THAT(kernels, ::testing::Contains("a kernel"));
  EXPECT_THAT(arrays, ::testing::Contains("an array"));
}

}  // namespace
}  // namespace orthant::test
