// Reads MJCF by MuJoCo's compiler, so that defaults, includes and inertias are its own.
#include <algorithm>
#include <memory>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/visible.hpp"
#include "orthant/core/robots/mjcf_parts.hpp"
#include "orthant/core/robots/mjcf_since.hpp"
#include "orthant/core/robots/model_files.hpp"
#include "orthant/core/robots/readers.hpp"
#include "orthant/core/robots/robot_by_library.hpp"

namespace orthant {
namespace {

/// MuJoCo's warnings, which by default it writes to files, as it ends the program by errors. The
/// handlers are those of a process that is for one model.
std::vector<std::string>& mujoco_warnings() {
  static std::vector<std::string> all;
  mju_user_error = [](char const* what) { throw Error(what); };
  mju_user_warning = [](char const* what) { all.emplace_back(what); };
  return all;
}

/// The text of a message on one line.
std::string one_line(std::string const& text) {
  std::string out;
  for (char const c : text)
    if (c != '\n')
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return visible(out);
}

struct FreeMjModel {
  void operator()(mjModel* m) const { mj_deleteModel(m); }
};
using MjModel = std::unique_ptr<mjModel, FreeMjModel>;

MjModel compile_mjcf(MjcfText const& text, Robot& robot) {
  auto const& warnings = mujoco_warnings();
  MjModel model;
  char said[2000] = "";
  std::string failed;
  try {
    model.reset(mj_loadXML(text.path().c_str(), nullptr, said, sizeof(said)));
  } catch (std::exception const& e) {
    failed = e.what();
  }
  if (!model) {
    std::string const why = one_line(failed.empty() ? said : failed);
    if (why.find("Could not allocate memory") != why.npos) throw std::bad_alloc();
    bool const unknown =
        why.find("Schema violation") != why.npos || why.find("invalid keyword") != why.npos;
    auto const later = what_takes_later(text, mj_version());
    refuse(text.at_line(why),
           "a model of which MuJoCo " + std::string(mj_versionString()) + " says: " + why,
           !later.empty() ? "a model for this version: " + later +
                                ", which a build with ORTHANT_MUJOCO may have"
           : unknown ? "what this version knows"
                     : "a model that it compiles");
  }
  if (*said) robot.ignored.push_back("MuJoCo says: " + one_line(said));
  for (auto const& each : warnings) robot.ignored.push_back("MuJoCo warns: " + one_line(each));
  return model;
}

std::string words(mjtNum const* x) { return text(x[0]) + " " + text(x[1]) + " " + text(x[2]); }

/// What belongs to the experiment, or is only seen.
void ignore_facts(MjcfParts& parts) {
  auto const& m = parts.m;
  auto& ignored = parts.robot.ignored;
  ignored.push_back((parts.disabled(mjDSBL_GRAVITY)
                         ? "no gravity, by its <flag>, and timestep "
                         : "gravity " + words(m.opt.gravity) + " m/s^2 and timestep ") +
                    text(m.opt.timestep) + " s: those of the experiment hold");
  ignored.push_back("solref and solimp: contacts, limits and equalities are rigid here");
  auto const margins = [](mjtNum const* x, auto count) {
    return std::count_if(x, x + count, [](mjtNum each) { return each != 0; });
  };
  parts.ignore(margins(m.jnt_margin, m.njnt) + margins(m.tendon_margin, m.ntendon),
               "margins of limits: they act at the limit");
  parts.ignore(m.nkey, "keyframes: \"joint_positions\" gives another start");
  parts.ignore(m.nsensor, "sensors: what is measured is asked of the experiment");
  parts.ignore(m.nsite, "sites");
  parts.ignore(m.nlight, "lights");
  parts.ignore(m.ncam, "cameras");
  parts.ignore(m.ntex + m.nmat, "textures and materials");
  parts.ignore(m.nskin, "skins");
  parts.ignore(m.nnumeric + m.ntext + m.ntuple, "custom fields");
  for (int b = 1; b < m.nbody; ++b)
    if (m.body_mocapid[b] >= 0)
      ignored.push_back("\"mocap\" of " + parts.body_name(b) +
                        ": a kinematic body, at rest until it is given a velocity");
}

/// Forces of a medium, and switches.
void find_options(MjcfParts& parts) {
  auto const& o = parts.m.opt;
  if (o.density != 0 || o.viscosity != 0)
    parts.lacks(
        parts.text.spot_of("option", o.density != 0 ? "density" : "viscosity"),
        "forces of a medium: density " + text(o.density) + ", viscosity " + text(o.viscosity),
        "set both to 0");
  if (parts.disabled(mjDSBL_FILTERPARENT))
    parts.lacks(parts.text.spot_of("flag", "filterparent"),
                "contacts of parent and child, by the flag \"filterparent\"", "no such contacts");
  if (mjcf_versions::collision_of(parts.m) != 0)
    parts.lacks(parts.text.spot_of("option", "collision"),
                "contacts of some geoms, by the option \"collision\"", "contype and conaffinity");
  if ((o.enableflags & mjENBL_OVERRIDE) != 0)
    parts.lacks(parts.text.spot_of("flag", "override"),
                "one margin, solref, solimp and friction of all contacts", "those of geoms");
  constexpr Named<int> flags[] = {
      {mjDSBL_CONSTRAINT, "constraint"},     {mjDSBL_EQUALITY, "equality"},
      {mjDSBL_FRICTIONLOSS, "frictionloss"}, {mjDSBL_LIMIT, "limit"},
      {mjDSBL_CONTACT, "contact"},           {mjcf_versions::no_springs, "spring"},
      {mjcf_versions::no_dampers, "damper"}, {mjDSBL_ACTUATION, "actuation"}};
  for (auto const& [flag, name] : flags)
    if (parts.disabled(flag))
      parts.robot.ignored.push_back("what the flag \"" + std::string(name) + "\" switches off");
}

template <class Parts>
void find_flexes(Parts& parts) {
  if constexpr (requires { parts.m.nflex; })
    if (parts.m.nflex > 0)
      parts.lacks(parts.text.spot("flex flexcomp", ""), "flexes, which bend", "rigid bodies");
}

}  // namespace

Robot read_mjcf(std::string const& path, std::vector<std::string> const& search) {
  MjcfText const text(path, search);
  return robot_by_library("MuJoCo", path, text.bytes(), [&] {
    Robot head;
    auto const model = compile_mjcf(text, head);
    MjcfParts parts{*model, text};
    parts.robot = std::move(head);
    parts.robot.name = model->names;  // the first of them is the model's
    ignore_facts(parts);
    find_options(parts);
    find_flexes(parts);
    add_mjcf_bodies(parts);
    add_mjcf_shapes(parts);
    add_mjcf_forces(parts);
    find_later_physics(parts);
    return std::move(parts.robot);
  });
}

bool has_mjcf() { return true; }

}  // namespace orthant
