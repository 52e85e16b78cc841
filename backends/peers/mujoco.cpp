// Builds a scene as a MuJoCo model in XML.
#include "orthant/backends/peers/mujoco.hpp"

#include <mujoco/mujoco.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <stdexcept>

#include "orthant/backends/peers/joint_tree.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

/// The pattern with values in place of its braces; numbers have all digits.
template <class... Values>
std::string filled(std::string_view pattern, Values const&... values) {
  std::ostringstream out;
  out.precision(17);
  auto const put = [&](auto const& value) {
    auto const at = pattern.find("{}");
    out << pattern.substr(0, at) << value;
    pattern.remove_prefix(at + 2);
  };
  (put(values), ...);
  out << pattern;
  return out.str();
}

std::string words(Vec3 const& x) { return filled("{} {} {}", x[0], x[1], x[2]); }
std::string words(Quat<> const& q) { return filled("{} {} {} {}", q.w, q.x, q.y, q.z); }
std::string at(Pose<> const& X) {
  return filled("pos=\"{}\" quat=\"{}\"", words(X.p_WB), words(X.q_WB));
}

std::string size_of(Shape const& shape) {
  auto const& s = shape.size;
  if (shape.is<shapes::Sphere>()) return filled("type=\"sphere\" size=\"{}\"", s[0]);
  if (shape.is<shapes::Box>()) return filled("type=\"box\" size=\"{}\"", words(s));
  if (shape.is<shapes::Ellipsoid>()) return filled("type=\"ellipsoid\" size=\"{}\"", words(s));
  if (shape.is<shapes::HalfSpace>()) return "type=\"plane\" size=\"0 0 1\"";
  char const* const type = shape.is<shapes::Capsule>() ? "capsule" : "cylinder";
  return filled("type=\"{}\" size=\"{} {}\"", type, s[0], s[1]);
}

/// The model of a world as text.
class ModelText {
 public:
  ModelText(MujocoSettings const& set, PeerWorld const& world)
      : set_(set), scene_(world.scene), h_(world.h), tree_(world.scene) {}

  /// The text files of the model; the first includes the others.
  std::vector<std::string> files() {
    head();
    out_ += "<worldbody>";
    ground();
    std::vector<std::vector<TreeBody const*>> on(scene_.bodies.size() + 1);
    for (auto const& each : tree_.bodies()) on[nth(each.parent + 1)].push_back(&each);
    for (auto const* each : on[0]) subtree(*each, on);
    out_ += "</worldbody><contact>";
    for (auto const& [a, b] : held_together(scene_))
      out_ += filled("<exclude body1=\"{}\" body2=\"{}\"/>", a, b);
    out_ += "</contact></mujoco>";
    files_.insert(files_.begin(), std::move(out_));
    return std::move(files_);
  }
  static std::string name_of(std::size_t file) { return filled("{}.xml", file); }

 private:
  /// Fixed shapes belong to the world body, for which MuJoCo's pair search is made. A fixed body
  /// that a joint connects is a body of its own, because the contact of the pair is excluded.
  void ground() {
    auto const held = held_together(scene_);
    for (std::size_t b = 0; b < scene_.bodies.size(); ++b) {
      auto const& body = scene_.bodies[b];
      if (body.motion != Motion::fixed) continue;
      int const number = static_cast<int>(b);
      bool const apart = std::ranges::any_of(
          held, [&](auto const& pair) { return pair.first == number || pair.second == number; });
      out_ += apart ? filled("<body name=\"{}\" {}>{}</body>", b, at(body.pose), geoms(body, {}))
                    : geoms(body, body.pose);
    }
  }

  /// MuJoCo allocates its sizes once: room for as many contacts as Orthant has.
  void head() {
    auto const bodies = static_cast<double>(scene_.bodies.size());
    double const contacts = 16 * bodies + 64;
    double const rows = 4 * contacts, coordinates = 6 * bodies;
    double const stack =
        std::min(2e9, 3 * coordinates * coordinates + rows * coordinates + 20 * rows + 1e7);
    char const* const integrators[] = {"Euler", "implicit", "RK4"};
    char const* const solvers[] = {"Newton", "CG", "PGS"};
    bool const slides = any_friction();
    out_ = filled(
        "<mujoco><compiler angle=\"radian\" inertiafromgeom=\"false\"/><size njmax=\"{}\" "
        "nconmax=\"{}\" nstack=\"{}\"/><option timestep=\"{}\" gravity=\"{}\" integrator=\"{}\" "
        "cone=\"{}\" solver=\"{}\" iterations=\"{}\" tolerance=\"{}\" noslip_iterations=\"{}\" "
        "impratio=\"{}\"><flag filterparent=\"disable\"/></option><default><geom condim=\"{}\" "
        "mass=\"0\" solref=\"{} {}\" solimp=\"{} {} {}\"/></default>",
        static_cast<long>(rows), static_cast<long>(contacts), static_cast<long>(stack), h_,
        words(scene_.gravity), integrators[static_cast<int>(set_.integrator)],
        set_.cone == MujocoSettings::Cone::elliptic ? "elliptic" : "pyramidal",
        solvers[static_cast<int>(set_.solver)], set_.iterations, set_.tolerance,
        set_.noslip_iterations, set_.friction_impedance, slides ? 3 : 1, set_.time_constant * h_,
        set_.damping_ratio, set_.least_impedance, set_.most_impedance, set_.impedance_width);
  }

  bool any_friction() const {
    bool any = false;
    for_shapes(scene_,
               [&](BodySpec const&, Shape const& s) { any = any || s.surface.friction > 0; });
    return any;
  }

  /// The shapes of a body; with the pose of the body if these have no frame of their own.
  static std::string geoms(BodySpec const& body, Pose<> const& X) {
    std::string out;
    if (!body.collide) return out;
    for (std::size_t i = 0; i < body.shapes.size(); ++i) {
      auto const& shape = body.shapes[i];
      out += filled(
          "<geom name=\"{} {}\" {} {} friction=\"{} 0 0\" contype=\"{}\" conaffinity=\"{}\"/>",
          shape.body, i, size_of(shape), at(X * shape.X_BS), shape.surface.friction,
          static_cast<int>(shape.groups), static_cast<int>(shape.touches));
    }
    return out;
  }

  static std::string inertia(BodySpec const& body) {
    auto const& I = body.inertia_B;
    if (I[0][1] == 0 && I[0][2] == 0 && I[1][2] == 0)
      return filled("<inertial pos=\"0 0 0\" mass=\"{}\" diaginertia=\"{}\"/>", body.mass,
                    words(Vec3{{I[0][0], I[1][1], I[2][2]}}));
    return filled("<inertial pos=\"0 0 0\" mass=\"{}\" fullinertia=\"{} {}\"/>", body.mass,
                  words(Vec3{{I[0][0], I[1][1], I[2][2]}}),
                  words(Vec3{{I[0][1], I[0][2], I[1][2]}}));
  }

  std::string joint(TreeBody const& each) const {
    if (each.joint < 0) return "<freejoint/>";
    auto const& spec = scene_.joints[nth(each.joint)];
    auto const& type = spec.type;
    if (type == "fixed") return "";
    Real rotor = 0;
    for (auto const& c : spec.coordinates) rotor += c.inertia;
    Vec3 const axis = rotate(each.in_child.q_WB, Vec3{{0, 0, 1}});
    return filled("<joint type=\"{}\" pos=\"{}\" axis=\"{}\" armature=\"{}\"/>",
                  type == "slider" ? "slide" : type, words(each.in_child.p_WB), words(axis), rotor);
  }

  /// The pose on the parent follows from the scene, where all joints are at zero. Deep subtrees
  /// have files of their own, because the reader limits the nesting.
  void subtree(TreeBody const& each, std::vector<std::vector<TreeBody const*>> const& on,
               int depth = 0) {
    constexpr int most = 50;
    auto const& body = scene_.bodies[nth(each.body)];
    Pose<> X = body.pose;
    if (each.parent >= 0) {
      auto const& parent = scene_.bodies[nth(each.parent)].pose;
      X = {seen_from(parent, X.p_WB), conjugate(parent.q_WB) * X.q_WB};
    }
    std::string outer;
    bool const apart = depth > 0 && depth % most == 0;
    if (apart) {
      outer = std::move(out_);
      out_ = "<mujocoinclude>";
    }
    out_ += filled("<body name=\"{}\" {}>{}{}{}", each.body, at(X), joint(each), inertia(body),
                   geoms(body, {}));
    for (auto const* child : on[nth(each.body) + 1]) subtree(*child, on, depth + 1);
    out_ += "</body>";
    if (!apart) return;
    files_.push_back(std::move(out_) + "</mujocoinclude>");
    out_ = std::move(outer) + filled("<include file=\"{}\"/>", name_of(files_.size()));
  }

  MujocoSettings const& set_;
  Scene const& scene_;
  Real h_;
  JointTree tree_;
  std::string out_;
  std::vector<std::string> files_;
};

struct FreeModel {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
  void operator()(mjData* data) const { mj_deleteData(data); }
};

/// By default errors of MuJoCo end the program, and warnings write a file.
void listen() {
  mju_user_error = [](char const* message) {
    throw std::runtime_error(std::string("MuJoCo: ") + message);
  };
  mju_user_warning = [](char const*) {};
}

std::unique_ptr<mjModel, FreeModel> compiled(std::vector<std::string> const& texts) {
  listen();
  auto const files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  std::array<char, 1000> error{"no room for so deep a tree"};
  bool room = true;
  for (std::size_t i = 0; i < texts.size() && room; ++i) {
    auto const name = ModelText::name_of(i);
    int const size = static_cast<int>(texts[i].size()) + 1;
#if mjVERSION_HEADER >= 320  // or of the newer count, 3012001
    room = mj_addBufferVFS(files.get(), name.c_str(), texts[i].c_str(), size - 1) == 0;
#else
    room = mj_makeEmptyFileVFS(files.get(), name.c_str(), size) == 0;
    if (room)
      std::memcpy(files->filedata[mj_findFileVFS(files.get(), name.c_str())], texts[i].c_str(),
                  texts[i].size() + 1);
#endif
  }
  mjModel* const model = room ? mj_loadXML(ModelText::name_of(0).c_str(), files.get(), error.data(),
                                           static_cast<int>(error.size()))
                              : nullptr;
  mj_deleteVFS(files.get());
  if (!model) throw Error(std::string("MuJoCo refuses the scene: ") + error.data());
  return std::unique_ptr<mjModel, FreeModel>(model);
}

class MujocoPeer final : public Peer {
 public:
  MujocoPeer(MujocoSettings const& set, PeerWorld const& world)
      : model_(compiled(ModelText(set, world).files())), data_(mj_makeData(model_.get())) {
    auto const& scene = world.scene;
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
      bool const moves = scene.bodies[b].motion == Motion::dynamic;
      id_.push_back(moves ? mj_name2id(model_.get(), mjOBJ_BODY, std::to_string(b).c_str()) : -1);
      if (!moves) continue;
      for (int k = 0; k < 6; ++k)
        data_->xfrc_applied[6 * id_.back() + k] = scene.bodies[b].wrench_W[k];
    }
    for (int g = 0; g < model_->ngeom; ++g)
      body_of_geom_.push_back(std::atoi(mj_id2name(model_.get(), mjOBJ_GEOM, g)));
    JointTree const tree(scene);
    for (auto const& each : tree.bodies()) set_speed(scene, each);
  }

  PeerStep step() override {
    mj_step(model_.get(), data_.get());
    auto const warned = [&](int what) { return data_->warning[what].number > 0; };
    return {
        .contacts = data_->ncon,
        .missing_contacts = warned(mjWARN_CONTACTFULL) || warned(mjWARN_CNSTRFULL) ? 1 : 0,
        .finite = !warned(mjWARN_BADQPOS) && !warned(mjWARN_BADQVEL) && !warned(mjWARN_BADQACC)};
  }

  /// A step computes coordinates; the poses of bodies follow from them.
  void read(std::span<Pose<>> pose, std::span<Twist> twist) const override {
    auto* const d = data_.get();
    mj_kinematics(model_.get(), d);
    mj_comPos(model_.get(), d);
    mj_comVel(model_.get(), d);
    for (std::size_t b = 0; b < id_.size(); ++b) {
      if (id_[b] < 0) continue;
      mjtNum const *p = d->xpos + 3 * id_[b], *q = d->xquat + 4 * id_[b];
      pose[b] = {Vec3{{p[0], p[1], p[2]}}, Quat<>{q[0], q[1], q[2], q[3]}};
      mjtNum v[6];  // MuJoCo's order: angular, linear
      mj_objectVelocity(model_.get(), d, mjOBJ_XBODY, id_[b], v, 0);
      twist[b] = stacked(Vec3{{v[3], v[4], v[5]}}, Vec3{{v[0], v[1], v[2]}});
    }
  }

  /// The contacts of the last stage, if the integrator has several. The rows of a frame are the
  /// normal, from the first body to the second, and two tangents.
  std::vector<PeerContact> contacts() const override {
    std::vector<PeerContact> out;
    for (int i = 0; i < data_->ncon; ++i) {
      auto const& c = data_->contact[i];
      mjtNum f[6];
      mj_contactForce(model_.get(), data_.get(), i, f);
      Vec3 const axis[] = {heard(c.frame), heard(c.frame + 3), heard(c.frame + 6)};
      Vec3 force;
      for (int k = 0; k < 3; ++k) force += f[k] * axis[k];
      out.push_back({.a = body_of_geom_[nth(c.geom1)],
                     .b = body_of_geom_[nth(c.geom2)],
                     .point_W = heard(c.pos),
                     .normal_W = axis[0],
                     .force_W = force,
                     .gap = c.dist,
                     .friction = c.dim > 1 ? c.friction[0] : 0});
    }
    return out;
  }

 private:
  static Vec3 heard(mjtNum const* x) { return {{x[0], x[1], x[2]}}; }

  /// Sets the part of a body's motion that its joint allows.
  void set_speed(Scene const& scene, TreeBody const& each) {
    auto const& body = scene.bodies[nth(each.body)];
    int const joint = model_->body_jntadr[id_[nth(each.body)]];
    if (joint < 0) return;
    mjtNum* const to = data_->qvel + model_->jnt_dofadr[joint];
    Vec3 spin = angular(body.twist), speed = linear(body.twist);
    if (each.parent >= 0) {
      auto const& parent = scene.bodies[nth(each.parent)];
      spin = spin - angular(parent.twist);
      speed = speed - velocity_at(parent, body.pose.p_WB);
    }
    auto const put = [&](int first, Vec3 const& x) {
      for (int k = 0; k < 3; ++k) to[first + k] = x[k];
    };
    Vec3 const axis = rotate(body.pose.q_WB, rotate(each.in_child.q_WB, Vec3{{0, 0, 1}}));
    switch (model_->jnt_type[joint]) {
      case mjJNT_FREE:
        put(0, speed);
        put(3, rotate_back(body.pose.q_WB, spin));
        break;
      case mjJNT_BALL:
        put(0, rotate_back(body.pose.q_WB, spin));
        break;
      case mjJNT_SLIDE:
        to[0] = dot(axis, speed);
        break;
      case mjJNT_HINGE:
        to[0] = dot(axis, spin);
    }
  }

  std::unique_ptr<mjModel, FreeModel> model_;
  std::unique_ptr<mjData, FreeModel> data_;
  std::vector<int> body_of_geom_;  // of the scene
  std::vector<int> id_;            // of each body of the scene; -1: it does not move
};

}  // namespace

std::string Mujoco::version() { return mj_versionString(); }

std::unique_ptr<Peer> Mujoco::make(Settings const& settings, PeerWorld const& world) {
  return std::make_unique<MujocoPeer>(settings, world);
}

}  // namespace orthant
