// Times the contacts of one pair of touching shapes, for each combination.
#include <benchmark/benchmark.h>

#include "bench/kernels/kernels.hpp"
#include "orthant/core/collision/collide.hpp"

namespace orthant::bench {
namespace {

struct Pair {
  char const* name;
  Shape a, b;
  Pose<> X_AB;
};

Shape shape(ShapeKind kind, Vec3 const& size) {
  Shape out;
  out.kind = kind;
  out.size = size;
  return out;
}

/// Pairs stacked along z; `tilted` by an angle about (1, 1, 0), so that no faces are parallel.
std::vector<Pair> pairs() {
  Shape const ball = shape(kind_of<shapes::Sphere>, {{0.5, 0, 0}});
  Shape const capsule = shape(kind_of<shapes::Capsule>, {{0.3, 0.5, 0}});
  Shape const box = shape(kind_of<shapes::Box>, {{0.5, 0.5, 0.5}});
  Shape const ground = shape(kind_of<shapes::HalfSpace>, {});
  Quat<> const tilted = normalised(Quat<>{0.9, 0.3, 0.3, 0});
  Quat<> const lying = normalised(Quat<>{1, 1, 0, 0});
  return {{"sphere_sphere", ball, ball, {{{0, 0, 0.99}}, {}}},
          {"sphere_box", box, ball, {{{0.1, 0.2, 0.99}}, {}}},
          {"capsule_capsule", capsule, capsule, {{{0.1, 0.59, 0.2}}, {}}},
          {"capsule_box", box, capsule, {{{0.1, 0.2, 0.79}}, lying}},
          {"box_half_space", ground, box, {{{0, 0, 0.49}}, {}}},
          {"box_box_faces", box, box, {{{0.3, 0.2, 0.99}}, {}}},
          {"box_box_tilted", box, box, {{{0.3, 0.2, 1.2}}, tilted}}};
}

void time_pair(benchmark::State& state, Pair const& pair) {
  int contacts = 0;
  for (auto _ : state) {
    Manifold const found = collide(pair.a, {}, pair.b, pair.X_AB, 0.01);
    contacts = found.count;
    benchmark::DoNotOptimize(found);
  }
  state.counters["contacts"] = contacts;
}

}  // namespace

void register_narrow_phase() {
  for (auto const& pair : pairs())
    benchmark::RegisterBenchmark((std::string("narrow_phase/") + pair.name).c_str(), time_pair,
                                 pair);
}

}  // namespace orthant::bench
