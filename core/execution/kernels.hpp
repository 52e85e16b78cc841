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

/// Like `each`, as a kernel of this label. On a host it returns after the last f(i), which may have
/// run on any of its threads; on a device it may return before: see wait_for.
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
  Real most[Maxima] = {};  // maxima
  Real sum[Sums] = {};     // sums

  /// Maximum i becomes x if x is larger, and not if x is NaN.
  KOKKOS_FUNCTION void raise(int i, Real x) {
    if (most[i] < x) most[i] = x;
  }
  /// Adds a partial result to another one.
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
  using reducer = Joined;  // tells Kokkos that it is a reducer
  using value_type = T;    // what is joined
  /// A view of the result.
  using result_view_type = Kokkos::View<T, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
  T& out;  // the result
  /// T::join
  template <class Into, class Part>
  KOKKOS_FUNCTION void join(Into& into, Part const& part) const {
    T::join(into, part);
  }
  /// Starts a partial result, with T{}.
  KOKKOS_FUNCTION void init(T& x) const { x = T{}; }
  /// Where Kokkos writes the result.
  KOKKOS_FUNCTION T& reference() const { return out; }
};

/// Loops and sums over the items of one world, by its team of threads.
template <class Member>
struct Lane {
  Member const& team;  // of Kokkos

  /// Runs f(i) for i in [0, n), by all threads of the team, and waits for them. All threads of the
  /// team have to call it, as all functions of a lane.
  template <class F>
  KOKKOS_FUNCTION void each(int n, F const& f) const {
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, n), f);
    team.team_barrier();
  }
  /// f(0) + ... + f(n - 1), returned to all threads of the team.
  template <class F>
  KOKKOS_FUNCTION Real sum(int n, F const& f) const {
    Real total = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamVectorRange(team, n), [&](int i, Real& part) { part += f(i); }, total);
    team.team_barrier();
    return total;
  }
  /// The largest f(i) for i in [0, n), of nonnegative numbers; 0 if n is zero.
  template <class F>
  KOKKOS_FUNCTION Real largest(int n, F const& f) const {
    Real most = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamVectorRange(team, n),
        [&](int i, Real& part) {
          Real const x = f(i);
          if (part < x) part = x;
        },
        Kokkos::Max<Real>(most));
    team.team_barrier();
    return most > 0 ? most : 0;  // the neutral element of Max is below
  }
  /// The result of all i in [0, n), of which f(i, part) adds i to a partial result. T is a type for
  /// Joined.
  template <class T, class F>
  KOKKOS_FUNCTION T joined(int n, F const& f) const {
    T out;
    Kokkos::parallel_reduce(
        Kokkos::TeamVectorRange(team, n), [&](int i, T& part) { f(i, part); }, Joined<T>{out});
    team.team_barrier();
    return out;
  }
  /// Runs f() by one thread of the team; the others wait for it.
  template <class F>
  KOKKOS_FUNCTION void once(F const& f) const {
    Kokkos::single(Kokkos::PerTeam(team), f);
    team.team_barrier();
  }
};

/// What each_world launches on a device.
template <class Space, class F>
struct WorldKernel {
  F f;                                                             // the kernel of a world
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;  // of a team
  /// Runs f in the world of the team.
  KOKKOS_FUNCTION void operator()(Member const& team) const {
    f(Lane<Member>{team}, team.league_rank());
  }
};

/// The same loops and sums by a single thread, in the order of i.
struct OneThread {
  /// As that of Lane.
  template <class F>
  KOKKOS_FUNCTION void each(int n, F const& f) const {
    for (int i = 0; i < n; ++i) f(i);
  }
  /// As that of Lane.
  template <class F>
  KOKKOS_FUNCTION Real sum(int n, F const& f) const {
    Real total = 0;
    for (int i = 0; i < n; ++i) total += f(i);
    return total;
  }
  /// As that of Lane.
  template <class F>
  KOKKOS_FUNCTION Real largest(int n, F const& f) const {
    Real most = 0;  // of nonnegative numbers
    for (int i = 0; i < n; ++i)
      if (Real const x = f(i); most < x) most = x;
    return most;
  }
  /// As that of Lane.
  template <class T, class F>
  KOKKOS_FUNCTION T joined(int n, F const& f) const {
    T out;
    for (int i = 0; i < n; ++i) f(i, out);
    return out;
  }
  /// As that of Lane.
  template <class F>
  KOKKOS_FUNCTION void once(F const& f) const {
    f();
  }
};

/// A team of a space apart.
struct Backwards : OneThread {
  /// Runs f(i) from the last i to the first.
  template <class F>
  void each(int n, F const& f) const {
    for (int i = n; i-- > 0;) f(i);
  }
};
/// What each_world launches on a space apart.
template <class F>
struct BackwardsKernel {
  F f;  // the kernel of a world
  /// Runs f in the world.
  void operator()(int world) const { f(Backwards{}, world); }
};

/// What each_world launches on a host.
template <class F>
struct OneThreadKernel {
  F const& f;  // a host launch ends before its kernel is destroyed
  /// Runs f in the world.
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

/// The kernel of prefix_sum.
template <class Space>
struct PrefixSum {
  static constexpr char const* label = "orthant::prefix_sum";  // its name in tools of Kokkos
  Span<Space, int*> x;                                         // numbers, then sums
  /// Adds item i to `sum`, that of the items before it, which it writes in the `final` pass.
  KOKKOS_FUNCTION void operator()(int i, int& sum, bool final) const {
    int const here = x(i);
    if (final) x(i) = sum;
    sum += here;
  }
};
/// Exclusive prefix sums of n items, in place: x(i) becomes x(0) + ... + x(i-1), and x(0) zero.
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
