// Conditions that a debug build looks at, on the host and in kernels.
#pragma once
#include "core/execution/kokkos.hpp"

#define ORTHANT_STRING_OF(x) #x
#define ORTHANT_STRING(x) ORTHANT_STRING_OF(x)

/// Ends the program with the file, the line and the condition where it does not hold. In a release
/// build the condition is compiled, and not evaluated.
#define ORTHANT_CHECK(condition)                                                             \
  do {                                                                                       \
    if constexpr (::orthant::debug_build)                                                    \
      if (!(condition))                                                                      \
        Kokkos::abort(__FILE__ ":" ORTHANT_STRING(__LINE__) ": does not hold: " #condition); \
  } while (false)
