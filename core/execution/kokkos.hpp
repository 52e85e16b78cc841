// One set of names for Kokkos 3.4 to 5.x: no other file depends on the version, but apart.hpp.
#pragma once
#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>

namespace orthant {

using Real = double;  // numbers of all computations

/// An index as containers of the standard library count.
template <class T>
KOKKOS_INLINE_FUNCTION constexpr std::size_t nth(T k) {
  return static_cast<std::size_t>(k);
}

// Marks a function for host and device that calls a function argument: host code may pass functions
// that only the host can call. Kernels are checked where they are written.
#ifdef __CUDACC__
#define ORTHANT_CALLS_WHAT_IT_IS_GIVEN _Pragma("nv_exec_check_disable")
#else
#define ORTHANT_CALLS_WHAT_IT_IS_GIVEN
#endif

/// Whether NDEBUG is not defined, as in a debug build.
#ifdef NDEBUG
inline constexpr bool debug_build = false;
#else
inline constexpr bool debug_build = true;
#endif

// Kokkos has its own device-callable mathematics since 3.7. For older versions this project has no
// device build, and the host's functions suffice.
#if KOKKOS_VERSION >= 30700
using Kokkos::atan2;
using Kokkos::cos;
using Kokkos::exp;
using Kokkos::expm1;
using Kokkos::fabs;
using Kokkos::floor;
using Kokkos::isfinite;
using Kokkos::log1p;
using Kokkos::pow;
using Kokkos::sin;
using Kokkos::sqrt;
#else
using std::atan2;
using std::cos;
using std::exp;
using std::expm1;
using std::fabs;
using std::floor;
using std::isfinite;
using std::log1p;
using std::pow;
using std::sin;
using std::sqrt;
#endif

/// Initialises Kokkos until the end of the scope, with this number of host threads (0: default).
class KokkosSession {
 public:
  /// A program may do this once.
  explicit KokkosSession(int threads) {
#if KOKKOS_VERSION >= 30700
    Kokkos::InitializationSettings settings;
    settings.set_disable_warnings(true);
    if (threads > 0) settings.set_num_threads(threads);
    Kokkos::initialize(settings);
#else
    Kokkos::InitArguments settings;
    settings.disable_warnings = true;
    if (threads > 0) settings.num_threads = threads;
    Kokkos::initialize(settings);
#endif
  }
  ~KokkosSession() { Kokkos::finalize(); }
  KokkosSession(KokkosSession const&) = delete;
  KokkosSession& operator=(KokkosSession const&) = delete;
};

/// Waits for the kernels of a space. The label is made once, because newer Kokkos copies it each
/// time.
template <class Space>
void wait_for(Space const& space) {
#if KOKKOS_VERSION >= 30700
  static std::string const label = "orthant::wait_for";
  space.fence(label);
#else
  space.fence();
#endif
}

/// Whether the host may touch the memory of the space.
template <class Space>
inline constexpr bool on_host =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Space::memory_space>::accessible;

/// How a kernel stores a large T: as a reference on a host, where a launch waits for its kernel, so
/// that no copy is made; as a copy on a device. The T must outlive the launch.
template <class Space, class T>
using Held = std::conditional_t<on_host<Space>, T const&, T>;

/// b if b < a, else a, also for NaN.
template <class T>
KOKKOS_INLINE_FUNCTION constexpr T smaller(T a, T b) {
  return b < a ? b : a;
}
/// b if a < b, else a, also for NaN.
template <class T>
KOKKOS_INLINE_FUNCTION constexpr T larger(T a, T b) {
  return a < b ? b : a;
}
/// The number from `low` to `high` that is nearest to x; NaN for NaN.
template <class T>
KOKKOS_INLINE_FUNCTION constexpr T clamped(T x, T low, T high) {
  return smaller(larger(x, low), high);
}

/// sqrt(x^2 + y^2) without overflow or underflow; unlike hypot, with the same bits on every
/// machine.
KOKKOS_INLINE_FUNCTION Real length_of(Real x, Real y) {
  Real const a = fabs(x), b = fabs(y), most = larger(a, b), least = smaller(a, b);
  if (!(a + b > 0)) return a + b;
  Real const ratio = least / most;
  return most * sqrt(1 + ratio * ratio);
}

}  // namespace orthant
