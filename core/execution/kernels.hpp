// The ways to run a kernel over items, or over worlds with a team of threads for each.
#pragma once
#include <string>

#include "orthant/core/execution/detail/own_thread.hpp"
#include "orthant/core/execution/detail/spaces.hpp"
#include "orthant/core/execution/detail/span.hpp"

namespace orthant {

/// Whether n items are a plain loop of the launching thread of a host: a launch by Kokkos, above
/// all its two copies of the kernel, costs more than a small kernel.
template <class Space>
bool is_plain_loop(int n) {
  return one_thread<Space> || n < 2 || OwnThread::is();
}

template <class Space, class F>
void launch(Space const& space, std::string const& label, int n, F const& f) {
  if constexpr (on_host<Space>) {
    if (is_plain_loop<Space>(n)) {
      RunningKernel<Space> const running(space, label);
      for (int i = 0; i < n; ++i) f(i);
      return;
    }
  }
  if constexpr (is_apart<Space>) {
    auto const copy = f;
    RunningKernel<Space> const running(space, label);
    for (int i = n; i-- > 0;) copy(i);
  } else if constexpr (!one_thread<Space>) {
    Kokkos::parallel_for(label, Kokkos::RangePolicy<Space>(space, 0, n), f);
  }
}

/// Runs f(i) for i in [0, n). A kernel is a struct with its name: F::label.
template <class Space, class F>
void each(Space const& space, int n, F const& f) {
  static std::string const label = F::label;  // made once, because a launch must not allocate
  if (n > 0) launch(space, label, n, f);
}

/// Several maxima (of nonnegative numbers) and sums, computed in one pass.
template <int Maxima, int Sums>
struct Tally {
  Real most[Maxima] = {};
  Real sum[Sums] = {};

  KOKKOS_FUNCTION void raise(int i, Real x) {
    if (most[i] < x) most[i] = x;
  }
  template <class Into, class Part>
  static KOKKOS_FUNCTION void join(Into& into, Part const& part) {
    for (int i = 0; i < Maxima; ++i)
      if (into.most[i] < part.most[i]) into.most[i] = part.most[i];
    for (int i = 0; i < Sums; ++i) into.sum[i] += part.sum[i];
  }
};

/// The reducer of Kokkos for a type with `join`; old versions use volatile references.
template <class T>
struct Joined {
  using reducer = Joined;
  using value_type = T;
  using result_view_type = Kokkos::View<T, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
  T& out;
  template <class Into, class Part>
  KOKKOS_FUNCTION void join(Into& into, Part const& part) const {
    T::join(into, part);
  }
  KOKKOS_FUNCTION void init(T& x) const { x = T{}; }
  KOKKOS_FUNCTION T& reference() const { return out; }
};

/// Loops and sums over the items of one world, by its team of threads.
template <class Member>
struct Lane {
  Member const& team;

  template <class F>
  KOKKOS_FUNCTION void each(int n, F const& f) const {
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, n), f);
    team.team_barrier();
  }
  template <class F>
  KOKKOS_FUNCTION Real sum(int n, F const& f) const {
    Real total = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamVectorRange(team, n), [&](int i, Real& part) { part += f(i); }, total);
    team.team_barrier();
    return total;
  }
  template <class F>
  KOKKOS_FUNCTION Real largest(int n, F const& f) const {
    Real most = 0;  // of nonnegative numbers
    Kokkos::parallel_reduce(
        Kokkos::TeamVectorRange(team, n),
        [&](int i, Real& part) {
          Real const x = f(i);
          if (part < x) part = x;
        },
        Kokkos::Max<Real>(most));
    team.team_barrier();
    return most;
  }
  /// f(i, part) adds item i to a partial result.
  template <class T, class F>
  KOKKOS_FUNCTION T joined(int n, F const& f) const {
    T out;
    Kokkos::parallel_reduce(
        Kokkos::TeamVectorRange(team, n), [&](int i, T& part) { f(i, part); }, Joined<T>{out});
    team.team_barrier();
    return out;
  }
  template <class F>
  KOKKOS_FUNCTION void once(F const& f) const {
    Kokkos::single(Kokkos::PerTeam(team), f);
    team.team_barrier();
  }
};

template <class Space, class F>
struct WorldKernel {
  F f;
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  KOKKOS_FUNCTION void operator()(Member const& team) const {
    f(Lane<Member>{team}, team.league_rank());
  }
};

/// The same loops and sums by a single thread.
struct OneThread {
  template <class F>
  KOKKOS_FUNCTION void each(int n, F const& f) const {
    for (int i = 0; i < n; ++i) f(i);
  }
  template <class F>
  KOKKOS_FUNCTION Real sum(int n, F const& f) const {
    Real total = 0;
    for (int i = 0; i < n; ++i) total += f(i);
    return total;
  }
  template <class F>
  KOKKOS_FUNCTION Real largest(int n, F const& f) const {
    Real most = 0;  // of nonnegative numbers
    for (int i = 0; i < n; ++i)
      if (Real const x = f(i); most < x) most = x;
    return most;
  }
  template <class T, class F>
  KOKKOS_FUNCTION T joined(int n, F const& f) const {
    T out;
    for (int i = 0; i < n; ++i) f(i, out);
    return out;
  }
  template <class F>
  KOKKOS_FUNCTION void once(F const& f) const {
    f();
  }
};

/// A team of a space apart.
struct Backwards : OneThread {
  template <class F>
  void each(int n, F const& f) const {
    for (int i = n; i-- > 0;) f(i);
  }
};
template <class F>
struct BackwardsKernel {
  F f;
  void operator()(int world) const { f(Backwards{}, world); }
};

template <class F>
struct OneThreadKernel {
  F const& f;  // a host launch ends before its kernel is destroyed
  void operator()(int world) const { f(OneThread{}, world); }
};

/// Runs f(lane, world) for every world, by one team each; on a host by one thread each, so that a
/// sum has the same bits for any number of threads.
template <class Space, class F>
void each_world(Space const& space, int worlds, F const& f) {
  static std::string const label = F::label;
  if constexpr (on_host<Space>)
    launch(space, label, worlds, OneThreadKernel<F>{f});
  else if constexpr (is_apart<Space>)
    launch(space, label, worlds, BackwardsKernel<F>{f});
  else {
    WorldKernel<Space, F> const kernel{f};
    Kokkos::TeamPolicy<Space> policy(space, worlds, Kokkos::AUTO);
    // A single team, as for a sum over all worlds, has the device for itself.
    if (worlds == 1)
      policy = Kokkos::TeamPolicy<Space>{space, 1,
                                         policy.team_size_max(kernel, Kokkos::ParallelForTag())};
    Kokkos::parallel_for(label, policy, kernel);
  }
}

/// Exclusive prefix sums in place: x(i) becomes x(0) + ... + x(i-1).
template <class Space>
struct PrefixSum {
  static constexpr char const* label = "orthant::prefix_sum";
  Span<Space, int*> x;
  KOKKOS_FUNCTION void operator()(int i, int& sum, bool final) const {
    int const here = x(i);
    if (final) x(i) = sum;
    sum += here;
  }
};
template <class Space>
void prefix_sum(Space const& space, Span<Space, int*> x, int n) {
  static std::string const label = PrefixSum<Space>::label;
  if constexpr (on_host<Space> || is_apart<Space>) {
    if (is_apart<Space> || is_plain_loop<Space>(n)) {
      RunningKernel<Space> const running(space, label);
      int sum = 0;
      for (int i = 0; i < n; ++i) PrefixSum<Space>{x}(i, sum, true);
      return;
    }
  }
  if constexpr (!one_thread<Space> && !is_apart<Space>)
    Kokkos::parallel_scan(label, Kokkos::RangePolicy<Space>(space, 0, n), PrefixSum<Space>{x});
}

}  // namespace orthant
