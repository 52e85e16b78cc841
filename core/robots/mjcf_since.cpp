// From which version of MuJoCo on its compiler knows an element or an attribute.
#include "orthant/core/robots/mjcf_since.hpp"

#include <sstream>

namespace orthant {
namespace {

/// What later versions added to 2.2.2, of what describes robots: an element, an attribute of one,
/// or a value. Source: the compiler's own tables, from release to release.
struct Since {
  int major, minor, patch;
  char const* words;
};
constexpr Since additions[] = {
    {2, 3, 0, "extension plugin size/memory compiler/assetdir composite/curve"},
    {2, 3, 1, "body/gravcomp general/actdim"},
    {2, 3, 3, "option/integrator=implicitfast lengthrange/interval"},
    {2, 3, 4, "global/ellipsoidinertia"},
    {2, 3, 6, "muscle/tausmooth pair/solreffriction"},
    {2, 3, 7, "mesh/content_type texture/content_type hfield/content_type jointactuatorfrc"},
    {3, 0, 0,
     "joint/actuatorfrcrange joint/actuatorfrclimited general/actearly deformable flex flexcomp "
     "option/ls_iterations option/ls_tolerance option/o_friction option/sdf_iterations "
     "option/sdf_initpoints flag/eulerdamp flag/invdiscrete flag/island flag/midphase "
     "camera/resolution camera/focal camera/focalpixel camera/principal camera/principalpixel "
     "camera/sensorsize geom/type=sdf general/dyntype=filterexact"},
    {3, 0, 1, "option/actuatorgroupdisable scale/frustum rgba/frustum"},
    {3, 1, 0, "frame position/kv intvelocity/kv"},
    {3, 1, 2, "hfield/elevation global/bvactive rgba/bv rgba/bvactive"},
    {3, 1, 3, "position/inheritrange intvelocity/inheritrange"},
    {3, 1, 4, "joint/actuatorgravcomp"},
    {3, 1, 5, "replicate material/metallic material/roughness light/bulbradius"},
    {3, 1, 6, "position/timeconst position/dampratio intvelocity/dampratio"},
    {3, 2, 0, "attach asset/model mesh/maxhullvert camera/orthographic global/orthographic"},
    {3, 2, 1, "flag/autoreset texture/nchannel material/orm"},
    {3, 2, 3,
     "compiler/alignfree freejoint/align connect/site1 connect/site2 weld/site1 weld/site2 "
     "flag/nativeccd option/ccd_iterations option/ccd_tolerance elasticity"},
    {3, 2, 5, "layer mesh/inertia"},
    {3, 3, 1,
     "compiler/saveinertial fixed/armature fixed/actuatorfrcrange fixed/actuatorfrclimited "
     "spatial/armature spatial/actuatorfrcrange spatial/actuatorfrclimited composite/quat"},
    {3, 3, 3, "light/type light/texture light/intensity light/range texture/colorspace"},
    {3, 3, 4, "global/cameraid"},
    {3, 3, 5, "mesh/builtin mesh/params sensor/contact insidesite tactile"},
    {3, 3, 6, "flag/spring flag/damper mesh/material"},
    {3, 4, 0, "body/sleep flag/sleep option/sleep_tolerance"},
    {3, 5, 0,
     "camera/output camera/projection motor/delay position/delay velocity/delay general/delay "
     "motor/nsample position/nsample velocity/nsample general/nsample"},
    {3, 7, 0,
     "dcmotor motor/armature motor/damping position/armature position/damping velocity/armature "
     "velocity/damping general/armature general/damping"},
    {3, 9, 0, "flag/diagexact"},
    {3, 10, 0, "compiler/conflict"},
    {3, 11, 0, "body/simple geom/adhesion geom/surfacevel pair/adhesion orientation general/input"},
};

/// As mj_version() gives it: 222, and from 3.5 on 3005000.
constexpr int number(int major, int minor, int patch) {
  return major * 1000 + minor < 3005 ? 100 * major + 10 * minor + patch
                                     : 1000000 * major + 1000 * minor + patch;
}

/// What `word`, as "TAG", "IN/TAG", "TAG/ATTRIBUTE" or "TAG/ATTRIBUTE=VALUE", names of an element;
/// "" for nothing.
std::string named(std::string const& word, MjcfElement const& e) {
  auto const tag = "<" + e.tag + ">";
  if (word == e.tag || word == e.in + "/" + e.tag) return tag;
  for (auto const& [key, value] : e.attributes) {
    if (word == e.tag + "/" + key) return '"' + key + "\" of " + tag;
    if (word == e.tag + "/" + key + "=" + value) return key + "=\"" + value + "\" of " + tag;
  }
  return "";
}

}  // namespace

std::string what_takes_later(MjcfText const& text, int known) {
  std::string out;
  for (auto const& [major, minor, patch, words] : additions) {
    if (number(major, minor, patch) <= known) continue;
    std::istringstream in(words);
    for (std::string word; in >> word;)
      if (auto const* const found =
              text.first([&](auto const& e) { return !named(word, e).empty(); }))
        out = named(word, *found) + ", " + found->file + ":" + std::to_string(found->line) +
              ", takes MuJoCo " + std::to_string(major) + "." + std::to_string(minor) + "." +
              std::to_string(patch);
  }
  return out;
}

}  // namespace orthant
