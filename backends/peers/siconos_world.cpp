// Bodies, joints and contacts of Siconos's, and its time stepping by Moreau and Jean.
// Siconos's header of visitors comes first.
#include <MechanicsFwd.hpp>
// and then the others.
#include <Friction_cst.h>
#include <SolverOptions.h>

#include <ContactR.hpp>
#include <FixedJointR.hpp>
#include <KneeJointR.hpp>
#include <PivotJointR.hpp>
#include <PrismaticJointR.hpp>
#include <RigidBodyDS.hpp>
#include <SiconosBulletCollisionManager.hpp>
#include <SiconosContactor.hpp>
#include <SiconosKernel.hpp>
#include <SiconosShape.hpp>
#include <algorithm>
#include <map>

#include "orthant/backends/peers/siconos_world.hpp"

namespace orthant::siconos {
namespace {

template <std::size_t n>
SP::SiconosVector to_siconos(std::array<double, n> const& x) {
  auto out = std::make_shared<SiconosVector>(static_cast<unsigned>(n));
  for (std::size_t i = 0; i < n; ++i) (*out)(static_cast<unsigned>(i)) = x[i];
  return out;
}
Triple heard(SiconosVector const& x, unsigned first = 0) {
  return {x(first), x(first + 1), x(first + 2)};
}

/// Edges are rounded by the margin, which lies within.
SP::SiconosShape shape_of(Part const& part) {
  auto const& s = part.size;
  SP::SiconosShape out;
  double least = s[0];
  switch (part.kind) {
    case Kind::sphere:
      out = std::make_shared<SiconosSphere>(static_cast<float>(s[0]));
      break;
    case Kind::box:
      out = std::make_shared<SiconosBox>(2 * s[0], 2 * s[1], 2 * s[2]);
      least = std::min({s[0], s[1], s[2]});
      break;
    case Kind::capsule:
      out =
          std::make_shared<SiconosCapsule>(static_cast<float>(s[0]), static_cast<float>(2 * s[1]));
      break;
    case Kind::cylinder:
      out =
          std::make_shared<SiconosCylinder>(static_cast<float>(s[0]), static_cast<float>(2 * s[1]));
      least = std::min(s[0], s[1]);
      break;
    case Kind::half_space:
      out = std::make_shared<SiconosPlane>();
      least = 0;
  }
  out->setInsideMargin(std::min(0.04, 0.2 * least));
  out->setOutsideMargin(0);
  return out;
}

/// Said by its solver in the step that is made, in place of a line on the terminal.
bool missed = false;
void note_failure(int info, Simulation*) { missed = missed || info != 0; }

class SteppedWorld final : public World {
 public:
  explicit SteppedWorld(WorldIn const& in);
  bool step() override;
  int contacts_found() const override;
  StateOut read(int body) const override;
  std::vector<ContactOut> contacts() const override;

 private:
  SP::SiconosContactorSet contactors(BodyIn const& body, int number) {
    auto out = std::make_shared<SiconosContactorSet>();
    for (auto const& part : body.parts) {
      auto const shape = shape_of(part);
      body_of_[shape.get()] = number;
      out->append(std::make_shared<SiconosContactor>(shape, to_siconos(part.at), part.surface));
    }
    return out;
  }

  void add(BodyIn const& in, int number) {
    bodies_.push_back(nullptr);
    if (!in.moves) {
      if (!in.parts.empty())
        collisions_->insertStaticContactorSet(contactors(in, number), to_siconos(in.at));
      return;
    }
    auto inertia = std::make_shared<SimpleMatrix>(3, 3);
    for (unsigned k = 0; k < 9; ++k) (*inertia)(k / 3, k % 3) = in.inertia[k];
    std::array<double, 6> twist{};
    for (std::size_t k = 0; k < 3; ++k) {
      twist[k] = in.speed[k];
      twist[k + 3] = in.spin[k];
    }
    auto body =
        std::make_shared<RigidBodyDS>(to_siconos(in.at), to_siconos(twist), in.mass, inertia);
    body->setUseContactorInertia(false);
    body->setFExtPtr(to_siconos(in.force));
    body->setIsMextExpressedInInertialFrame(true);
    body->setMExtPtr(to_siconos(in.torque));
    body->setContactors(contactors(in, number));
    system_->insertDynamicalSystem(body);
    bodies_.back() = body;
  }

  void add(JointIn const& in) {
    auto const b = bodies_[static_cast<std::size_t>(in.b)];
    auto const a = in.a < 0 ? nullptr : bodies_[static_cast<std::size_t>(in.a)];
    auto const first = a ? a : b;
    auto const second = a ? b : nullptr;
    auto const point = to_siconos(in.point), axis = to_siconos(in.axis);
    SP::NewtonEulerJointR joint;
    switch (in.kind) {
      case JointKind::ball:
        joint = std::make_shared<KneeJointR>(point, true, first, second);
        break;
      case JointKind::hinge:
        joint = std::make_shared<PivotJointR>(point, axis, true, first, second);
        break;
      case JointKind::slider:
        joint = std::make_shared<PrismaticJointR>(axis, true, first, second);
        break;
      case JointKind::fixed:
        joint = std::make_shared<FixedJointR>(first, second);
    }
    joint->setAllowSelfCollide(in.parts_collide);
    auto const law = std::make_shared<EqualityConditionNSL>(joint->numberOfConstraints());
    system_->link(std::make_shared<Interaction>(law, joint), first, second);
    ++joints_;
  }

  /// A problem of contacts alone has sweeps of its own.
  SP::LinearOSNS problem(WorldIn const& in) const {
    SP::LinearOSNS out;
    if (in.joints.empty()) {
      auto contacts = std::make_shared<FrictionContact>(3, SICONOS_FRICTION_3D_NSGS);
      contacts->setMStorageType(NM_SPARSE_BLOCK);
      out = contacts;
    } else {
      out = std::make_shared<GenericMechanical>(SICONOS_FRICTION_3D_ONECONTACT_NSN);
    }
    out->numericsSolverOptions()->iparam[SICONOS_IPARAM_MAX_ITER] = in.iterations;
    out->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = in.tolerance;
    out->setNumericsVerboseMode(false);
    out->setMaxSize(static_cast<unsigned>(3 * (16 * in.bodies.size() + 64)));
    out->setKeepLambdaAndYState(true);
    return out;
  }

  SP::NonSmoothDynamicalSystem system_ = std::make_shared<NonSmoothDynamicalSystem>(0, 1e18);
  std::shared_ptr<SiconosBulletCollisionManager> collisions_ =
      std::make_shared<SiconosBulletCollisionManager>(SiconosBulletOptions());
  std::shared_ptr<TimeStepping> stepping_;
  std::vector<std::shared_ptr<RigidBodyDS>> bodies_;  // of the scene; null: it does not move
  std::map<SiconosShape const*, int> body_of_;
  int joints_ = 0;
  bool made_ = false;
};

SteppedWorld::SteppedWorld(WorldIn const& in) {
  for (std::size_t b = 0; b < in.bodies.size(); ++b) add(in.bodies[b], static_cast<int>(b));
  for (auto const& joint : in.joints) add(joint);
  for (auto const& law : in.laws) {
    auto const made =
        std::make_shared<NewtonImpactFrictionNSL>(law.restitution, 0., law.friction, 3);
    collisions_->insertNonSmoothLaw(made, static_cast<unsigned long>(law.a),
                                    static_cast<unsigned long>(law.b));
  }
  stepping_ =
      std::make_shared<TimeStepping>(system_, std::make_shared<TimeDiscretisation>(0., in.h));
  stepping_->insertIntegrator(std::make_shared<MoreauJeanOSI>(in.theta));
  stepping_->insertNonSmoothProblem(problem(in));
  stepping_->insertInteractionManager(collisions_);
  stepping_->setNewtonTolerance(1e-10);
  stepping_->setNewtonMaxIteration(20);
  stepping_->setWarnOnNonConvergence(false);
  stepping_->setCheckSolverFunction(note_failure);
  stepping_->initialize();
}
/// It goes on to the next where that is made: till then impulses stay where they were solved.
bool SteppedWorld::step() {
  auto& s = *stepping_;
  missed = false;
  if (made_) s.nextStep();
  made_ = true;
  s.computeOneStep();
  return !missed;
}

/// Without the joints, which are always there.
int SteppedWorld::contacts_found() const {
  return static_cast<int>(stepping_->indexSet(0)->size()) - joints_;
}

StateOut SteppedWorld::read(int body) const {
  auto const& b = *bodies_[static_cast<std::size_t>(body)];
  StateOut out;
  for (unsigned k = 0; k < 7; ++k) out.at[k] = (*b.q())(k);
  out.speed = heard(*b.twist());
  out.spin = heard(*b.twist(), 3);
  return out;
}

/// Siconos's normals go to the first body. The set of active interactions may still have some that
/// were taken away before the step was solved: not so that of all, where others have no impulse.
std::vector<ContactOut> SteppedWorld::contacts() const {
  std::vector<ContactOut> out;
  auto const& all = *stepping_->indexSet(0);
  for (auto [at, end] = all.vertices(); at != end; ++at) {
    auto const found = all.bundle(*at);
    auto const relation = std::dynamic_pointer_cast<ContactR>(found->relation());
    if (!relation) continue;
    ContactOut c;
    c.b = body_of_.at(relation->shape[0].get());
    c.a = body_of_.at(relation->shape[1].get());
    c.on_b = heard(*relation->pc1());
    c.on_a = heard(*relation->pc2());
    c.normal = heard(*relation->nc());
    auto const& lambda = *found->lambda(1);
    auto const& along = *relation->jachqT();  // rows that velocities of the first body go by
    for (unsigned r = 0; r < 3; ++r)
      for (unsigned k = 0; k < 3; ++k) c.impulse[k] += lambda(r) * along(r, k);
    c.friction = std::static_pointer_cast<NewtonImpactFrictionNSL>(found->nonSmoothLaw())->mu();
    out.push_back(c);
  }
  return out;
}

}  // namespace
}  // namespace orthant::siconos

extern "C" orthant::siconos::World* orthant_siconos_make(orthant::siconos::WorldIn const& in) {
  return new orthant::siconos::SteppedWorld(in);
}
