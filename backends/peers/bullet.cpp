// Builds a scene as a world of Bullet.
#include "orthant/backends/peers/bullet.hpp"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletDynamics/ConstraintSolver/btNNCGConstraintSolver.h>
#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <BulletDynamics/MLCPSolvers/btMLCPSolver.h>
#include <btBulletDynamicsCommon.h>

#include <Eigen/Eigenvalues>

#include "orthant/backends/peers/surface_pairs.hpp"
#include "orthant/core/math/detail/eigen.hpp"

namespace orthant {
namespace {

static_assert(sizeof(btScalar) == sizeof(Real), "a Bullet in double precision");

btVector3 to_bullet(Vec3 const& x) { return {x[0], x[1], x[2]}; }
btQuaternion to_bullet(Quat<> const& q) { return {q.x, q.y, q.z, q.w}; }
btTransform to_bullet(Pose<> const& X) { return btTransform(to_bullet(X.q_WB), to_bullet(X.p_WB)); }
Vec3 heard(btVector3 const& x) { return {{x.x(), x.y(), x.z()}}; }

/// The principal axes of a body, which Bullet needs, in the body's axes, and the principal moments
/// [kg m^2].
struct Axes {
  Pose<> X_BP;
  Vec3 moments;
};
Axes principal_axes(BodySpec const& body) {
  auto const& I = body.inertia_B;
  if (I[0][1] == 0 && I[0][2] == 0 && I[1][2] == 0) return {{}, {{I[0][0], I[1][1], I[2][2]}}};
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> const found(eigen(I));
  Eigen::Matrix3d R = found.eigenvectors();
  if (R.determinant() < 0) R.col(0) *= -1;
  Eigen::Quaterniond const q(R);
  auto const& m = found.eigenvalues();
  return {{{}, normalised(Quat<>{q.w(), q.x(), q.y(), q.z()})}, {{m[0], m[1], m[2]}}};
}

/// What a shape passes to the contact callback.
struct Placed {
  SurfacePairs const* pairs;
  Surface surface;
};

/// Gives a new contact point the coefficients of its two surfaces.
bool combine(btManifoldPoint& point, btCollisionObjectWrapper const* a, int, int,
             btCollisionObjectWrapper const* b, int, int) {
  auto const& of_a = *static_cast<Placed*>(a->getCollisionShape()->getUserPointer());
  auto const& of_b = *static_cast<Placed*>(b->getCollisionShape()->getUserPointer());
  point.m_combinedFriction = of_a.pairs->friction(of_a.surface, of_b.surface);
  point.m_combinedRestitution = of_a.pairs->restitution(of_a.surface, of_b.surface);
  return true;
}

std::unique_ptr<btCollisionShape> convex(Shape const& shape) {
  auto const& s = shape.size;
  if (shape.is<shapes::Sphere>()) return std::make_unique<btSphereShape>(s[0]);
  if (shape.is<shapes::Capsule>()) return std::make_unique<btCapsuleShapeZ>(s[0], 2 * s[1]);
  if (shape.is<shapes::HalfSpace>())
    return std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), 0);
  bool const box = shape.is<shapes::Box>();
  Vec3 const half = box ? s : Vec3{{s[0], s[0], s[1]}};
  // Bullet's margin lies inside the shape, and rounds the edges of a shape thinner than the margin.
  Real const margin = std::min(0.04, 0.2 * smaller(half[0], smaller(half[1], half[2])));
  std::unique_ptr<btConvexInternalShape> out;
  if (box)
    out = std::make_unique<btBoxShape>(to_bullet(half));
  else
    out = std::make_unique<btCylinderShapeZ>(to_bullet(half));
  out->setMargin(margin);
  return out;
}

/// Bodies that a joint connects do not touch, whichever of their shapes.
struct Filter final : btOverlapFilterCallback {
  explicit Filter(SurfacePairs const& all) : pairs(&all) {}
  bool needBroadphaseCollision(btBroadphaseProxy* a, btBroadphaseProxy* b) const override {
    auto const& of_a = *static_cast<btCollisionObject*>(a->m_clientObject);
    auto const& of_b = *static_cast<btCollisionObject*>(b->m_clientObject);
    if (of_a.isStaticObject() && of_b.isStaticObject()) return false;
    return pairs->may_touch(of_a.getUserIndex(), of_b.getUserIndex());
  }
  SurfacePairs const* pairs;
};

class BulletPeer final : public Peer {
 public:
  BulletPeer(BulletSettings const& set, PeerWorld const& in)
      : h_(in.h), pairs_(in.scene), filter_(pairs_), dispatcher_(&configuration_) {
    switch (set.solver) {
      case BulletSettings::Solver::sequential_impulse:
        solver_ = std::make_unique<btSequentialImpulseConstraintSolver>();
        break;
      case BulletSettings::Solver::nncg:
        solver_ = std::make_unique<btNNCGConstraintSolver>();
        break;
      case BulletSettings::Solver::dantzig:
        solver_ = std::make_unique<btMLCPSolver>(&dantzig_);
    }
    world_ = std::make_unique<btDiscreteDynamicsWorld>(&dispatcher_, &broad_phase_, solver_.get(),
                                                       &configuration_);
    auto& info = world_->getSolverInfo();
    if (set.solver == BulletSettings::Solver::dantzig) info.m_minimumSolverBatchSize = 1;
    info.m_numIterations = set.iterations;
    info.m_erp = info.m_erp2 = set.error_reduction;
    info.m_splitImpulse = set.split_impulse;
    info.m_restitutionVelocityThreshold = set.bounce_speed;
    if (set.two_directions) info.m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
    world_->getPairCache()->setOverlapFilterCallback(&filter_);
    world_->setGravity(to_bullet(in.scene.gravity));
    gContactAddedCallback = combine;
    for (std::size_t b = 0; b < in.scene.bodies.size(); ++b)
      add(in.scene.bodies[b], static_cast<int>(b));
    for (auto const& joint : in.scene.joints) add(joint);
  }
  ~BulletPeer() override {
    for (auto const& joint : joints_) world_->removeConstraint(joint.get());
    for (auto const* all : {&bodies_, &ground_})
      for (auto const& body : *all) world_->removeRigidBody(body.get());
  }
  BulletPeer(BulletPeer const&) = delete;
  BulletPeer& operator=(BulletPeer const&) = delete;

  PeerStep step() override {
    for (auto const& [body, f] : wrenches_) {
      body->applyCentralForce(to_bullet(linear(f)));
      body->applyTorque(to_bullet(angular(f)));
    }
    world_->stepSimulation(h_, 0);
    int found = 0;
    for (int i = 0; i < dispatcher_.getNumManifolds(); ++i)
      found += dispatcher_.getManifoldByIndexInternal(i)->getNumContacts();
    return {.contacts = found};
  }

  void read(std::span<Pose<>> pose, std::span<Twist> twist) const override {
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      auto const& body = *bodies_[b];
      if (body.isStaticObject()) continue;
      auto const q = body.getWorldTransform().getRotation();
      Pose<> const X_WP{heard(body.getWorldTransform().getOrigin()),
                        Quat<>{q.w(), q.x(), q.y(), q.z()}};
      pose[b] = {X_WP.p_WB, normalised(X_WP.q_WB * conjugate(axes_[b].X_BP.q_WB))};
      twist[b] = stacked(heard(body.getLinearVelocity()), heard(body.getAngularVelocity()));
    }
  }

  /// Bullet's normals go from the second body to the first, on which its impulses are.
  std::vector<PeerContact> contacts() const override {
    std::vector<PeerContact> out;
    bool const two = (world_->getSolverInfo().m_solverMode & SOLVER_USE_2_FRICTION_DIRECTIONS) != 0;
    auto& dispatcher = *world_->getDispatcher();
    for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
      auto const& manifold = *dispatcher.getManifoldByIndexInternal(i);
      for (int k = 0; k < manifold.getNumContacts(); ++k) {
        auto const& p = manifold.getContactPoint(k);
        btVector3 impulse = p.m_appliedImpulse * p.m_normalWorldOnB +
                            p.m_appliedImpulseLateral1 * p.m_lateralFrictionDir1;
        if (two) impulse += p.m_appliedImpulseLateral2 * p.m_lateralFrictionDir2;
        out.push_back({.a = manifold.getBody0()->getUserIndex(),
                       .b = manifold.getBody1()->getUserIndex(),
                       .point_W = 0.5 * heard(p.m_positionWorldOnA + p.m_positionWorldOnB),
                       .normal_W = -heard(p.m_normalWorldOnB),
                       .force_W = (-1 / h_) * heard(impulse),
                       .gap = p.getDistance(),
                       .friction = p.m_combinedFriction});
      }
    }
    return out;
  }

 private:
  btCollisionShape& made(Shape const& shape) {
    placed_.push_back(std::make_unique<Placed>(Placed{&pairs_, shape.surface}));
    shapes_.push_back(convex(shape));
    shapes_.back()->setUserPointer(placed_.back().get());
    return *shapes_.back();
  }

  std::unique_ptr<btRigidBody> body_of(btCollisionShape& shape, Pose<> const& at, int number,
                                       Real mass = 0, Vec3 const& moments = {}) {
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, to_bullet(moments));
    info.m_startWorldTransform = to_bullet(at);
    auto body = std::make_unique<btRigidBody>(info);
    body->setCollisionFlags(body->getCollisionFlags() |
                            btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
    body->setActivationState(DISABLE_DEACTIVATION);
    body->setUserIndex(number);
    return body;
  }

  /// Each shape of a fixed body is an object of its own; a moving body is one compound.
  void add(BodySpec const& spec, int number) {
    bool const moves = spec.motion == Motion::dynamic;
    axes_.push_back(moves ? principal_axes(spec) : Axes{});
    auto const& axes = axes_.back();
    auto const count = spec.collide ? spec.shapes.size() : 0;
    auto all = std::make_unique<btCompoundShape>();
    btCollisionShape* alone = nullptr;
    for (std::size_t i = 0; i < count; ++i) {
      auto& shape = made(spec.shapes[i]);
      Pose<> const X = seen(axes, spec.shapes[i].X_BS);
      if (moves && count == 1 && is_none(X)) {
        alone = &shape;
      } else if (moves) {
        all->addChildShape(to_bullet(X), &shape);
      } else {
        ground_.push_back(body_of(shape, spec.pose * spec.shapes[i].X_BS, number));
        world_->addRigidBody(ground_.back().get());
      }
    }
    auto& shape = alone ? *alone : *all;
    shapes_.push_back(std::move(all));
    auto body = body_of(shape, spec.pose * axes.X_BP, number, moves ? spec.mass : 0, axes.moments);
    if (moves) {
      body->setLinearVelocity(to_bullet(linear(spec.twist)));
      body->setAngularVelocity(to_bullet(angular(spec.twist)));
      if (norm(spec.wrench_W) > 0) wrenches_.emplace_back(body.get(), spec.wrench_W);
    }
    world_->addRigidBody(body.get());
    bodies_.push_back(std::move(body));
  }

  static bool is_none(Pose<> const& X) {
    auto const& q = X.q_WB;
    return norm(X.p_WB) == 0 && q.x == 0 && q.y == 0 && q.z == 0;
  }
  static Pose<> seen(Axes const& axes, Pose<> const& X_B) {
    return {seen_from(axes.X_BP, X_B.p_WB), conjugate(axes.X_BP.q_WB) * X_B.q_WB};
  }
  /// The frame of a joint on a body; Bullet's sliders move along x.
  Pose<> frame(int b, Pose<> const& X_BJ, bool slides) const {
    Pose<> X = b < 0 ? X_BJ : seen(axes_[nth(b)], X_BJ);
    Real const half = std::sqrt(0.5);
    if (slides) X.q_WB = X.q_WB * Quat<>{half, 0, -half, 0};  // x along z
    return X;
  }

  void add(JointSpec const& spec) {
    auto& a = spec.a < 0 ? btTypedConstraint::getFixedBody() : *bodies_[nth(spec.a)];
    auto& b = *bodies_[nth(spec.b)];
    if (a.isStaticObject() && b.isStaticObject()) return;
    bool const slides = spec.type == "slider";
    auto const A = to_bullet(frame(spec.a, spec.X_AJ, slides)),
               B = to_bullet(frame(spec.b, spec.X_BJ, slides));
    std::unique_ptr<btTypedConstraint> joint;
    if (spec.type == "ball")
      joint = std::make_unique<btPoint2PointConstraint>(a, b, A.getOrigin(), B.getOrigin());
    else if (spec.type == "hinge")
      joint = std::make_unique<btHingeConstraint>(a, b, A, B);
    else if (slides)
      joint = std::make_unique<btSliderConstraint>(a, b, A, B, true);
    else
      joint = std::make_unique<btFixedConstraint>(a, b, A, B);
    world_->addConstraint(joint.get());
    joints_.push_back(std::move(joint));
  }

  Real h_;
  SurfacePairs pairs_;
  Filter filter_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broad_phase_;
  btDantzigSolver dantzig_;
  std::unique_ptr<btConstraintSolver> solver_;
  std::vector<std::unique_ptr<Placed>> placed_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<Axes> axes_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_, ground_;  // of the scene; shapes of fixed
                                                               // bodies
  std::vector<std::unique_ptr<btTypedConstraint>> joints_;
  std::vector<std::pair<btRigidBody*, Vec6>> wrenches_;
  std::unique_ptr<btDiscreteDynamicsWorld> world_;
};

}  // namespace

std::string Bullet::version() {
  return std::to_string(btGetVersion() / 100) + "." + std::to_string(btGetVersion() % 100);
}

std::unique_ptr<Peer> Bullet::make(Settings const& settings, PeerWorld const& world) {
  return std::make_unique<BulletPeer>(settings, world);
}

}  // namespace orthant
