// Builds a scene as a world of ODE.
#include "orthant/backends/peers/ode.hpp"

#include <ode/ode.h>
#include <ode/version.h>

#include <cstdarg>
#include <cstdlib>
#include <cstring>

#include "orthant/backends/peers/surface_pairs.hpp"

namespace orthant {
namespace {

static_assert(sizeof(dReal) == sizeof(Real), "an ODE in double precision");

Pose<> placed(BodySpec const& body, Pose<> const& X) { return body.pose * X; }

void write(Quat<> const& q, dQuaternion& out) {
  out[0] = q.w;
  out[1] = q.x;
  out[2] = q.y;
  out[3] = q.z;
}

/// Whether ODE reported a problem in this step; the handler replaces a line on the terminal.
bool complained = false;
void note_complaint(int, char const*, va_list) { complained = true; }

/// Initialises ODE once for all worlds.
void begin() {
  static bool const begun = [] {
    dInitODE2(0);
    std::atexit([] { dCloseODE(); });
    dSetMessageHandler(note_complaint);
    return true;
  }();
  (void)begun;
  dAllocateODEDataForThread(dAllocateMaskAll);
}

class OdePeer final : public Peer {
 public:
  OdePeer(OdeSettings const& set, PeerWorld const& in)
      : set_(set), h_(in.h), pairs_(in.scene), shapes_() {
    begin();
    world_ = dWorldCreate();
    space_ = dHashSpaceCreate(nullptr);
    contacts_ = dJointGroupCreate(0);
    auto const& g = in.scene.gravity;
    dWorldSetGravity(world_, g[0], g[1], g[2]);
    dWorldSetERP(world_, set.error_reduction);
    dWorldSetCFM(world_, set.softness);
    dWorldSetQuickStepNumIterations(world_, set.iterations);
    dWorldSetAutoDisableFlag(world_, 0);
    std::size_t count = 0;
    for_shapes(in.scene, [&](BodySpec const&, Shape const&) { ++count; });
    shapes_.reserve(count);
    for (std::size_t b = 0; b < in.scene.bodies.size(); ++b)
      add(in.scene.bodies[b], static_cast<int>(b));
    for (auto const& joint : in.scene.joints) add(in.scene, joint);
  }
  ~OdePeer() override {
    dJointGroupDestroy(contacts_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
  }
  OdePeer(OdePeer const&) = delete;
  OdePeer& operator=(OdePeer const&) = delete;

  /// Forces act for one step only. ODE draws the order of its sweeps from one global series of
  /// random numbers; each world restores its own seed.
  PeerStep step() override {
    for (auto const& [body, f] : wrenches_) {
      dBodyAddForce(body, f[0], f[1], f[2]);
      dBodyAddTorque(body, f[3], f[4], f[5]);
    }
    dJointGroupEmpty(contacts_);
    touching_.clear();
    dSpaceCollide(space_, this, &touch);
    add_contacts();
    dRandSetSeed(seed_);
    complained = false;
    bool const made = set_.solver == OdeSettings::Solver::direct ? dWorldStep(world_, h_) != 0
                                                                 : dWorldQuickStep(world_, h_) != 0;
    seed_ = dRandGetSeed();
    return {.contacts = static_cast<int>(touching_.size()),
            .missing_contacts = 0,
            .finite = made,
            .complaint = complained ? "its direct solver failed" : nullptr};
  }

  void read(std::span<Pose<>> pose, std::span<Twist> twist) const override {
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      if (!bodies_[b]) continue;
      dReal const *p = dBodyGetPosition(bodies_[b]), *q = dBodyGetQuaternion(bodies_[b]),
                  *v = dBodyGetLinearVel(bodies_[b]), *w = dBodyGetAngularVel(bodies_[b]);
      pose[b] = {Vec3{{p[0], p[1], p[2]}}, Quat<>{q[0], q[1], q[2], q[3]}};
      twist[b] = stacked(Vec3{{v[0], v[1], v[2]}}, Vec3{{w[0], w[1], w[2]}});
    }
  }

  /// ODE's normals go from the second body to the first; one that stands is the second of a joint.
  std::vector<PeerContact> contacts() const override {
    std::vector<PeerContact> out;
    for (std::size_t i = 0; i < touching_.size(); ++i) {
      auto const& at = touching_[i];
      auto const& f = told_[i];
      dReal const *x = at.geom.pos, *n = at.geom.normal;
      bool const a_moves = dGeomGetBody(at.geom.g1) != nullptr;
      out.push_back({.a = number(at.geom.g1),
                     .b = number(at.geom.g2),
                     .point_W = Vec3{{x[0], x[1], x[2]}},
                     .normal_W = Vec3{{-n[0], -n[1], -n[2]}},
                     .force_W = (a_moves ? -1 : 1) * Vec3{{f.f1[0], f.f1[1], f.f1[2]}},
                     .gap = -at.geom.depth,
                     .friction = at.surface.mu});
    }
    return out;
  }

 private:
  struct Placed {
    int body = 0;
    Surface surface;
  };
  static int number(dGeomID geom) { return static_cast<Placed*>(dGeomGetData(geom))->body; }

  void add(BodySpec const& spec, int number) {
    bool const moves = spec.motion == Motion::dynamic;
    bodies_.push_back(moves ? dBodyCreate(world_) : nullptr);
    if (moves) {
      auto* const body = bodies_.back();
      auto const& I = spec.inertia_B;
      dMass mass;
      dMassSetParameters(&mass, spec.mass, 0, 0, 0, I[0][0], I[1][1], I[2][2], I[0][1], I[0][2],
                         I[1][2]);
      dBodySetMass(body, &mass);
      auto const &p = spec.pose.p_WB, v = linear(spec.twist), w = angular(spec.twist);
      dQuaternion q;
      write(spec.pose.q_WB, q);
      dBodySetPosition(body, p[0], p[1], p[2]);
      dBodySetQuaternion(body, q);
      dBodySetLinearVel(body, v[0], v[1], v[2]);
      dBodySetAngularVel(body, w[0], w[1], w[2]);
      if (norm(spec.wrench_W) > 0) wrenches_.emplace_back(body, spec.wrench_W);
    }
    if (!spec.collide) return;
    for (auto const& shape : spec.shapes) add(spec, shape, number);
  }

  void add(BodySpec const& spec, Shape const& shape, int number) {
    auto const& s = shape.size;
    Pose<> const X = placed(spec, shape.X_BS);
    dGeomID geom = nullptr;
    if (shape.is<shapes::HalfSpace>()) {
      Vec3 const n = rotate(X.q_WB, Vec3{{0, 0, 1}});
      geom = dCreatePlane(space_, n[0], n[1], n[2], dot(n, X.p_WB));
    } else {
      geom = shape.is<shapes::Sphere>() ? dCreateSphere(space_, s[0])
             : shape.is<shapes::Box>()  ? dCreateBox(space_, 2 * s[0], 2 * s[1], 2 * s[2])
                                        : dCreateCapsule(space_, s[0], 2 * s[1]);
      auto* const body = bodies_.back();
      Pose<> const& at = body ? shape.X_BS : X;
      dQuaternion q;
      write(at.q_WB, q);
      if (body) {
        dGeomSetBody(geom, body);
        dGeomSetOffsetPosition(geom, at.p_WB[0], at.p_WB[1], at.p_WB[2]);
        dGeomSetOffsetQuaternion(geom, q);
      } else {
        dGeomSetPosition(geom, at.p_WB[0], at.p_WB[1], at.p_WB[2]);
        dGeomSetQuaternion(geom, q);
      }
    }
    shapes_.push_back({number, shape.surface});
    dGeomSetData(geom, &shapes_.back());
  }

  dBodyID moving(int b) const { return b < 0 ? nullptr : bodies_[nth(b)]; }

  /// Adds a joint at its frame where the scene places it.
  void add(Scene const& scene, JointSpec const& spec) {
    dBodyID const a = moving(spec.a), b = moving(spec.b);
    if (!a && !b) return;
    Pose<> const J = placed(scene.bodies[nth(spec.b)], spec.X_BJ);
    auto const& p = J.p_WB;
    Vec3 const z = rotate(J.q_WB, Vec3{{0, 0, 1}});
    dJointID joint = nullptr;
    if (spec.type == "ball") {
      joint = dJointCreateBall(world_, nullptr);
      dJointAttach(joint, b, a);
      dJointSetBallAnchor(joint, p[0], p[1], p[2]);
    } else if (spec.type == "hinge") {
      joint = dJointCreateHinge(world_, nullptr);
      dJointAttach(joint, b, a);
      dJointSetHingeAnchor(joint, p[0], p[1], p[2]);
      dJointSetHingeAxis(joint, z[0], z[1], z[2]);
    } else if (spec.type == "slider") {
      joint = dJointCreateSlider(world_, nullptr);
      dJointAttach(joint, b, a);
      dJointSetSliderAxis(joint, z[0], z[1], z[2]);
    } else {
      joint = dJointCreateFixed(world_, nullptr);
      dJointAttach(joint, b, a);
      dJointSetFixed(joint);
    }
  }

  static void touch(void* self, dGeomID a, dGeomID b) { static_cast<OdePeer*>(self)->touch(a, b); }
  void touch(dGeomID a, dGeomID b) {
    dBodyID const body_a = dGeomGetBody(a), body_b = dGeomGetBody(b);
    if (!body_a && !body_b) return;
    auto const &of_a = *static_cast<Placed*>(dGeomGetData(a)),
               &of_b = *static_cast<Placed*>(dGeomGetData(b));
    if (!pairs_.may_touch(of_a.body, of_b.body)) return;
    constexpr int most = 8;
    dContact contact[most];
    std::memset(contact, 0, sizeof contact);
    int const count = dCollide(a, b, most, &contact[0].geom, sizeof(dContact));
    double const bounce = pairs_.restitution(of_a.surface, of_b.surface);
    for (int i = 0; i < count; ++i) {
      auto& surface = contact[i].surface;
      surface.mode = dContactApprox1;
      surface.mu = pairs_.friction(of_a.surface, of_b.surface);
      if (bounce > 0) {
        surface.mode |= dContactBounce;
        surface.bounce = bounce;
        surface.bounce_vel = set_.bounce_speed;
      }
      touching_.push_back(contact[i]);
    }
  }
  /// Their forces are told where they stand: room for them comes first.
  void add_contacts() {
    told_.resize(touching_.size());
    for (std::size_t i = 0; i < touching_.size(); ++i) {
      auto const& geom = touching_[i].geom;
      dJointID const joint = dJointCreateContact(world_, contacts_, &touching_[i]);
      dJointAttach(joint, dGeomGetBody(geom.g1), dGeomGetBody(geom.g2));
      dJointSetFeedback(joint, &told_[i]);
    }
  }

  OdeSettings set_;
  Real h_;
  SurfacePairs pairs_;
  std::vector<Placed> shapes_;
  std::vector<dBodyID> bodies_;  // of the scene; null: fixed
  std::vector<std::pair<dBodyID, Vec6>> wrenches_;
  dWorldID world_ = nullptr;
  dSpaceID space_ = nullptr;
  dJointGroupID contacts_ = nullptr;
  std::vector<dContact> touching_;    // of the last step
  std::vector<dJointFeedback> told_;  // of each
  unsigned long seed_ = 0;
};

}  // namespace

std::string Ode::version() { return dODE_VERSION; }

std::unique_ptr<Peer> Ode::make(Settings const& settings, PeerWorld const& world) {
  return std::make_unique<OdePeer>(settings, world);
}

}  // namespace orthant
