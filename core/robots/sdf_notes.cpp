// Sorts the elements of SDF into those that are read, those that change nothing, and the rest.
#include "orthant/core/robots/sdf_notes.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "orthant/core/config/input_file.hpp"
#include "orthant/core/config/visible.hpp"
#include "orthant/core/robots/model_files.hpp"

namespace orthant {
namespace {

using Tags = std::set<std::string>;

/// Elements that are read, by the element that they are in. Those within the last are all read.
std::map<std::string, Tags> const& read_elements() {
  static std::map<std::string, Tags> const out = {
      {"sdf", {"world", "model"}},
      {"world", {"model", "frame"}},
      {"model", {"model", "link", "joint", "frame", "pose", "static", "self_collide"}},
      {"link", {"inertial", "collision", "pose"}},
      {"inertial", {"mass", "pose", "inertia"}},
      {"inertia", {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}},
      {"collision", {"pose", "geometry", "surface"}},
      {"geometry", {"box", "sphere", "cylinder", "capsule", "ellipsoid", "mesh", "plane"}},
      {"surface", {"friction", "bounce", "contact"}},
      {"friction", {"ode", "torsional"}},
      {"ode", {"mu", "mu2", "fdir1", "slip1", "slip2"}},
      {"torsional", {"coefficient", "use_patch_radius", "patch_radius"}},
      {"bounce", {"restitution_coefficient"}},
      {"contact", {"collide_bitmask"}},
      {"joint", {"parent", "child", "pose", "axis", "axis2", "thread_pitch"}},
      {"axis", {"xyz", "limit", "dynamics", "use_parent_model_frame"}},
      {"limit", {"lower", "upper", "effort", "velocity"}},
      {"dynamics", {"damping", "friction", "spring_reference", "spring_stiffness"}},
      {"frame", {"pose"}}};
  return out;
}

/// Elements without effect on the motion, and what they are.
std::map<std::string, std::map<std::string, std::string>> const& plain_elements() {
  std::string const seen = "elements that are only seen", of_world = "settings of a world",
                    of_other = "settings of another simulator", sensors = "sensors";
  static std::map<std::string, std::map<std::string, std::string>> const out = {
      {"sdf", {{"light", seen}}},
      {"world",
       {{"light", seen},
        {"gui", seen},
        {"scene", seen},
        {"audio", seen},
        {"road", seen},
        {"physics", of_world},
        {"atmosphere", of_world},
        {"magnetic_field", of_world},
        {"spherical_coordinates", of_world},
        {"state", of_world},
        {"plugin", "plugins, which are programs of another simulator"}}},
      {"model",
       {{"allow_auto_disable", of_other},
        {"plugin", "plugins, which are programs of another simulator"}}},
      {"link",
       {{"visual", seen},
        {"light", seen},
        {"projector", seen},
        {"audio_source", seen},
        {"audio_sink", seen},
        {"particle_emitter", seen},
        {"material", seen},
        {"sensor", sensors},
        {"battery", sensors},
        {"must_be_base_link", of_other},
        {"self_collide", of_other},
        {"plugin", "plugins, which are programs of another simulator"}}},
      {"collision", {{"laser_retro", sensors}, {"max_contacts", of_other}}},
      {"contact",
       {{"ode", "stiffnesses of contacts, which are rigid here"},
        {"bullet", "stiffnesses of contacts, which are rigid here"},
        {"poissons_ratio", of_other},
        {"elastic_modulus", of_other}}},
      {"friction", {{"bullet", of_other}}},
      {"bounce", {{"threshold", of_other}}},
      {"joint", {{"sensor", sensors}, {"physics", of_other}}},
      {"limit",
       {{"stiffness", "stiffnesses of stops, which are rigid here"},
        {"dissipation", "stiffnesses of stops, which are rigid here"}}}};
  return out;
}

/// Elements that change nothing with this value.
bool is_idle(sdf::ElementPtr const& e) {
  auto const& tag = e->GetName();
  auto const value = e->GetValue() ? e->GetValue()->GetAsString() : "";
  if (tag == "gravity") return value == "1" || value == "true";
  if (tag == "kinematic" || tag == "enable_wind" || tag == "collide_without_contact")
    return value == "0" || value == "false";
  if (tag == "wind") return true;  // without enable_wind
  if (tag == "surface_radius") {   // beside a patch radius
    auto const patch = e->GetParent()->HasElement("use_patch_radius");
    return !patch || e->GetParent()->Get<bool>("use_patch_radius");
  }
  if (tag == "ode" && e->GetParent()->GetName() == "torsional")
    return !e->HasElement("slip") || e->Get<double>("slip") == 0;
  return false;
}

/// The line of the first element of that tag, as sdformat keeps none of those that it does not
/// know.
int first_line(std::string const& file, std::string const& tag) {
  auto const text = read_input(file, "a model in SDF", most_model);
  for (auto at = text.find("<" + tag); at != text.npos; at = text.find("<" + tag, at + 1))
    if (std::string(" \t\r\n/>").find(text[at + 1 + tag.size()]) != std::string::npos)
      return 1 + static_cast<int>(std::count(text.begin(),
                                             text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  return 0;
}

std::string mend_of(std::string const& tag) {
  if (tag == "gravity") return "\"loads\" of the scene that hold the body";
  if (tag == "kinematic") return "\"static\" of the model";
  if (tag == "gearbox_ratio" || tag == "gearbox_reference_body")
    return "a \"coupling\" in the joints of the scene";
  return "take it out of the file";
}

class SdfNotes {
 public:
  SdfNotes(std::string const& path, Robot& robot) : path_(path), robot_(robot) {}

  void walk(sdf::ElementPtr const& in, std::string const& as) {
    auto const read = read_elements().find(as);
    if (read == read_elements().end()) return;
    auto const plain = plain_elements().find(as);
    for (auto e = in->GetFirstElement(); e; e = e->GetNextElement()) {
      if (!e->GetExplicitlySetInFile()) continue;
      std::string const tag = e->GetName();
      if (tag.find(':') != tag.npos) {
        ++counts_["elements of other namespaces"];
      } else if (as == "world" && tag == "gravity") {
        robot_.ignored.push_back("gravity " + e->GetValue()->GetAsString() +
                                 " m/s^2 of the world: that of the experiment holds");
      } else if (read->second.contains(tag)) {
        // The contact and friction of a surface have tags of their own.
        walk(e, tag == "axis2" ? "axis" : tag);
      } else if (plain != plain_elements().end() && plain->second.contains(tag)) {
        ++counts_[plain->second.at(tag)];
      } else if (!is_idle(e)) {
        auto spot = sdf_spot(e, path_);
        if (spot.line == 0) spot.line = first_line(spot.file, tag);
        robot_.unsupported.push_back({spot, "<" + tag + "> in <" + as + ">", mend_of(tag)});
      }
    }
  }
  void report() const {
    for (auto const& [what, count] : counts_)
      robot_.ignored.push_back(std::to_string(count) + " " + what);
  }

 private:
  std::string const& path_;
  Robot& robot_;
  std::map<std::string, int> counts_;
};

/// Whether an element changes nothing, by its path as in /sdf/model[@name="m"]/link/visual.
bool is_in_plain(std::string const& path) {
  std::string as, tag;
  bool quoted = false, named = false;
  auto const step = [&] {
    auto const plain = plain_elements().find(as);
    as = tag == "axis2" ? "axis" : tag;
    tag.clear();
    return plain != plain_elements().end() && plain->second.contains(as);
  };
  for (char const c : path) {
    quoted = quoted != (c == '"');
    if (quoted) continue;
    if (c == '/' && step()) return true;
    if (c == '/' || c == '[') named = c == '/';
    if (named && c != '/') tag += c;
  }
  return step();
}

/// What stands in brackets after a word.
std::string after(std::string const& said, std::string const& word) {
  auto const at = said.find(word + "[");
  if (at == said.npos) return "";
  auto const from = at + word.size() + 1;
  return said.substr(from, said.find(']', from) - from);
}

}  // namespace

bool note_attribute(sdf::Error const& warning, std::string const& path, Robot& robot) {
  auto const said = warning.Message();
  auto const attribute = after(said, "XML Attribute");
  if (attribute.empty()) return false;
  if (attribute.starts_with("xmlns") || is_in_plain(warning.XmlPath().value_or(""))) return true;
  robot.unsupported.push_back(
      {{path, warning.LineNumber().value_or(0), "<" + after(said, "element") + ">"},
       "the attribute \"" + visible(attribute) + "\", which is not of SDF",
       "take it out of the file"});
  return true;
}

FileSpot sdf_spot(sdf::ElementPtr const& element, std::string const& path) {
  FileSpot out{path, 0, ""};
  if (!element) return out;
  if (auto const file = element->FilePath(); !file.empty() && file.front() != '<') out.file = file;
  out.line = element->LineNumber().value_or(0);
  out.name = "<" + element->GetName();
  if (element->HasAttribute("name")) out.name += " " + element->GetAttribute("name")->GetAsString();
  out.name += ">";
  return out;
}

void note_sdf(sdf::ElementPtr const& root, std::string const& path, Robot& robot) {
  SdfNotes notes(path, robot);
  notes.walk(root, "sdf");
  notes.report();
}

}  // namespace orthant
