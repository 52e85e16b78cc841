// Reads pitches, harmonics and numbers of teeth.
#include "orthant/core/scene/read_transmission.hpp"

#include "orthant/core/config/schema.hpp"
#include "orthant/core/scene/read_joint.hpp"
#include "orthant/core/scene/scene_schema.hpp"

namespace orthant {
namespace {

void pitch_field(Fields& f, JointSpec& joint) {
  f.real("pitch", joint.pitch, any_number(),
         "[m] the displacement along the axis for each turn, of a screw; 0: free of each other");
}

Json cam_schema() {
  Json const list = harmonics_schema("[m] of the first, second, ... harmonic of the angle");
  return {
      {"type", {"object", "null"}},
      {"description", "the displacement along the axis, sum of a_k (cos k t - 1) + b_k sin k t"},
      {"properties", {{"cosine", list}, {"sine", list}}},
      {"minProperties", 1},
      {"additionalProperties", false}};
}

struct Teeth {
  Real a = 0, b = 0;
  bool internal = false;
};

void teeth_fields(Fields& f, Teeth& teeth) {
  f.allow({"teeth_b"});
  f.need("teeth_a", "a number > 0");
  f.real("teeth_a", teeth.a, positive(), "of the wheel on a, or its radius: their ratio counts");
  f.need("teeth_b", "a number > 0");
  f.real("teeth_b", teeth.b, positive(), "of the wheel on b");
  f.flag("internal", teeth.internal, "the wheel of more teeth is a ring around the other");
}

}  // namespace

void read_thread(Config& config, JointSpec& joint, std::string const& coordinate) {
  pitch_field(config, joint);
  if (config.is_given("cam")) {
    Config cam = config.child("cam");
    read_harmonics(cam, "cosine", joint.cam.cosine, joint.cam.count);
    read_harmonics(cam, "sine", joint.cam.sine, joint.cam.count);
    cam.done();
    if (joint.cam.count == 0)
      refuse(config.where("cam"), shown(config.raw("cam")),
             "\"cosine\" or \"sine\" with a number that is not 0, or no cam");
  }
  if (joint.pitch == 0 && joint.cam.count == 0) return;
  CoordinateSpec thread;
  thread.coordinate = coordinate;
  thread.motor = Motor::prescribed;
  joint.coordinates.push_back(thread);
}

void describe_thread(SchemaFields& f) {
  JointSpec joint;
  pitch_field(f, joint);
  f.add("cam", cam_schema());
}

void read_teeth(Config& config, JointSpec& joint) {
  Teeth teeth;
  teeth_fields(config, teeth);
  Real a = teeth.a, b = teeth.b;
  if (teeth.internal) {
    if (a == b)
      refuse(config.where("teeth_b"), "as many teeth as \"teeth_a\", " + text(b),
             "another number: a wheel within a ring has fewer");
    (a < b ? a : b) *= -1;
  }
  joint.radius = joint.length * (b / (a + b));
}

void describe_teeth(SchemaFields& f) {
  Teeth teeth;
  teeth_fields(f, teeth);
}

}  // namespace orthant
