// A scene as a world of Siconos's.
#include "orthant/backends/peers/siconos.hpp"

#include <dlfcn.h>

#include "orthant/backends/peers/siconos_world.hpp"
#include "orthant/backends/peers/surface_pairs.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

siconos::Triple to_siconos(Vec3 const& x) { return {x[0], x[1], x[2]}; }
siconos::Place to_siconos(Pose<> const& X) {
  auto const& p = X.p_WB;
  auto const& q = X.q_WB;
  return {p[0], p[1], p[2], q.w, q.x, q.y, q.z};
}
Vec3 heard(siconos::Triple const& x) { return {{x[0], x[1], x[2]}}; }

siconos::Kind kind_of(Shape const& shape) {
  if (shape.is<shapes::Sphere>()) return siconos::Kind::sphere;
  if (shape.is<shapes::Box>()) return siconos::Kind::box;
  if (shape.is<shapes::Capsule>()) return siconos::Kind::capsule;
  return shape.is<shapes::HalfSpace>() ? siconos::Kind::half_space : siconos::Kind::cylinder;
}

/// The surfaces of a scene that differ, numbered, and the laws of all pairs of them.
class Laws {
 public:
  explicit Laws(Scene const& scene) : pairs_(scene) {}

  int number(Surface const& surface) {
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (all_[i].friction == surface.friction && all_[i].restitution == surface.restitution)
        return static_cast<int>(i);
    all_.push_back(surface);
    return static_cast<int>(all_.size()) - 1;
  }
  std::vector<siconos::Law> of_pairs() const {
    std::vector<siconos::Law> out;
    for (std::size_t a = 0; a < all_.size(); ++a)
      for (std::size_t b = 0; b < all_.size(); ++b)
        out.push_back({static_cast<int>(a), static_cast<int>(b),
                       pairs_.restitution(all_[a], all_[b]), pairs_.friction(all_[a], all_[b])});
    return out;
  }

 private:
  SurfacePairs pairs_;
  std::vector<Surface> all_;
};

siconos::BodyIn to_siconos(BodySpec const& spec, Vec3 const& gravity, Laws& laws) {
  siconos::BodyIn out;
  out.moves = spec.motion == Motion::dynamic;
  out.mass = spec.mass;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) out.inertia[nth(3 * r + c)] = spec.inertia_B[r][c];
  out.at = to_siconos(spec.pose);
  out.speed = to_siconos(linear(spec.twist));
  out.spin = to_siconos(rotate_back(spec.pose.q_WB, angular(spec.twist)));
  out.force = to_siconos(linear(spec.wrench_W) + spec.mass * gravity);
  out.torque = to_siconos(angular(spec.wrench_W));
  if (spec.collide)
    for (auto const& shape : spec.shapes)
      out.parts.push_back({.kind = kind_of(shape),
                           .size = to_siconos(shape.size),
                           .at = to_siconos(shape.X_BS),
                           .surface = laws.number(shape.surface)});
  return out;
}

/// By the joint's frame where the scene places it. One side moves, and is the second.
siconos::JointIn to_siconos(Scene const& scene, JointSpec const& spec, bool swaps) {
  using siconos::JointKind;
  Pose<> const J = scene.bodies[nth(spec.b)].pose * spec.X_BJ;
  bool const stands = spec.a < 0 || scene.bodies[nth(spec.a)].motion != Motion::dynamic;
  return {.kind = spec.type == "ball"     ? JointKind::ball
                  : spec.type == "hinge"  ? JointKind::hinge
                  : spec.type == "slider" ? JointKind::slider
                                          : JointKind::fixed,
          .a = swaps || stands ? -1 : spec.a,
          .b = swaps ? spec.a : spec.b,
          .point = to_siconos(J.p_WB),
          .axis = to_siconos(rotate(J.q_WB, Vec3{{0, 0, 1}})),
          .parts_collide = spec.parts_collide};
}

/// Of what stands Siconos knows contacts alone, not which joints it has.
void require_apart(Scene const& scene, JointSpec const& joint, bool moves_a, bool moves_b) {
  int const standing = moves_a ? joint.b : joint.a;
  if ((moves_a && moves_b) || standing < 0 || joint.parts_collide) return;
  auto const& body = scene.bodies[nth(standing)];
  if (body.collide && !body.shapes.empty())
    refuse(joint.path, "a joint to the fixed body \"" + body.name + "\", which has shapes",
           "\"collide\": false of that body, beside Siconos");
}

siconos::WorldIn to_siconos(SiconosMechanicsSettings const& set, PeerWorld const& in) {
  siconos::WorldIn out;
  out.h = in.h;
  out.theta = set.theta;
  out.tolerance = set.tolerance;
  out.iterations = set.iterations;
  Laws laws(in.scene);
  for (auto const& body : in.scene.bodies)
    out.bodies.push_back(to_siconos(body, in.scene.gravity, laws));
  auto const moves = [&](int b) { return b >= 0 && out.bodies[nth(b)].moves; };
  for (auto const& joint : in.scene.joints)
    if (moves(joint.a) || moves(joint.b)) {
      require_apart(in.scene, joint, moves(joint.a), moves(joint.b));
      out.joints.push_back(to_siconos(in.scene, joint, !moves(joint.b)));
    }
  out.laws = laws.of_pairs();
  return out;
}

/// Loaded once, with libraries of its own before those of the program.
siconos::Make loaded() {
  static siconos::Make const make = [] {
    void* const module = dlopen(ORTHANT_SICONOS_MODULE, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    void* const found = module ? dlsym(module, siconos::maker) : nullptr;
    if (!found) throw Error(std::string("Siconos cannot be loaded: ") + dlerror());
    return reinterpret_cast<siconos::Make>(found);
  }();
  return make;
}

class SiconosPeer final : public Peer {
 public:
  SiconosPeer(SiconosMechanicsSettings const& set, PeerWorld const& in)
      : h_(in.h), world_(loaded()(to_siconos(set, in))) {
    for (auto const& body : in.scene.bodies) moves_.push_back(body.motion == Motion::dynamic);
  }

  PeerStep step() override {
    bool const reached = world_->step();
    return {.contacts = world_->contacts_found(),
            .complaint = reached ? nullptr : "its solver missed its tolerance"};
  }

  void read(std::span<Pose<>> pose, std::span<Twist> twist) const override {
    for (std::size_t b = 0; b < moves_.size(); ++b) {
      if (!moves_[b]) continue;
      auto const now = world_->read(static_cast<int>(b));
      auto const& x = now.at;
      Quat<> const q = normalised(Quat<>{x[3], x[4], x[5], x[6]});
      pose[b] = {Vec3{{x[0], x[1], x[2]}}, q};
      twist[b] = stacked(heard(now.speed), rotate(q, heard(now.spin)));
    }
  }

  std::vector<PeerContact> contacts() const override {
    std::vector<PeerContact> out;
    for (auto const& c : world_->contacts()) {
      Vec3 const on_a = heard(c.on_a), on_b = heard(c.on_b), n = heard(c.normal);
      out.push_back({.a = c.a,
                     .b = c.b,
                     .point_W = 0.5 * (on_a + on_b),
                     .normal_W = (1 / norm(n)) * n,
                     .force_W = (1 / h_) * heard(c.impulse),
                     .gap = dot(n, on_b - on_a),
                     .friction = c.friction});
    }
    return out;
  }

 private:
  Real h_;
  std::unique_ptr<siconos::World> world_;
  std::vector<bool> moves_;
};

}  // namespace

std::string SiconosMechanics::version() { return "library " ORTHANT_SICONOS_VERSION; }

std::unique_ptr<Peer> SiconosMechanics::make(Settings const& settings, PeerWorld const& world) {
  return std::make_unique<SiconosPeer>(settings, world);
}

}  // namespace orthant
