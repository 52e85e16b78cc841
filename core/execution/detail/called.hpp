// How device code has large functions.
#pragma once
#include "orthant/core/execution/kokkos.hpp"

// Marks a large function for host and device that device code calls. Copied into each kernel, such
// functions take the compiler of a device more than 24 GB of memory.
#ifdef __CUDACC__
#define ORTHANT_CALLED __noinline__
#else
#define ORTHANT_CALLED
#endif
