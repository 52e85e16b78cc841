// Every test program's main: GoogleTest inside an initialised Kokkos.
#include <gtest/gtest.h>

#include "orthant/core/execution/kokkos.hpp"

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  Kokkos::ScopeGuard const guard(argc, argv);
  return RUN_ALL_TESTS();
}
