// A scene as a world of Jolt's.
#include "orthant/backends/peers/jolt.hpp"

#include <Jolt/Jolt.h>
// Jolt's own header comes first.
#include <Jolt/Core/Factory.h>
#include <Jolt/Core/JobSystemSingleThreaded.h>
#include <Jolt/Core/TempAllocator.h>
#include <Jolt/Physics/Body/BodyCreationSettings.h>
#include <Jolt/Physics/Collision/BroadPhase/BroadPhaseLayerInterfaceTable.h>
#include <Jolt/Physics/Collision/BroadPhase/ObjectVsBroadPhaseLayerFilterTable.h>
#include <Jolt/Physics/Collision/GroupFilterTable.h>
#include <Jolt/Physics/Collision/ObjectLayerPairFilterTable.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/CylinderShape.h>
#include <Jolt/Physics/Collision/Shape/EmptyShape.h>
#include <Jolt/Physics/Collision/Shape/OffsetCenterOfMassShape.h>
#include <Jolt/Physics/Collision/Shape/PlaneShape.h>
#include <Jolt/Physics/Collision/Shape/RotatedTranslatedShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/Collision/Shape/StaticCompoundShape.h>
#include <Jolt/Physics/Constraints/FixedConstraint.h>
#include <Jolt/Physics/Constraints/HingeConstraint.h>
#include <Jolt/Physics/Constraints/PointConstraint.h>
#include <Jolt/Physics/Constraints/SliderConstraint.h>
#include <Jolt/Physics/PhysicsSystem.h>
#include <Jolt/RegisterTypes.h>

#include "orthant/backends/peers/surface_pairs.hpp"

namespace orthant {
namespace {

float single(Real x) { return static_cast<float>(x); }
JPH::Vec3 to_jolt(Vec3 const& x) { return {single(x[0]), single(x[1]), single(x[2])}; }
JPH::RVec3 place(Vec3 const& x) {
  return {static_cast<JPH::Real>(x[0]), static_cast<JPH::Real>(x[1]), static_cast<JPH::Real>(x[2])};
}
JPH::Quat to_jolt(Quat<> const& q) {
  return JPH::Quat(single(q.x), single(q.y), single(q.z), single(q.w)).Normalized();
}
Vec3 heard(JPH::Vec3 const& x) { return {{x.GetX(), x.GetY(), x.GetZ()}}; }

/// What it is once for all worlds.
void begin() {
  static bool const begun = [] {
    JPH::RegisterDefaultAllocator();
    JPH::Factory::sInstance = new JPH::Factory();
    JPH::RegisterTypes();
    return true;
  }();
  (void)begun;
}

enum Layer : JPH::ObjectLayer { standing, moving, apart, layers };

/// Which layers may touch; each is one of the broad phase.
struct Layers {
  JPH::BroadPhaseLayerInterfaceTable broad{layers, layers};
  JPH::ObjectLayerPairFilterTable pairs{layers};
  std::unique_ptr<JPH::ObjectVsBroadPhaseLayerFilterTable> across;

  Layers() {
    for (JPH::ObjectLayer k = 0; k < layers; ++k)
      broad.MapObjectToBroadPhaseLayer(
          k, JPH::BroadPhaseLayer(static_cast<JPH::BroadPhaseLayer::Type>(k)));
    pairs.EnableCollision(standing, moving);
    pairs.EnableCollision(moving, moving);
    across =
        std::make_unique<JPH::ObjectVsBroadPhaseLayerFilterTable>(broad, layers, pairs, layers);
  }
};

/// Gives contacts what the scene says of their two surfaces, and counts them.
class Surfaces final : public JPH::ContactListener {
 public:
  explicit Surfaces(Scene const& scene) : pairs(scene) {
    for_shapes(scene, [&](BodySpec const&, Shape const& shape) { all_.push_back(shape.surface); });
  }
  void OnContactAdded(JPH::Body const& a, JPH::Body const& b, JPH::ContactManifold const& points,
                      JPH::ContactSettings& settings) override {
    found += static_cast<int>(points.mRelativeContactPointsOn1.size());
    auto const surface = [&](JPH::Body const& body, JPH::SubShapeID id) -> Surface const& {
      return all_[nth(body.GetShape()->GetSubShapeUserData(id))];
    };
    auto const &of_a = surface(a, points.mSubShapeID1), &of_b = surface(b, points.mSubShapeID2);
    settings.mCombinedFriction = single(pairs.friction(of_a, of_b));
    settings.mCombinedRestitution = single(pairs.restitution(of_a, of_b));
  }
  void OnContactPersisted(JPH::Body const& a, JPH::Body const& b,
                          JPH::ContactManifold const& points,
                          JPH::ContactSettings& settings) override {
    OnContactAdded(a, b, points, settings);
  }

  SurfacePairs pairs;
  int found = 0;

 private:
  std::vector<Surface> all_;  // in the order of the scene
};

class JoltPeer final : public Peer {
 public:
  JoltPeer(JoltSettings const& set, PeerWorld const& in)
      : h_(in.h), extent_(set.half_space_extent), surfaces_(in.scene) {
    auto const bodies = static_cast<JPH::uint>(in.scene.bodies.size());
    std::size_t const contacts = 16 * in.scene.bodies.size() + 64;
    room_ = std::make_unique<JPH::TempAllocatorImplWithMallocFallback>(
        static_cast<JPH::uint>(std::min<std::size_t>(contacts * 8192 + (1 << 20), 1 << 28)));
    jobs_ = std::make_unique<JPH::JobSystemSingleThreaded>(JPH::cMaxPhysicsJobs);
    JPH::uint shapes = 0;
    for_shapes(in.scene, [&](BodySpec const&, Shape const&) { ++shapes; });
    system_.Init(bodies + shapes + 1, 0, 32 * bodies + 4096, static_cast<JPH::uint>(contacts),
                 layers_.broad, *layers_.across, layers_.pairs);
    JPH::PhysicsSettings settings;
    settings.mNumVelocitySteps = static_cast<JPH::uint>(set.velocity_iterations);
    settings.mNumPositionSteps = static_cast<JPH::uint>(set.position_iterations);
    settings.mPenetrationSlop = single(set.slop);
    settings.mBaumgarte = single(set.error_reduction);
    settings.mSpeculativeContactDistance = single(set.speculative_distance);
    settings.mMinVelocityForRestitution = single(set.bounce_speed);
    settings.mAllowSleeping = false;
    system_.SetPhysicsSettings(settings);
    system_.SetContactListener(&surfaces_);
    system_.SetGravity(to_jolt(in.scene.gravity));
    if (auto const held = held_together(in.scene); !held.empty()) {
      apart_ = new JPH::GroupFilterTable(bodies);
      for (auto const& [a, b] : held)
        apart_->DisableCollision(static_cast<JPH::uint>(a), static_cast<JPH::uint>(b));
    }
    for (std::size_t b = 0; b < in.scene.bodies.size(); ++b)
      add(in.scene.bodies[b], static_cast<JPH::uint>(b));
    for (auto const& joint : in.scene.joints) add(in.scene, joint);
    system_.OptimizeBroadPhase();
  }

  /// Forces count for one step.
  PeerStep step() override {
    for (auto const& [body, f] : wrenches_) {
      body->AddForce(to_jolt(linear(f)));
      body->AddTorque(to_jolt(angular(f)));
    }
    surfaces_.found = 0;
    auto const error = system_.Update(single(h_), 1, room_.get(), jobs_.get());
    return {.contacts = surfaces_.found,
            .missing_contacts = error == JPH::EPhysicsUpdateError::None ? 0 : 1};
  }

  void read(std::span<Pose<>> pose, std::span<Twist> twist) const override {
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      if (!bodies_[b]) continue;
      auto const& body = *bodies_[b];
      auto const p = body.GetCenterOfMassPosition();
      auto const q = body.GetRotation();
      pose[b] = {Vec3{{p.GetX(), p.GetY(), p.GetZ()}},
                 normalised(Quat<>{q.GetW(), q.GetX(), q.GetY(), q.GetZ()})};
      twist[b] = stacked(heard(body.GetLinearVelocity()), heard(body.GetAngularVelocity()));
    }
  }

 private:
  /// Capsules and cylinders of Jolt's lie along y.
  JPH::Ref<JPH::Shape> made(Shape const& shape) {
    auto const& s = shape.size;
    Real const least = smaller(s[0], smaller(s[1], s[2]));
    auto const numbered = [&](JPH::Ref<JPH::Shape> out) {
      out->SetUserData(shapes_);
      return out;
    };
    auto const along_z = [&](JPH::Shape* round) -> JPH::Ref<JPH::Shape> {
      JPH::Ref<JPH::Shape> const inner = numbered(round);
      auto const turn = JPH::Quat::sRotation(JPH::Vec3::sAxisX(), 0.5f * JPH::JPH_PI);
      return new JPH::RotatedTranslatedShape(JPH::Vec3::sZero(), turn, inner);
    };
    if (shape.is<shapes::Sphere>()) return numbered(new JPH::SphereShape(single(s[0])));
    if (shape.is<shapes::Box>())
      return numbered(new JPH::BoxShape(to_jolt(s), single(std::min(0.05, 0.1 * least))));
    if (shape.is<shapes::Capsule>())
      return along_z(new JPH::CapsuleShape(single(s[1]), single(s[0])));
    if (shape.is<shapes::HalfSpace>())
      return numbered(
          new JPH::PlaneShape(JPH::Plane(JPH::Vec3::sAxisZ(), 0), nullptr, single(extent_)));
    Real const edge = std::min(0.05, 0.1 * smaller(s[0], s[1]));
    return along_z(new JPH::CylinderShape(single(s[1]), single(s[0]), single(edge)));
  }

  /// Of bodies that move, about their centres of mass.
  JPH::Ref<JPH::Shape> all_shapes(BodySpec const& spec) {
    if (!spec.collide || spec.shapes.empty()) return new JPH::EmptyShape();
    JPH::StaticCompoundShapeSettings all;
    JPH::Ref<JPH::Shape> last;
    for (auto const& shape : spec.shapes) {
      last = made(shape);
      ++shapes_;
      auto const& X = shape.X_BS;
      JPH::Ref<JPH::Shape> const turned =
          new JPH::RotatedTranslatedShape(to_jolt(X.p_WB), to_jolt(X.q_WB), last);
      if (spec.shapes.size() > 1)
        all.AddShape(JPH::Vec3::sZero(), JPH::Quat::sIdentity(), turned);
      else if (norm(X.p_WB) > 0 || X.q_WB.w != 1)
        last = turned;
    }
    if (spec.shapes.size() > 1) last = all.Create().Get();
    auto const centre = last->GetCenterOfMass();
    if (centre.IsNearZero(0)) return last;
    return new JPH::OffsetCenterOfMassShape(last, -centre);
  }

  JPH::Body& body_of(JPH::Ref<JPH::Shape> const& shape, Pose<> const& X, JPH::uint number,
                     BodySpec const& spec) {
    bool const moves = spec.motion == Motion::dynamic;
    Layer const layer = !spec.collide ? apart : moves ? moving : standing;
    auto const type = moves ? JPH::EMotionType::Dynamic : JPH::EMotionType::Static;
    JPH::BodyCreationSettings set(shape, place(X.p_WB), to_jolt(X.q_WB), type, layer);
    if (apart_) set.mCollisionGroup = JPH::CollisionGroup(apart_, 0, number);
    if (moves) {
      auto const& I = spec.inertia_B;
      set.mLinearDamping = set.mAngularDamping = 0;
      set.mMaxLinearVelocity = set.mMaxAngularVelocity = 1e6f;
      set.mAllowSleeping = false;
      set.mApplyGyroscopicForce = true;
      set.mLinearVelocity = to_jolt(linear(spec.twist));
      set.mAngularVelocity = to_jolt(angular(spec.twist));
      set.mOverrideMassProperties = JPH::EOverrideMassProperties::MassAndInertiaProvided;
      auto& mass = set.mMassPropertiesOverride;
      mass.mMass = single(spec.mass);
      mass.mInertia = JPH::Mat44::sIdentity();
      for (JPH::uint r = 0; r < 3; ++r)
        for (JPH::uint c = 0; c < 3; ++c)
          mass.mInertia(r, c) = single(I[static_cast<int>(r)][static_cast<int>(c)]);
    }
    auto& interface = system_.GetBodyInterfaceNoLock();
    auto& out = *interface.CreateBody(set);
    interface.AddBody(out.GetID(),
                      moves ? JPH::EActivation::Activate : JPH::EActivation::DontActivate);
    return out;
  }

  /// Each shape of a fixed body stands alone.
  void add(BodySpec const& spec, JPH::uint number) {
    bodies_.push_back(nullptr);
    if (spec.motion == Motion::dynamic) {
      bodies_.back() = &body_of(all_shapes(spec), spec.pose, number, spec);
      if (norm(spec.wrench_W) > 0) wrenches_.emplace_back(bodies_.back(), spec.wrench_W);
    } else if (spec.collide) {
      for (auto const& shape : spec.shapes) {
        body_of(made(shape), spec.pose * shape.X_BS, number, spec);
        ++shapes_;
      }
    }
  }

  struct Side {
    JPH::Body* body;
    Pose<> X;
  };
  /// The joint's frame on a body, or in the world on one that stands.
  Side side(Scene const& scene, int b, Pose<> const& X_BJ) const {
    auto* const body = b < 0 ? nullptr : bodies_[nth(b)];
    if (body) return {body, X_BJ};
    return {&JPH::Body::sFixedToWorld, b < 0 ? X_BJ : scene.bodies[nth(b)].pose * X_BJ};
  }

  void add(Scene const& scene, JointSpec const& spec) {
    auto const a = side(scene, spec.a, spec.X_AJ), b = side(scene, spec.b, spec.X_BJ);
    if (a.body == b.body) return;
    auto const axis = [](Side const& on, Vec3 const& x) { return to_jolt(rotate(on.X.q_WB, x)); };
    Vec3 const x{{1, 0, 0}}, y{{0, 1, 0}}, z{{0, 0, 1}};
    auto const attach = [&](auto settings, auto const& turn) {
      settings.mSpace = JPH::EConstraintSpace::LocalToBodyCOM;
      settings.mPoint1 = place(a.X.p_WB);
      settings.mPoint2 = place(b.X.p_WB);
      turn(settings);
      system_.AddConstraint(settings.Create(*a.body, *b.body));
    };
    if (spec.type == "ball") attach(JPH::PointConstraintSettings(), [](auto&) {});
    if (spec.type == "hinge")
      attach(JPH::HingeConstraintSettings(), [&](auto& s) {
        s.mHingeAxis1 = axis(a, z), s.mNormalAxis1 = axis(a, x);
        s.mHingeAxis2 = axis(b, z), s.mNormalAxis2 = axis(b, x);
      });
    if (spec.type == "slider")
      attach(JPH::SliderConstraintSettings(), [&](auto& s) {
        s.mSliderAxis1 = axis(a, z), s.mNormalAxis1 = axis(a, x);
        s.mSliderAxis2 = axis(b, z), s.mNormalAxis2 = axis(b, x);
      });
    if (spec.type == "fixed")
      attach(JPH::FixedConstraintSettings(), [&](auto& s) {
        s.mAxisX1 = axis(a, x), s.mAxisY1 = axis(a, y);
        s.mAxisX2 = axis(b, x), s.mAxisY2 = axis(b, y);
      });
  }

  struct Begun {
    Begun() { begin(); }
  };

  Begun begun_;
  Real h_, extent_;
  Surfaces surfaces_;
  Layers layers_;
  std::unique_ptr<JPH::TempAllocator> room_;
  std::unique_ptr<JPH::JobSystemSingleThreaded> jobs_;
  JPH::Ref<JPH::GroupFilterTable> apart_;
  JPH::PhysicsSystem system_;
  std::vector<JPH::Body*> bodies_;  // of the scene; null: it does not move
  std::vector<std::pair<JPH::Body*, Vec6>> wrenches_;
  JPH::uint64 shapes_ = 0;  // so many have been made
};

}  // namespace

std::string Jolt::version() {
  return std::to_string(JPH_VERSION_MAJOR) + "." + std::to_string(JPH_VERSION_MINOR) + "." +
         std::to_string(JPH_VERSION_PATCH);
}

std::unique_ptr<Peer> Jolt::make(Settings const& settings, PeerWorld const& world) {
  return std::make_unique<JoltPeer>(settings, world);
}

}  // namespace orthant
