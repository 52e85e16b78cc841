// The execution spaces of this Kokkos. All code for each space iterates over this list.
#pragma once
#include <tuple>

#include "orthant/core/execution/detail/apart.hpp"

/// SPACE(type, name, about) for each space. To add one, add a line.
#define ORTHANT_SPACES(SPACE)                                                                    \
  ORTHANT_WHERE(KOKKOS_ENABLE_SERIAL, SPACE(Kokkos::Serial, "serial", "one thread of the host")) \
  ORTHANT_WHERE(KOKKOS_ENABLE_OPENMP, SPACE(Kokkos::OpenMP, "openmp", "threads of the host"))    \
  ORTHANT_WHERE(KOKKOS_ENABLE_CUDA, SPACE(Kokkos::Cuda, "cuda", "an NVIDIA GPU"))                \
  ORTHANT_WHERE(ORTHANT_APART,                                                                   \
                SPACE(Apart, "apart", "memory that the host may not touch: for tests"))

// Expands to the line if Kokkos defines the flag (as nothing), else to nothing. An empty flag makes
// ORTHANT_FLAG_ a macro, so that the keeper becomes the second argument.
#define ORTHANT_WHERE(flag, ...) ORTHANT_SECOND(ORTHANT_BEHIND(flag), ORTHANT_DROP, )(__VA_ARGS__)
#define ORTHANT_FLAG_ , ORTHANT_KEEP
#define ORTHANT_KEEP(...) __VA_ARGS__
#define ORTHANT_DROP(...)
#define ORTHANT_BEHIND(flag) ORTHANT_BEHIND_AS_IT_STANDS(flag)
#define ORTHANT_BEHIND_AS_IT_STANDS(flag) ORTHANT_FLAG_##flag
#define ORTHANT_SECOND(...) ORTHANT_SECOND_AS_THEY_STAND(__VA_ARGS__)
#define ORTHANT_SECOND_AS_THEY_STAND(a, b, ...) b

namespace orthant {

template <class Type>
struct SpaceEntry {
  using Space = Type;
  char const *name, *about;
};

#define ORTHANT_ENTRY(Type, name, about) \
  , SpaceEntry<Type> { name, about }
inline constexpr auto spaces = [](int, auto... each) {
  return std::tuple(each...);
}(0 ORTHANT_SPACES(ORTHANT_ENTRY));
#undef ORTHANT_ENTRY

/// Calls f(entry) for each space.
template <class F>
void for_each_space(F&& f) {
  std::apply([&](auto const&... each) { (f(each), ...); }, spaces);
}

/// Whether kernels of the space run one after the other on the launching thread.
template <class Space>
inline constexpr bool one_thread = false;
ORTHANT_WHERE(KOKKOS_ENABLE_SERIAL,
              template <> inline constexpr bool one_thread<Kokkos::Serial> = true;)

/// The first space with host memory.
template <class First, class... Rest>
constexpr auto first_on_host(std::tuple<First, Rest...> const& of) {
  if constexpr (on_host<typename First::Space>)
    return std::get<0>(of);
  else
    return std::apply([](auto, auto... rest) { return first_on_host(std::tuple(rest...)); }, of);
}
using SpaceOnHost = decltype(first_on_host(spaces))::Space;

}  // namespace orthant
