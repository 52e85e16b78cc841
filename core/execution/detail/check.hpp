// Conditions that debug builds check, on the host and in kernels.
#pragma once
#include "orthant/core/execution/kokkos.hpp"

#define ORTHANT_STRING_OF(x) #x
#define ORTHANT_STRING(x) ORTHANT_STRING_OF(x)

/// Ends the program with file, line and condition if the condition is false. A release build
/// compiles the condition but does not evaluate it.
#define ORTHANT_CHECK(condition)                                                             \
  do {                                                                                       \
    if constexpr (::orthant::debug_build)                                                    \
      if (!(condition))                                                                      \
        Kokkos::abort(__FILE__ ":" ORTHANT_STRING(__LINE__) ": does not hold: " #condition); \
  } while (false)
