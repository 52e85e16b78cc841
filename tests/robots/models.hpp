// Small robots as texts, and scenes with one of them.
#pragma once
#include "orthant/backends/simulation/backend.hpp"
#include "orthant/core/robots/readers.hpp"
#include "orthant/core/scene/read_scene.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {

/// A link with a mass, a box-like inertia and more elements.
inline std::string link(std::string const& name, std::string const& more = "",
                        std::string const& mass = "1") {
  return "<link name=\"" + name + "\"><inertial><mass value=\"" + mass +
         "\"/><inertia ixx=\"0.02\" iyy=\"0.03\" izz=\"0.04\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/>"
         "</inertial>" +
         more + "</link>\n";
}
inline std::string joint(std::string const& name, std::string const& type,
                         std::string const& parent, std::string const& child,
                         std::string const& more = "") {
  return "<joint name=\"" + name + "\" type=\"" + type + "\"><parent link=\"" + parent +
         "\"/><child link=\"" + child + "\"/>" + more + "</joint>\n";
}
inline std::string robot(std::string const& parts) {
  return "<robot name=\"r\">\n" + parts + "</robot>\n";
}

/// An arm of two links: the lower one hangs half a metre below.
inline std::string two_links(std::string const& more_of_joint = "",
                             std::string const& type = "continuous") {
  return robot(link("base") + link("arm") +
               joint("elbow", type, "base", "arm",
                     "<origin xyz=\"0 0 -0.5\"/><axis xyz=\"0 1 0\"/>" + more_of_joint));
}

inline JointTypes known_joints() {
  Json resolved;
  Json const input = {{"type", "serial"}};
  return backends().make(Config(input, resolved, "backend"))->joint_types();
}

/// The scene with one assembly.
inline Scene scene_with(Json const& assembly, std::filesystem::path const& folder = {},
                        std::vector<ModelNotes>* notes = nullptr, Json* resolved = nullptr) {
  Json scratch;
  Json const input = {{"assemblies", {assembly}}};
  return read_scene({input, resolved ? *resolved : scratch, "scene"}, known_joints(), folder,
                    notes);
}

/// A model in a file of its own.
class Model {
 public:
  explicit Model(std::string const& text, std::string const& name = "robot.urdf")
      : file_(folder_.write(name, text)) {}

  std::string const& file() const { return file_; }
  Folder const& folder() const { return folder_; }
  Scene scene(Json assembly = Json::object(), std::vector<ModelNotes>* notes = nullptr) const {
    assembly["type"] = "urdf";
    assembly["file"] = file_;
    if (!assembly.contains("name")) assembly["name"] = "r";
    return scene_with(assembly, {}, notes);
  }
  std::string refused(Json const& assembly = Json::object()) const {
    return refusal([&] { scene(assembly); });
  }

 private:
  Folder folder_;
  std::string file_;
};

}  // namespace orthant::test
