// Bodies from which assemblies are made, and the list of assemblies.
#pragma once
#include "orthant/core/math/pose.hpp"
#include "orthant/core/scene/assembly.hpp"

namespace orthant {

inline Shape box_shape(Vec3 const& edges, Real friction) {
  return {kind_of<shapes::Box>, 0, 0.5 * edges, {}, {friction}};
}

/// A solid box of uniform density.
BodySpec solid_box(std::string const& name, Vec3 const& edges, Real mass, Real friction,
                   Pose<> const& pose, Vec3 const& velocity = {});
/// "name/1/2/3"
std::string numbered(std::string name, std::initializer_list<int> numbers);

/// The half-space z <= height, fixed.
BodySpec floor_body(std::string const& name, Real height, Real friction);

void register_floor(Assemblies& registry);
void register_boxes(Assemblies& registry);
void register_piles(Assemblies& registry);
void register_chain(Assemblies& registry);
void register_incline(Assemblies& registry);
void register_table(Assemblies& registry);

/// Registers an assembly from a settings struct with `fields` and `build`.
template <class T>
class AssemblyOf final : public Assembly {
 public:
  explicit AssemblyOf(T const& t) : t_(t) {}
  double bodies() const override { return t_.bodies(); }
  void build(Scene& scene, std::string const& name) const override { t_.build(scene, name); }

 private:
  T t_;
};

template <class T>
void register_assembly(Assemblies& registry, char const* name, char const* about) {
  registry.add<T>(name, about, [](T const& t, Config&, std::filesystem::path const&) {
    return std::make_unique<AssemblyOf<T>>(t);
  });
}

}  // namespace orthant
