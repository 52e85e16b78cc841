// A device without a device: a space of the host whose memory only kernels may touch.
#pragma once
#include "orthant/core/execution/kokkos.hpp"

namespace orthant {

/// For tests of the code that devices run. Its memory counts as a device's, with a device's layout,
/// so that whatever is not copied between host and device stops the program. A kernel is a copy, as
/// on a device, and goes through its items backwards: one that depends on their order shows.
struct Apart {
#if KOKKOS_VERSION < 40300  // later ones have no such memory
  struct Name {
    static constexpr char const* get_name() { return "orthant::Apart"; }
  };
  using memory_space = Kokkos::Experimental::LogicalMemorySpace<
      Kokkos::HostSpace, Kokkos::Serial, Name,
      Kokkos::Experimental::LogicalSpaceSharesAccess::no_shared_access>;
  using device_type = Kokkos::Device<Kokkos::Serial, memory_space>;
  using array_layout = Kokkos::LayoutLeft;

  void fence(std::string const& = {}) const {}
#endif
  static inline thread_local bool kernel_runs = false;  // on this thread
};

template <class Space>
inline constexpr bool is_apart = std::is_same_v<Space, Apart>;

/// The space as Kokkos knows it.
template <class Space>
Space const& kokkos_space(Space const& space) {
  return space;
}
#if KOKKOS_VERSION < 40300
inline Kokkos::Serial kokkos_space(Apart const&) { return {}; }
#endif

/// A kernel runs on this thread in its scope. Reports it to Kokkos's tools, as Kokkos does for its
/// launches.
template <class Space>
class RunningKernel {
 public:
  RunningKernel(Space const& space, std::string const& label) {
    if constexpr (is_apart<Space>) Apart::kernel_runs = true;
    Kokkos::Tools::beginParallelFor(
        label, Kokkos::Profiling::Experimental::device_id(kokkos_space(space)), &kernel_);
  }
  ~RunningKernel() {
    Kokkos::Tools::endParallelFor(kernel_);
    if constexpr (is_apart<Space>) Apart::kernel_runs = false;
  }
  RunningKernel(RunningKernel const&) = delete;
  RunningKernel& operator=(RunningKernel const&) = delete;

 private:
  std::uint64_t kernel_ = 0;
};

/// Ends the program if the host touches the memory of a device.
template <class Space>
KOKKOS_INLINE_FUNCTION void check_reach() {
#ifndef __CUDA_ARCH__
  if constexpr (!on_host<Space>)
    if (!(is_apart<Space> && Apart::kernel_runs))
      Kokkos::abort("the host touches the memory of a device");
#endif
}

}  // namespace orthant
