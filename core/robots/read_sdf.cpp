// Reads SDF by sdformat, which resolves poses, frames and includes.
#include <cstring>
#include <filesystem>
#include <ignition/math/Pose3.hh>
#include <sdf/sdf.hh>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/input_file.hpp"
#include "orthant/core/config/visible.hpp"
#include "orthant/core/robots/detail/robot.hpp"
#include "orthant/core/robots/model_files.hpp"
#include "orthant/core/robots/readers.hpp"
#include "orthant/core/robots/robot_by_library.hpp"
#include "orthant/core/robots/sdf_includes.hpp"
#include "orthant/core/robots/sdf_models.hpp"
#include "orthant/core/robots/sdf_notes.hpp"

namespace orthant {
namespace {

/// The place of what a message names: the first element with a name that it has in brackets or
/// after "named", of a type that it names, or of a tag that it has as <tag>; else the file.
std::string place_of(std::string const& said, std::string const& file) {
  std::string const text = read_input(file, "a model in SDF", most_model);
  std::vector<std::string> wanted;
  auto const want = [&](char const* begin, char end, char const* before, bool quoted) {
    for (auto at = said.find(begin); at != said.npos; at = said.find(begin, at + 1)) {
      auto const from = at + std::strlen(begin), to = said.find(end, from);
      if (to == said.npos || to == from) continue;
      auto const word = said.substr(from, to - from);
      for (char const* quote : {"\"", "'"})
        wanted.push_back(quoted ? before + (quote + word) + quote : before + word);
    }
  };
  want("[", ']', "name=", true);
  want("named ", ' ', "name=", true);
  want("type of ", ' ', "type=", true);
  want("<", '>', "<", false);
  for (auto const& each : wanted)
    if (auto const at = text.find(each); at != text.npos) return line_at(file, text, at);
  return file;
}

/// sdformat's errors with the place of the first.
[[noreturn]] void refuse_sdf(std::string const& path, sdf::Errors const& errors) {
  std::string place = path;
  if (auto const file = errors.front().FilePath(); file && file->find('<') == file->npos)
    place = *file;
  auto const line = errors.front().LineNumber();
  place = line ? place + ":" + std::to_string(*line) : place_of(errors.front().Message(), place);
  std::string said;
  std::size_t count = 0;
  for (auto const& each : errors) {
    if (++count > 5) break;
    said += (said.empty() ? "" : "; ") + each.Message();
  }
  for (auto& c : said)
    if (c == '\n') c = ' ';
  refuse(place, visible("a model of which sdformat says: " + said),
         "a model in SDF of which it says nothing");
}

/// Loads the model, takes out of its errors what is only warned of, and notes attributes among
/// these.
sdf::Errors load_root(std::string const& path, sdf::ParserConfig config, sdf::Root& root,
                      Robot& robot) {
  auto const file = std::filesystem::absolute(path).string();
  config.SetWarningsPolicy(sdf::EnforcementPolicy::ERR);
  auto errors = root.Load(file, config);
  std::erase_if(errors, [&](auto const& each) { return note_attribute(each, path, robot); });
  if (errors.empty()) return {};
  root = {};
  config.SetWarningsPolicy(sdf::EnforcementPolicy::LOG);
  return root.Load(file, config);
}

/// Included files are read for themselves, as sdformat does not pass on what it warns of in them.
void note_attributes(SdfIncludes const& includes, sdf::ParserConfig config, std::string const& path,
                     Robot& robot) {
  config.SetWarningsPolicy(sdf::EnforcementPolicy::ERR);
  for (auto const& file : includes.files) {
    if (std::filesystem::weakly_canonical(path) == file) continue;
    sdf::Errors warnings;
    sdf::readFile(file, config, warnings);
    for (auto const& each : warnings) note_attribute(each, file, robot);
  }
}

Robot load_sdf(std::string const& path, std::vector<std::string> const& search,
               SdfIncludes const& includes) {
  // It speaks through errors alone, as does urdfdom, to which it turns with what is no SDF.
  sdf::Console::Instance()->SetQuiet(true);
  sdf::ParserConfig config;
  config.SetUnrecognizedElementsPolicy(sdf::EnforcementPolicy::LOG);
  find_includes(includes, config);
  Robot robot;
  robot.unsupported = includes.lacks;
  sdf::Root root;
  sdf::Errors errors;
  try {
    note_attributes(includes, config, path, robot);
    errors = load_root(path, config, root, robot);
  } catch (std::bad_alloc const&) {
    throw;
  } catch (std::exception const& e) {
    refuse(path, visible("a model of which sdformat says: " + std::string(e.what())),
           "a model in SDF");
  }
  // Inertias that no body has are refused with those of other formats, or mended.
  std::erase_if(errors, [](sdf::Error const& each) {
    return each.Code() == sdf::ErrorCode::LINK_INERTIA_INVALID;
  });
  if (!errors.empty()) refuse_sdf(path, errors);
  require_includes(root.Element(), includes, path);
  note_sdf(root.Element(), path, robot);
  add_sdf_models(root, path, search, robot);
  return robot;
}

}  // namespace

Robot read_sdf(std::string const& path, std::vector<std::string> const& search) {
  auto const includes = sdf_includes(path, search);
  // It keeps 0.5 MB for a link, of which the file has some 250 bytes.
  return robot_by_library("sdformat", path, 64 * includes.bytes,
                          [&] { return load_sdf(path, search, includes); });
}

bool has_sdf() { return true; }

}  // namespace orthant
