// Passes a robot from one process to another as bytes.
#include "orthant/core/robots/robot_by_library.hpp"

#include "orthant/core/config/carried.hpp"
#include "orthant/core/config/child.hpp"

namespace orthant {
namespace {

void carry(Carried& c, std::string& x) { c.list(x); }
void carry(Carried& c, std::pair<int, int>& x) { c.values(x.first, x.second); }
template <class T>
void carry(Carried& c, std::vector<T>& all);

void carry(Carried& c, FileSpot& x) {
  c.list(x.file);
  c.values(x.line);
  c.list(x.name);
}
void carry(Carried& c, RobotShape& x) {
  c.values(x.shape, x.has_friction, x.mesh.scale, x.mesh.hull);
  c.list(x.mesh.path);
  c.list(x.points);
  carry(c, x.spot);
}
void carry(Carried& c, RobotLink& x) {
  c.list(x.name);
  c.values(x.mass, x.X_LM, x.inertia, x.fixed, x.kinematic, x.within);
  carry(c, x.shapes);
  carry(c, x.spot);
}
void carry(Carried& c, RobotAxis& x) {
  c.list(x.name);
  c.values(x.sign, x.shift, x.start, x.lower, x.upper, x.max_rate, x.max_effort, x.damping,
           x.friction, x.stiffness, x.rest, x.inertia);
}
void carry(Carried& c, RobotJoint& x) {
  c.list(x.name);
  c.values(x.type, x.parent, x.child, x.X_PJ, x.X_CJ, x.pitch, x.loop, x.axis_by_default);
  carry(c, x.axes);
  carry(c, x.spot);
}
void carry(Carried& c, RobotCoupling::Term& x) {
  c.values(x.joint, x.ratio, x.axis);
  c.list(x.polynomial);
}
void carry(Carried& c, RobotCoupling& x) {
  c.list(x.name);
  carry(c, x.terms);
  c.values(x.offset, x.held);
  carry(c, x.law);
  carry(c, x.spot);
}
void carry(Carried& c, RobotMotor& x) {
  c.list(x.name);
  c.values(x.joint, x.axis, x.coupling, x.type, x.kp, x.kd, x.gear, x.max_effort, x.target);
  carry(c, x.spot);
}
void carry(Carried& c, Unsupported& x) {
  carry(c, x.spot);
  c.list(x.what);
  c.list(x.mend);
}
template <class T>
void carry(Carried& c, std::vector<T>& all) {
  auto count = all.size();
  c.values(count);
  all.resize(count);
  for (auto& each : all) carry(c, each);
}
void carry(Carried& c, Robot& x) {
  c.list(x.name);
  carry(c, x.links);
  carry(c, x.joints);
  carry(c, x.couplings);
  carry(c, x.motors);
  carry(c, x.apart);
  carry(c, x.unsupported);
  carry(c, x.ignored);
}

}  // namespace

Robot robot_by_library(std::string const& library, std::string const& path, std::uintmax_t bytes,
                       std::function<Robot()> const& read) {
  auto const found = read_by_library(library, path, bytes, [&] {
    auto robot = read();
    return saved([&](Carried& c) { carry(c, robot); });
  });
  Robot out;
  read_saved(found, [&](Carried& c) { carry(c, out); });
  return out;
}

}  // namespace orthant
