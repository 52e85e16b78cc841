// Goes through SDF files for what they include.
#include "orthant/core/robots/sdf_files.hpp"

#include <algorithm>
#include <filesystem>
#include <sdf/sdf.hh>

#include "orthant/core/config/child.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/config/visible.hpp"
#include "orthant/core/robots/model_files.hpp"
#include "orthant/core/robots/xml_elements.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_depth = 30, most_files = 1000;

class SdfIncludes {
 public:
  SdfIncludes(std::string const& path, std::vector<std::string> const& search) : search_(search) {
    folder_ = fs::absolute(path).parent_path();
    file(path, {});
  }
  SdfIncludeFiles found;

 private:
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

}  // namespace

SdfIncludeFiles sdf_includes(std::string const& path, std::vector<std::string> const& search) {
  return SdfIncludes(path, search).found;
}

}  // namespace orthant
