// The elements and attributes of URDF, and the tree that links and joints have to be.
#include "orthant/core/robots/urdf_check.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/spelling.hpp"
#include "orthant/core/config/visible.hpp"
#include "orthant/core/robots/model_files.hpp"

namespace orthant {
namespace {

/// An attribute: how many numbers it has, 0 for text, and which they may be.
struct UrdfAttribute {
  char const* name;
  int count = 0;
  bool needed = false;
  enum class Sign { any, positive, not_negative } sign = Sign::any;
};

using Sign = UrdfAttribute::Sign;

/// What an element may have. Of `once` there is one at most.
struct UrdfRule {
  std::vector<UrdfAttribute> attributes;
  std::set<std::string> once, any = {};
};

/// The rules by the tag, of a few by the tag of what they are in too.
std::map<std::string, UrdfRule> const& rules() {
  std::set<std::string> const shape{"origin", "geometry"};
  static std::map<std::string, UrdfRule> const all{
      {"robot", {{{"name"}, {"version"}}, {}, {"link", "joint", "loop_joint"}}},
      {"link", {{{"name"}}, {"inertial", "contact"}, {"collision"}}},
      {"inertial", {{}, {"origin", "mass", "inertia"}}},
      {"mass", {{{"value", 1, true}}, {}}},
      {"inertia",
       {{{"ixx", 1, true},
         {"ixy", 1, true},
         {"ixz", 1, true},
         {"iyy", 1, true},
         {"iyz", 1, true},
         {"izz", 1, true}},
        {}}},
      {"origin", {{{"xyz", 3}, {"rpy", 3}}, {}}},
      {"collision", {{{"name"}}, shape}},
      {"geometry", {{}, {"box", "sphere", "cylinder", "capsule", "mesh"}}},
      {"box", {{{"size", 3, true, Sign::positive}}, {}}},
      {"sphere", {{{"radius", 1, true, Sign::not_negative}}, {}}},
      {"cylinder",
       {{{"radius", 1, true, Sign::positive}, {"length", 1, true, Sign::positive}}, {}}},
      {"capsule", {{{"radius", 1, true, Sign::positive}, {"length", 1, true, Sign::positive}}, {}}},
      {"mesh", {{{"filename", 0, true}, {"scale", 3}}, {}}},
      {"contact", {{}, {"lateral_friction", "restitution"}}},
      {"lateral_friction", {{{"value", 1, true}}, {}}},
      {"restitution", {{{"value", 1, true}}, {}}},
      {"joint",
       {{{"name"}, {"type"}}, {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"}}},
      {"loop_joint", {{{"name"}, {"type"}}, {"axis", "link1", "link2", "limit", "dynamics"}}},
      {"link1", {{{"link"}, {"xyz", 3}, {"rpy", 3}}, {}}},
      {"link2", {{{"link"}, {"xyz", 3}, {"rpy", 3}}, {}}},
      {"parent", {{{"link"}}, {}}},
      {"child", {{{"link"}}, {}}},
      {"axis", {{{"xyz", 3, true}}, {}}},
      {"limit", {{{"lower", 1}, {"upper", 1}, {"effort", 1, true}, {"velocity", 1, true}}, {}}},
      {"dynamics", {{{"damping", 1}, {"friction", 1}}, {}}},
      {"mimic", {{{"joint", 0, true}, {"multiplier", 1}, {"offset", 1}}, {}}}};
  return all;
}

/// Elements that change nothing that is simulated, and what they are.
std::map<std::string, char const*> const& without_effect() {
  static std::map<std::string, char const*> const all{
      {"visual", "pictures"},
      {"material", "colours"},
      {"safety_controller", "limits of a controller of the robot"},
      {"calibration", "marks of the robot's encoders"},
      {"sensor", "sensors"},
      {"verbose", "remarks"},
      {"gazebo", "keys of another program"}};
  return all;
}

class UrdfCheck {
 public:
  UrdfCheck(UrdfText const& text, Robot& robot) : text_(text), robot_(robot) {}

  void run() {
    element(text_.robot());
    for (auto const& [tag, count] : ignored_)
      robot_.ignored.push_back(std::to_string(count) + " <" + tag +
                               ">: " + without_effect().at(tag));
    if (foreign_ > 0)
      robot_.ignored.push_back(std::to_string(foreign_) + " attributes of other programs");
    names("link");
    names("joint");
    parts();
    tree();
  }

 private:
  void lacks(TiXmlElement const& element, std::string const& what) {
    robot_.unsupported.push_back({text_.spot(element), what, "take it out of the file"});
  }

  void element(TiXmlElement const& e) {
    auto const& rule = rules().at(e.ValueStr());
    for (auto* a = e.FirstAttribute(); a; a = a->Next()) {
      auto const named = [&](UrdfAttribute const& one) { return one.name == a->NameTStr(); };
      if (std::ranges::any_of(rule.attributes, named)) continue;
      if (a->NameTStr().find(':') != std::string::npos || a->NameTStr() == "xmlns" ||
          a->NameTStr() == "dont_collapse") {
        ++foreign_;
        continue;
      }
      lacks(e, "the attribute \"" + visible(a->NameTStr()) + "\", which is not of URDF");
    }
    for (auto const& one : rule.attributes) {
      if (one.needed) text_.text(e, one.name);
      if (one.count == 0 || !e.Attribute(one.name)) continue;
      for (double const x : text_.numbers(e, one.name, one.count))
        if (one.sign != Sign::any && !(x > 0) && !(x == 0 && one.sign == Sign::not_negative))
          refuse(where(text_.spot(e)), std::string(one.name) + " " + orthant::text(x),
                 one.sign == Sign::positive ? "a number > 0" : "a number >= 0");
    }
    std::set<std::string> seen;
    for_children(e, nullptr, [&](TiXmlElement const& child) {
      auto const& tag = child.ValueStr();
      if (tag.starts_with("xacro:"))
        refuse(where(text_.spot(child)), "a macro of xacro",
               "a URDF without macros: `xacro MODEL.urdf.xacro > MODEL.urdf` writes one");
      if (without_effect().count(tag)) {
        ++ignored_[tag];
        if (tag == "gazebo") weightless(child);
      } else if (is(e, "robot") && tag == "transmission") {
        // read_urdf takes the rotors out of it
      } else if (rule.once.count(tag)) {
        if (!seen.insert(tag).second)
          refuse(where(text_.spot(child)), "a second one in " + text_.spot(e).name, "one");
        element(child);
      } else if (rule.any.count(tag)) {
        element(child);
      } else {
        lacks(child, "an element that is not of URDF in " + text_.spot(e).name);
      }
    });
  }

  /// Gazebo's links without gravity, which have it here.
  void weightless(TiXmlElement const& gazebo) {
    for (auto const& [tag, off] : {std::pair{"turnGravityOff", true}, {"gravity", false}})
      for_children(gazebo, tag, [&](TiXmlElement const& e) {
        std::string const value = e.GetText() ? e.GetText() : "";
        if ((value == "true" || value == "1") != off) return;
        char const* const link = gazebo.Attribute("reference");
        robot_.ignored.push_back(where(text_.spot(e)) + " of \"" + visible(link ? link : "") +
                                 "\": gravity acts on it; \"loads\" of the scene may hold it");
      });
  }

  /// Collects the links or joints by name.
  void names(char const* tag) {
    auto& all = named_[tag];
    for_children(text_.robot(), tag, [&](TiXmlElement& each) {
      std::string const name = text_.text(each, "name");
      if (name.empty() || !is_one_visible_line(name))
        refuse(where(text_.spot(each)), "\"" + visible(name) + "\" as its name",
               "a name of one line");
      auto const [at, fresh] = all.emplace(name, &each);
      if (!fresh)
        refuse(where(text_.spot(each)),
               std::string("the name of another ") + tag + " in line " +
                   std::to_string(at->second->Row()),
               "names that differ");
    });
  }

  TiXmlElement const& part(TiXmlElement const& e, char const* tag) {
    auto* const found = e.FirstChildElement(tag);
    if (!found) {
      auto const* above = e.Parent()->ToElement();
      refuse(where(text_.spot(e)) + (is(*above, "link") ? " of " + text_.spot(*above).name : ""),
             std::string("no <") + tag + ">", "one");
    }
    return *found;
  }

  /// What links and joints must have.
  void parts() {
    for_children(text_.robot(), "link", [&](TiXmlElement const& link) {
      for_children(link, "inertial", [&](TiXmlElement const& inertial) {
        part(inertial, "mass");
        part(inertial, "inertia");
      });
      for_children(link, "collision", [&](TiXmlElement const& collision) {
        auto const& geometry = part(collision, "geometry");
        int shapes = 0;
        for_children(geometry, nullptr,
                     [&](TiXmlElement const& each) { shapes += is_urdf_shape(each) ? 1 : 0; });
        if (!geometry.FirstChildElement() || shapes > 1)
          refuse(where(text_.spot(collision)) + " of " + text_.spot(link).name,
                 shapes > 1 ? "a <geometry> with two shapes" : "a <geometry> without a shape",
                 "box, sphere, cylinder, capsule or mesh");
      });
    });
    for_children(text_.robot(), "joint", [&](TiXmlElement const& joint) {
      std::string const type = text_.text(joint, "type");
      static std::set<std::string> const types{"revolute", "continuous", "prismatic",
                                               "fixed",    "floating",   "planar"};
      if (!types.count(type))
        refuse(where(text_.spot(joint)), "the type \"" + visible(type) + "\"",
               "one of " + comma_separated(types));
      if (type == "revolute" || type == "prismatic") part(joint, "limit");
    });
  }

  TiXmlElement const& link_of(TiXmlElement const& joint, char const* tag) {
    auto* const end = joint.FirstChildElement(tag);
    if (!end)
      refuse(where(text_.spot(joint)), std::string("no <") + tag + ">",
             std::string("<") + tag + " link=\"NAME\"/>");
    std::string const name = text_.text(*end, "link");
    auto const& links = named_["link"];
    auto const found = links.find(name);
    if (found != links.end()) return *found->second;
    std::vector<std::string> known;
    for (auto const& [each, element] : links) known.push_back(each);
    refuse(where(text_.spot(*end)) + " of " + text_.spot(joint).name,
           "\"" + visible(name) + "\", which is no link",
           "the name of a <link>" + nearest_hint(name, known));
  }

  void tree() {
    std::map<TiXmlElement const*, TiXmlElement const*> joint_above, link_above;
    for_children(text_.robot(), "joint", [&](TiXmlElement const& joint) {
      auto const *parent = &link_of(joint, "parent"), *child = &link_of(joint, "child");
      auto const [at, fresh] = joint_above.emplace(child, &joint);
      if (!fresh)
        refuse(where(text_.spot(joint)),
               "the child " + text_.spot(*child).name + ", which is that of " +
                   text_.spot(*at->second).name + " in line " + std::to_string(at->second->Row()),
               "one joint above each link: a URDF is a tree");
      link_above[child] = parent;
    });
    TiXmlElement const* root = nullptr;
    for (auto const& [name, link] : named_["link"]) {
      if (link_above.count(link)) continue;
      if (root) {
        auto const* later = root->Row() < link->Row() ? link : root;
        refuse(where(text_.spot(*later)),
               "a second link without a joint above it, beside " +
                   text_.spot(*(later == root ? link : root)).name,
               "one: name the other one the <child> of a joint");
      }
      root = link;
    }
    if (named_["link"].empty()) refuse(text_.path(), "no <link>", "one or more");
    std::set<TiXmlElement const*> hang{root};  // from the root
    for (auto const& [child, parent] : link_above) {
      std::set<TiXmlElement const*> path;
      for (auto const* at = child; !hang.count(at); at = link_above[at])
        if (!path.insert(at).second)
          refuse(where(text_.spot(*joint_above[at])), "a joint in a circle of joints",
                 "a tree, whose links all lead up to one without a joint above it");
      hang.merge(path);
    }
  }

  UrdfText const& text_;
  Robot& robot_;
  std::map<std::string, int> ignored_;
  int foreign_ = 0;
  std::map<std::string, std::map<std::string, TiXmlElement*>> named_;
};

}  // namespace

bool is_urdf_shape(TiXmlElement const& element) {
  return rules().at("geometry").once.count(element.ValueStr()) > 0;
}

void check_urdf(UrdfText const& text, Robot& robot) { UrdfCheck(text, robot).run(); }

}  // namespace orthant
