// Reads compliance, damping and backlash of a coordinate that is held.
#include "orthant/core/scene/read_hold.hpp"

namespace orthant {
namespace {

struct Hold {
  Real compliance = 0, damping = 0, backlash = 0;
};

void hold_fields(Fields& f, Hold& hold, HoldWords const& words) {
  f.real("compliance", hold.compliance, not_negative(), words.compliance);
  f.real("damping", hold.damping, not_negative(), words.damping);
  f.real("backlash", hold.backlash, not_negative(), words.backlash);
}

}  // namespace

CoordinateSpec read_hold(Config& config, std::string const& coordinate, HoldWords const& words) {
  Hold hold;
  hold_fields(config, hold, words);
  if (hold.damping > 0 && !(hold.compliance > 0))
    refuse(config.where("damping"),
           std::string("damping of ") + words.owner + " that does not yield",
           "a \"compliance\" beside it");
  CoordinateSpec out;
  out.coordinate = coordinate;
  if (hold.backlash > 0) {
    out.upper = 0.5 * hold.backlash;
    out.lower = -out.upper;
    out.limit_compliance = hold.compliance;
    out.limit_damping = hold.damping;
  } else if (hold.compliance > 0) {
    out.stiffness = 1 / hold.compliance;
    out.damping = hold.damping;
  } else {
    out.motor = Motor::prescribed;
  }
  return out;
}

void describe_hold(Fields& f, HoldWords const& words) {
  Hold hold;
  hold_fields(f, hold, words);
}

}  // namespace orthant
