// Builds a scene as a world of DART.
#include "orthant/backends/peers/dart.hpp"

#include <dart/collision/CollisionFilter.hpp>
#include <dart/collision/CollisionObject.hpp>
#include <dart/collision/ode/OdeCollisionDetector.hpp>
#include <dart/config.hpp>
#include <dart/constraint/BoxedLcpConstraintSolver.hpp>
#include <dart/constraint/DantzigBoxedLcpSolver.hpp>
#include <dart/constraint/PgsBoxedLcpSolver.hpp>
#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/BoxShape.hpp>
#include <dart/dynamics/CapsuleShape.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/PlaneShape.hpp>
#include <dart/dynamics/PrismaticJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/ShapeNode.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/SphereShape.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <dart/simulation/World.hpp>

#include "orthant/backends/peers/joint_tree.hpp"

namespace orthant {
namespace {

namespace dyn = dart::dynamics;

Eigen::Vector3d to_dart(Vec3 const& x) { return {x[0], x[1], x[2]}; }
Eigen::Isometry3d to_dart(Pose<> const& X) {
  Eigen::Isometry3d out = Eigen::Isometry3d::Identity();
  auto const& q = X.q_WB;
  out.linear() = Eigen::Quaterniond(q.w, q.x, q.y, q.z).toRotationMatrix();
  out.translation() = to_dart(X.p_WB);
  return out;
}
Vec3 heard(Eigen::Vector3d const& x) { return {{x.x(), x.y(), x.z()}}; }

dyn::ShapePtr shape_of(Shape const& shape) {
  auto const& s = shape.size;
  if (shape.is<shapes::Sphere>()) return std::make_shared<dyn::SphereShape>(s[0]);
  if (shape.is<shapes::Box>()) return std::make_shared<dyn::BoxShape>(to_dart(2 * s));
  if (shape.is<shapes::Capsule>()) return std::make_shared<dyn::CapsuleShape>(s[0], 2 * s[1]);
  return std::make_shared<dyn::PlaneShape>(Eigen::Vector3d(0, 0, 1), 0.0);
}

class DartPeer final : public Peer {
 public:
  DartPeer(DartSettings const& set, PeerWorld const& in)
      : world_(dart::simulation::World::create()), nodes_(in.scene.bodies.size(), nullptr) {
    auto const& scene = in.scene;
    world_->setTimeStep(in.h);
    world_->setGravity(to_dart(scene.gravity));
    auto* const solver = world_->getConstraintSolver();
    solver->setCollisionDetector(dart::collision::OdeCollisionDetector::create());
    solver->getCollisionOption().maxNumContacts = 16 * scene.bodies.size() + 64;
    most_ = static_cast<int>(solver->getCollisionOption().maxNumContacts);
    auto& boxed = dynamic_cast<dart::constraint::BoxedLcpConstraintSolver&>(*solver);
    if (set.solver == DartSettings::Solver::pgs)
      boxed.setBoxedLcpSolver(std::make_shared<dart::constraint::PgsBoxedLcpSolver>());
    for (std::size_t b = 0; b < scene.bodies.size(); ++b)
      if (scene.bodies[b].motion == Motion::fixed) add_ground(scene.bodies[b], b);
    JointTree const tree(scene);
    for (auto const& each : tree.bodies()) add(scene, each);
    for (auto const& skeleton : skeletons_) world_->addSkeleton(skeleton);
    exclude(scene);
  }

  /// Forces act for one step only.
  PeerStep step() override {
    for (auto const& [node, f] : wrenches_) {
      node->addExtForce(to_dart(linear(f)), node->getLocalCOM(), false, true);
      node->addExtTorque(to_dart(angular(f)), false);
    }
    world_->step();
    int const found = static_cast<int>(world_->getLastCollisionResult().getNumContacts());
    return {.contacts = found, .missing_contacts = found >= most_ ? 1 : 0};
  }

  void read(std::span<Pose<>> pose, std::span<Twist> twist) const override {
    for (std::size_t b = 0; b < nodes_.size(); ++b) {
      if (!moves_[b]) continue;
      auto const& X = nodes_[b]->getTransform();
      Eigen::Quaterniond const q(X.linear());
      pose[b] = {heard(X.translation()), normalised(Quat<>{q.w(), q.x(), q.y(), q.z()})};
      twist[b] =
          stacked(heard(nodes_[b]->getLinearVelocity()), heard(nodes_[b]->getAngularVelocity()));
    }
  }

  /// DART's normals point from the second body to the first. Its forces act on the first.
  std::vector<PeerContact> contacts() const override {
    std::vector<PeerContact> out;
    for (auto const& c : world_->getLastCollisionResult().getContacts()) {
      auto const *a = node_of(c.collisionObject1), *b = node_of(c.collisionObject2);
      out.push_back({.a = number(*a),
                     .b = number(*b),
                     .point_W = heard(c.point),
                     .normal_W = -heard(c.normal),
                     .force_W = -heard(c.force),
                     .gap = -c.penetrationDepth,
                     .friction = std::min(a->getDynamicsAspect()->getFrictionCoeff(),
                                          b->getDynamicsAspect()->getFrictionCoeff())});
    }
    return out;
  }

 private:
  static dyn::ShapeNode const* node_of(dart::collision::CollisionObject const* object) {
    return object->getShapeFrame()->asShapeNode();
  }
  int number(dyn::ShapeNode const& shape) const { return number_.at(shape.getBodyNodePtr().get()); }

  /// The scene has one coefficient of restitution for all surfaces. DART multiplies those of two
  /// surfaces, so each gets the square root.
  void add_shapes(dyn::BodyNode& node, BodySpec const& spec) {
    if (!spec.collide) return;
    for (auto const& shape : spec.shapes) {
      auto* const made =
          node.createShapeNodeWith<dyn::CollisionAspect, dyn::DynamicsAspect>(shape_of(shape));
      made->setRelativeTransform(to_dart(shape.X_BS));
      made->getDynamicsAspect()->setFrictionCoeff(shape.surface.friction);
      made->getDynamicsAspect()->setRestitutionCoeff(std::sqrt(shape.surface.restitution));
    }
  }

  void add_ground(BodySpec const& spec, std::size_t b) {
    auto const skeleton = dyn::Skeleton::create("ground " + std::to_string(b));
    auto const [joint, node] = skeleton->createJointAndBodyNodePair<dyn::WeldJoint>();
    joint->setTransformFromParentBodyNode(to_dart(spec.pose));
    add_shapes(*node, spec);
    skeleton->setMobile(false);
    skeletons_.push_back(skeleton);
    nodes_[b] = node;
  }

  /// Contacts within a tree are filtered by the list of connected bodies.
  dyn::SkeletonPtr new_tree(int root) {
    auto const out = dyn::Skeleton::create("tree " + std::to_string(root));
    out->enableSelfCollisionCheck();
    out->enableAdjacentBodyCheck();
    skeletons_.push_back(out);
    return out;
  }

  void add(Scene const& scene, TreeBody const& each) {
    auto const b = nth(each.body);
    auto const& spec = scene.bodies[b];
    dyn::BodyNode* const parent = each.parent < 0 ? nullptr : nodes_[nth(each.parent)];
    auto const skeleton = parent ? parent->getSkeleton() : new_tree(each.body);
    std::string const type = each.joint < 0 ? "" : scene.joints[nth(each.joint)].type;
    Vec3 spin = angular(spec.twist), speed = linear(spec.twist);
    if (each.parent >= 0) {
      auto const& of = scene.bodies[nth(each.parent)];
      spin = spin - angular(of.twist);
      speed = speed - velocity_at(of, spec.pose.p_WB);
    }
    Quat<> const q_WJ = spec.pose.q_WB * each.in_child.q_WB;
    Vec3 const spin_J = rotate_back(q_WJ, spin), speed_J = rotate_back(q_WJ, speed);
    auto const with = [&]<class Joint>(std::type_identity<Joint>) {
      typename Joint::Properties joint_named;
      joint_named.mName = std::to_string(b);
      dyn::BodyNode::AspectProperties const body_named(std::to_string(b));
      auto const [joint, node] =
          skeleton->createJointAndBodyNodePair<Joint>(parent, joint_named, body_named);
      joint->setTransformFromParentBodyNode(to_dart(each.in_parent));
      joint->setTransformFromChildBodyNode(to_dart(each.in_child));
      nodes_[b] = node;
      return joint;
    };
    if (type.empty()) {
      auto* const joint = with(std::type_identity<dyn::FreeJoint>());
      joint->setTransform(to_dart(spec.pose));
      joint->setLinearVelocity(to_dart(speed));
      joint->setAngularVelocity(to_dart(spin));
    } else if (type == "ball") {
      with(std::type_identity<dyn::BallJoint>())->setVelocities(to_dart(spin_J));
    } else if (type == "hinge") {
      auto* const joint = with(std::type_identity<dyn::RevoluteJoint>());
      joint->setAxis(Eigen::Vector3d::UnitZ());
      joint->setVelocity(0, spin_J[2]);
    } else if (type == "slider") {
      auto* const joint = with(std::type_identity<dyn::PrismaticJoint>());
      joint->setAxis(Eigen::Vector3d::UnitZ());
      joint->setVelocity(0, speed_J[2]);
    } else {
      with(std::type_identity<dyn::WeldJoint>());
    }
    auto const& I = spec.inertia_B;
    nodes_[b]->setInertia(
        dyn::Inertia(spec.mass, 0, 0, 0, I[0][0], I[1][1], I[2][2], I[0][1], I[0][2], I[1][2]));
    add_shapes(*nodes_[b], spec);
    if (norm(spec.wrench_W) > 0) wrenches_.emplace_back(nodes_[b], spec.wrench_W);
  }

  void exclude(Scene const& scene) {
    for (auto const& body : scene.bodies) moves_.push_back(body.motion == Motion::dynamic);
    for (std::size_t b = 0; b < nodes_.size(); ++b) number_[nodes_[b]] = static_cast<int>(b);
    auto& option = world_->getConstraintSolver()->getCollisionOption();
    auto const filter =
        std::dynamic_pointer_cast<dart::collision::BodyNodeCollisionFilter>(option.collisionFilter);
    for (auto const& [a, b] : held_together(scene))
      filter->addBodyNodePairToBlackList(nodes_[nth(a)], nodes_[nth(b)]);
  }

  dart::simulation::WorldPtr world_;
  std::vector<dyn::SkeletonPtr> skeletons_;
  std::vector<dyn::BodyNode*> nodes_;  // of the scene
  std::map<dyn::BodyNode const*, int> number_;
  std::vector<bool> moves_;
  std::vector<std::pair<dyn::BodyNode*, Vec6>> wrenches_;
  int most_ = 0;
};

}  // namespace

std::string Dart::version() { return DART_VERSION; }

std::unique_ptr<Peer> Dart::make(Settings const& settings, PeerWorld const& world) {
  return std::make_unique<DartPeer>(settings, world);
}

}  // namespace orthant
