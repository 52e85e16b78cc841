// Reads a model as an assembly and writes its bodies and joints.
#include "experiments/app/import/import_command.hpp"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/import/plain_scene.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "orthant/backends/simulation/backend.hpp"
#include "orthant/core/config/input_file.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/scene/read_scene.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

/// The format, by the first of the elements that begin them.
std::string type_of(std::string const& file) {
  auto in = open_input(file, "a model in URDF, MJCF or SDF");
  std::string text(1 << 16, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  std::pair<char const*, char const*> const roots[] = {
      {"<robot", "urdf"}, {"<mujoco", "mjcf"}, {"<sdf", "sdf"}};
  for (auto const& [root, type] : roots)
    if (text.find(root) != text.npos) return type;
  refuse(file, "no <robot>, <mujoco> or <sdf>",
         "a model in URDF, MJCF or SDF; or --type, for one whose element comes late");
}

/// Refuses a scene that would be refused where it is run.
void require_readable(Json const& scene, JointTypes const& types, std::string const& file) {
  Json resolved;
  try {
    read_scene(Config(scene, resolved, "scene"), types, {});
  } catch (Error const& e) {
    throw Error(file + ": what import would write is not read again: " + e.what());
  }
}

}  // namespace

int import_command(ImportCommand const& command) {
  return reporting([&] {
    Json assembly = {{"type", command.type.empty() ? type_of(command.file) : command.type},
                     {"file", fs::absolute(command.file).string()},
                     {"name", fs::path(command.file).stem().string()},
                     {"prefix", ""}};
    for (auto const& each : command.assignments) assign(assembly, each);
    Json const input = {{"assemblies", {assembly}}};
    Json resolved, backend_resolved;
    Json const backend = {{"type", "serial"}};
    auto const types = backends().make(Config(backend, backend_resolved, "backend"))->joint_types();
    std::vector<ModelNotes> notes;
    auto const scene = read_scene(Config(input, resolved, "scene"), types, {}, &notes);
    for (auto const& model : notes) {
      for (auto const& what : model.left_out) log_line(Said::note, "note: left out: " + what);
      for (auto const& what : model.mended) log_line(Said::note, "note: " + what);
    }
    Json const out = {{"description", "From " + fs::path(command.file).filename().string() + "."},
                      {"scene", plain_scene(scene, types, command.file)},
                      {"step", 0.001},
                      {"duration", 1}};
    require_readable(out["scene"], types, command.file);
    fs::path const to =
        command.output.empty() ? fs::path(command.file).stem().string() + ".json" : command.output;
    write_whole(to, out);
    print("{}: {} bodies, {} joints\n", to.string(), scene.bodies.size(), scene.joints.size());
    return 0;
  });
}

}  // namespace orthant
