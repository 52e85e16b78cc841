// Makes the steps of another simulator and measures them.
#include "orthant/backends/peers/peer_simulation.hpp"

#include <cmath>
#include <span>
#include <vector>

#include "orthant/core/collision/detail/contact_features.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/math/detail/cone.hpp"

namespace orthant {
namespace {

int reacting(Scene const& scene, int body) {
  return scene.bodies[nth(body)].motion == Motion::dynamic ? body : -1;
}

/// `pose` and `twist`: of the bodies of its world, where the step ended.
ContactImpulse impulse_of(PeerContact const& found, Real h, int world, Scene const& scene,
                          std::span<Pose<> const> pose, std::span<Twist const> twist) {
  ContactImpulse out;
  out.world = world;
  out.a = reacting(scene, found.a);
  out.b = reacting(scene, found.b);
  Vec3 const n = found.normal_W, t = narrow::perpendicular(n);
  out.normal_W = n;
  out.impulse_W = h * found.force_W;
  out.impulse = {{dot(n, out.impulse_W), dot(t, out.impulse_W), dot(cross(n, t), out.impulse_W)}};
  out.friction = found.friction;
  out.force_per_impulse = 1 / h;
  // The point as it was found, on bodies where the step began: x- = x+ - h v+.
  auto const velocity = [&](int body) {
    if (reacting(scene, body) < 0) return Vec3{};
    auto const b = nth(body);
    Vec3 const v = linear(twist[b]), arm = found.point_W - (pose[b].p_WB - h * v);
    return v + cross(angular(twist[b]), arm);
  };
  Vec3 const u = velocity(found.b) - velocity(found.a);
  Real const u_n = dot(n, u);
  out.sliding_W = u - u_n * n;
  out.value = {{found.gap / h + u_n, dot(t, u), dot(cross(n, t), u)}};
  out.place = {found.a, found.b, found.point_W, found.gap + h * u_n};
  return out;
}

/// Writes the distance of the impulses to their cones into the measures of each world: over the
/// larger of the largest impulse and the weight of all bodies in a step, as Measures has it.
void judge_forces(std::vector<ContactImpulse> const& contacts, Setup const& setup,
                  std::vector<Measures>& to) {
  std::vector<Real> outside(to.size(), 0), largest(to.size(), 0);
  for (auto const& c : contacts) {
    auto const w = nth(c.world);
    Vec3 const off = c.impulse - projected_on_cone(c.impulse, c.friction);
    outside[w] = larger(outside[w], norm(off));
    largest[w] = larger(largest[w], norm(c.impulse));
  }
  for (std::size_t w = 0; w < to.size(); ++w) {
    auto const& scene = setup.scene.of(static_cast<int>(w));
    Real mass = 0;
    for (auto const& body : scene.bodies)
      if (body.motion == Motion::dynamic) mass += body.mass;
    Real const scale = larger(largest[w], mass * norm(scene.gravity) * setup.h);
    to[w].cone_violation = scale > 0 ? outside[w] / scale : 0;
  }
}

/// The state of the scene, of each world if they differ.
Snapshot state_of(Setup const& setup) {
  Snapshot out;
  for (int w = 0; w < setup.worlds; ++w)
    for (auto const& body : setup.scene.of(w).bodies) {
      out.pose.push_back(body.pose);
      out.twist.push_back(body.motion == Motion::fixed ? Twist{} : body.twist);
    }
  return out;
}

Real distance(Pose<> const& a, Pose<> const& b) {
  Quat<> const turn = conjugate(a.q_WB) * b.q_WB;
  return norm(a.p_WB - b.p_WB) + norm(Vec3{{turn.x, turn.y, turn.z}});
}

}  // namespace

PeerSimulation::PeerSimulation(Setup setup, Make make, Abilities abilities, std::string where)
    : setup_(std::move(setup)),
      make_(std::move(make)),
      abilities_(std::move(abilities)),
      where_(std::move(where)),
      start_(state_of(setup_)),
      instrument_(std::make_unique<Instrument>(setup_)) {
  record_.set_contacts([this] { return contact_impulses(); });
  build();
}

void PeerSimulation::build() {
  auto const n = setup_.scene.bodies.size();
  peers_.clear();
  for (int w = 0; w < setup_.worlds; ++w) {
    Scene scene = setup_.scene.of(w);
    for (std::size_t b = 0; b < n; ++b) {
      scene.bodies[b].pose = start_.pose[nth(w) * n + b];
      scene.bodies[b].twist = start_.twist[nth(w) * n + b];
    }
    peers_.push_back(make_({scene, setup_.h}));
  }
  finite_ = true;
  steps_ = complaints_ = first_complaint_ = 0;
  complaint_ = nullptr;
  record_.set({});
  require_as_given();
  instrument_->start(snapshot());
  looked_ = true;
}

void PeerSimulation::require_as_given() const {
  auto const now = snapshot();
  auto const n = setup_.scene.bodies.size();
  for (std::size_t i = 0; i < now.pose.size(); ++i) {
    Real const size = 1 + norm(start_.pose[i].p_WB), speed = 1 + norm(start_.twist[i]);
    if (distance(now.pose[i], start_.pose[i]) <= abilities_.precision * size &&
        norm(now.twist[i] - start_.twist[i]) <= abilities_.precision * speed)
      continue;
    refuse(where_,
           "body \"" + setup_.scene.bodies[i % n].name + "\", which it would start otherwise",
           "poses and velocities that the joints allow");
  }
}

Instrument& PeerSimulation::instrument() const {
  if (!looked_) {
    instrument_->follow(snapshot());
    looked_ = true;
  }
  return *instrument_;
}

StepRecord const& PeerSimulation::step() {
  StepReport report;
  if (looked_) report.missing_contacts = instrument_->missing_contacts();
  if (report.missing_contacts == 0) {
    ++steps_;
    bool complains = false;
    for (auto const& peer : peers_) {
      auto const made = peer->step();
      complains = complains || made.complaint;
      if (!complaint_ && made.complaint) {
        complaint_ = made.complaint;
        first_complaint_ = steps_;
      }
      report.contacts += made.contacts;
      report.missing_contacts += made.missing_contacts;
      finite_ = finite_ && made.finite;
    }
    complaints_ += complains ? 1 : 0;
    looked_ = false;
  }
  record_.set(report);
  return record_;
}

std::string PeerSimulation::complaints() const {
  if (complaints_ == 0) return "";
  return std::string(complaint_) + " in " + std::to_string(complaints_) + " of " +
         std::to_string(steps_) + " steps, at first in step " + std::to_string(first_complaint_);
}

std::vector<ContactImpulse> PeerSimulation::contact_impulses() const {
  std::vector<ContactImpulse> out;
  if (steps_ == 0 || !finite_ || !abilities_.tells_forces) return out;
  auto const now = snapshot();
  auto const n = setup_.scene.bodies.size();
  for (std::size_t w = 0; w < peers_.size(); ++w)
    for (auto const& found : peers_[w]->contacts())
      out.push_back(impulse_of(
          found, setup_.h, static_cast<int>(w), setup_.scene.of(static_cast<int>(w)),
          std::span(now.pose).subspan(w * n, n), std::span(now.twist).subspan(w * n, n)));
  return out;
}

/// Adds the shapes that passed through each other, which the simulator does not report, and the
/// measures of its contact forces.
std::vector<Measures> const& PeerSimulation::measure() {
  StepReport report = record_;
  report.crossings = instrument().crossings();
  record_.set(report);
  measured_ = instrument().measure();
  if (abilities_.tells_forces) judge_forces(contact_impulses(), setup_, measured_);
  return measured_;
}

std::vector<Contact> PeerSimulation::contacts() const { return instrument().contacts(); }
int PeerSimulation::missing_contacts() const { return instrument().missing_contacts(); }

Snapshot PeerSimulation::snapshot() const {
  Snapshot out = start_;
  auto const n = setup_.scene.bodies.size();
  for (std::size_t w = 0; w < peers_.size(); ++w)
    peers_[w]->read(std::span(out.pose).subspan(w * n, n), std::span(out.twist).subspan(w * n, n));
  if (!finite_)
    for (auto& pose : out.pose) pose.p_WB = Vec3{{NAN, NAN, NAN}};
  return out;
}

void PeerSimulation::set_state(Snapshot const& state) {
  start_ = state;
  build();
}

}  // namespace orthant
