// Reads SDF by sdformat, which resolves poses, frames and includes.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <ignition/math/Pose3.hh>
#include <map>
#include <sdf/sdf.hh>

#include "orthant/core/config/child.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/config/input_file.hpp"
#include "orthant/core/config/visible.hpp"
#include "orthant/core/robots/detail/robot.hpp"
#include "orthant/core/robots/model_files.hpp"
#include "orthant/core/robots/readers.hpp"
#include "orthant/core/robots/robot_by_library.hpp"
#include "orthant/core/robots/sdf_models.hpp"
#include "orthant/core/robots/sdf_notes.hpp"
#include "orthant/core/robots/xml_elements.hpp"

namespace orthant {
namespace {

struct SdfIncludeFiles {
  std::map<std::string, std::string> by_uri;  // a folder of a model, or a file
  std::uintmax_t bytes = 0;                   // of the model, and of all that it includes
};

namespace fs = std::filesystem;

class SdfIncludes {
 public:
  SdfIncludes(std::string const& path, std::vector<std::string> const& search) : search_(search) {
    folder_ = fs::absolute(path).parent_path();
    file(path, {});
  }
  SdfIncludeFiles found;

 private:
  static constexpr std::size_t most_depth = 30, most_files = 1000;

  void file(std::string const& path, std::vector<std::string> const& above) {
    if (above.size() > most_depth || ++count_ > most_files)
      refuse(path, "includes within includes without end",
             "a depth up to " + std::to_string(most_depth));
    auto const text = read_model(path, "a model in SDF, of XML");
    found.bytes += text.size();
    auto const elements = xml_elements(text, path);
    // the parser takes what else it is for URDF
    auto const& root = elements.front();
    if (root.tag != "sdf")
      refuse(path + ":" + std::to_string(root.line), "<" + visible(root.tag) + "> and no <sdf>",
             "a model in SDF, of XML");
    if (!root.attributes.contains("version"))
      refuse(path + ":" + std::to_string(root.line), "<sdf> without its version",
             "<sdf version=\"1.9\">");
    auto inside = above;
    inside.push_back(fs::weakly_canonical(path).string());
    for (auto const& e : elements) {
      if (e.parent < 0 || e.tag != "uri") continue;
      if (elements[static_cast<std::size_t>(e.parent)].tag != "include") continue;
      FileSpot const spot{path, e.line, "<include>"};
      if (!e.plain)
        refuse(where(spot), "a <uri> of more than its text", "a <uri> with its text alone");
      auto const model = locate(e.text, spot);
      found.by_uri[e.text] = model;
      auto const each = file_of(model, spot);
      if (std::ranges::find(inside, fs::weakly_canonical(each).string()) != inside.end())
        refuse(where(spot), "a model that includes this one", "includes that do not go round");
      file(each, inside);
    }
  }

  /// A folder with a model, or a file.
  std::string locate(std::string const& uri, FileSpot const& spot) const {
    std::string const shown = "\"" + visible(uri) + "\"";
    bool const named = uri.starts_with("model://");
    if (!named && uri.find("://") != uri.npos)
      refuse(where(spot), shown, "model://NAME, or a path below the model");
    fs::path const name = named ? uri.substr(8) : uri;
    bool up = name.is_absolute() || name.empty();
    for (auto const& part : name) up = up || part == "..";
    if (up) refuse(where(spot), shown, "a path below the folder of the model or of \"search\"");
    std::error_code error;
    if (!named && fs::exists(name, error) && !fs::equivalent(name, folder_ / name, error))
      refuse(where(spot), shown + ", which is also in the folder of the program",
             "another folder of the program, or model://");
    std::vector<fs::path> places(search_.begin(), search_.end());
    places.push_back(folder_);
    if (named) places.push_back(folder_.parent_path());
    for (auto const& place : places)
      if (fs::exists(place / name, error)) return (place / name).lexically_normal().string();
    refuse(where(spot), shown + ", which is not there",
           "a folder or a file in one of the folders of \"search\", or beside the model");
  }

  /// The file itself, or that which the parser takes by the folder's model.config.
  std::string file_of(std::string const& model, FileSpot const& spot) const {
    std::error_code error;
    if (!fs::is_directory(model, error)) return model;
    for (char const* each : {"model.config", "manifest.xml"})
      if (auto const config = fs::path(model) / each; fs::exists(config, error))
        xml_elements(read_model(config, "the configuration of a model, of XML"), config.string());
    auto const out = read_by_library("sdformat", where(spot) + " (" + model + ")", 0,
                                     [&] { return sdf::getModelFilePath(model); });
    auto const name = fs::path(out).lexically_normal().lexically_relative(model);
    if (!fs::is_regular_file(out, error) || name.empty() || *name.begin() == "..")
      refuse(where(spot), "\"" + visible(model) + "\", a folder without a model",
             "one with a model.config that names a file of it");
    return out;
  }

  std::vector<std::string> const& search_;
  fs::path folder_;
  std::size_t count_ = 0;
};

/// Goes through a model and what it includes. Throws Error for what is no XML as xml_elements takes
/// it, and for includes that go round, are not there, or lie outside the folders of the model and
/// of `search`.
SdfIncludeFiles sdf_includes(std::string const& path, std::vector<std::string> const& search) {
  return SdfIncludes(path, search).found;
}

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

Robot load_sdf(std::string const& path, std::vector<std::string> const& search,
               std::map<std::string, std::string> const& includes) {
  // It speaks through errors alone, as does urdfdom, to which it turns with what is no SDF.
  sdf::Console::Instance()->SetQuiet(true);
  sdf::ParserConfig config;
  config.SetWarningsPolicy(sdf::EnforcementPolicy::LOG);
  config.SetUnrecognizedElementsPolicy(sdf::EnforcementPolicy::LOG);
  auto const found = [&](std::string const& uri) {
    auto const at = includes.find(uri);
    return at == includes.end() ? std::string() : at->second;
  };
  for (auto const& [uri, model] : includes) {
    if (!uri.starts_with("model://")) continue;
    // NAME lies in the folder that is left when NAME is taken from the path of the model.
    config.AddURIPath("model://", model.substr(0, model.size() - (uri.size() - 8)));
  }
  config.SetFindCallback(found);
  sdf::Root root;
  sdf::Errors errors;
  try {
    errors = root.Load(path, config);
  } catch (std::exception const& e) {
    refuse(path, visible("a model of which sdformat says: " + std::string(e.what())),
           "a model in SDF");
  }
  // Inertias that no body has are refused with those of other formats, or mended.
  std::erase_if(errors, [](sdf::Error const& each) {
    return each.Code() == sdf::ErrorCode::LINK_INERTIA_INVALID;
  });
  if (!errors.empty()) refuse_sdf(path, errors);
  Robot robot;
  note_sdf(root.Element(), path, robot);
  add_sdf_models(root, path, search, robot);
  return robot;
}

}  // namespace

Robot read_sdf(std::string const& path, std::vector<std::string> const& search) {
  auto const includes = sdf_includes(path, search);
  // It keeps 0.5 MB for a link, of which the file has some 250 bytes.
  return robot_by_library("sdformat", path, 64 * includes.bytes,
                          [&] { return load_sdf(path, search, includes.by_uri); });
}

bool has_sdf() { return true; }

}  // namespace orthant
