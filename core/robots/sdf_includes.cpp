// Finds included models as sdformat does, in the folders of the model and of "search" alone.
#include "orthant/core/robots/sdf_includes.hpp"

#include <algorithm>
#include <filesystem>

#include "orthant/core/config/child.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/config/visible.hpp"
#include "orthant/core/robots/model_files.hpp"
#include "orthant/core/robots/xml_elements.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_depth = 30, most_includes = 1000;
constexpr std::uintmax_t least_cost = 1000;  // of an include, which sdformat copies, in bytes

/// The elements of <include>; sdformat leaves out others without a word.
std::set<std::string> const in_include{"uri",   "name", "pose", "static", "placement_frame",
                                       "plugin"};

std::string canonical(fs::path const& path) { return fs::weakly_canonical(path).string(); }

/// What a <uri> names, and the folders in which its files may lie.
struct Located {
  std::string path;  // of a folder with a model, or a file
  std::vector<std::string> folders;
};

class SdfIncludeScan {
 public:
  SdfIncludeScan(std::string const& path, std::vector<std::string> const& search) : path_(path) {
    auto const folder = fs::absolute(path).parent_path();
    for (auto const& each : search) out_.places.push_back(fs::absolute(each).string());
    out_.places.push_back(folder.string());
    out_.above = folder.parent_path().string();
  }

  SdfIncludes run() {
    file(path_, {});
    return std::move(out_);
  }

 private:
  void file(std::string const& path, std::vector<std::string> const& above) {
    auto const text = read_model(path, "a model in SDF, of XML");
    out_.bytes += text.size();
    auto const elements = xml_elements(text, path);
    // the parser takes what else it is for URDF
    auto const& root = elements.front();
    require_root(root, "sdf", path, "a model in SDF, <sdf>");
    version(root, path);
    auto inside = above;
    inside.push_back(canonical(path));
    out_.files.insert(inside.back());
    for (auto const& e : elements) {
      if (e.parent < 0 || elements[nth(e.parent)].tag != "include") continue;
      FileSpot const spot{path, e.line, "<include>"};
      if (!in_include.contains(e.tag) && e.tag.find(':') == e.tag.npos)
        out_.lacks.push_back({spot, "<" + e.tag + "> in <include>", "take it out of the file"});
      if (e.tag != "uri") continue;
      if (!e.plain)
        refuse(where(spot), "a <uri> of more than its text", "a <uri> with its text alone");
      include(e.text, spot, inside);
    }
  }

  void version(XmlElement const& root, std::string const& path) {
    FileSpot const spot{path, root.line, ""};
    std::string const newest = sdf::SDF::Version();
    auto const found = root.attributes.find("version");
    if (found == root.attributes.end())
      refuse(where(spot), "<sdf> without its version", "<sdf version=\"" + newest + "\">");
    auto const& given = found->second;
    auto const minor = [](std::string const& of) {
      int out = -1;
      if (of.starts_with("1.") && of.size() < 6 &&
          of.find_first_not_of("0123456789", 2) == of.npos && of.size() > 2)
        out = std::stoi(of.substr(2));
      return out;
    };
    if (minor(given) < 0)
      refuse(where(spot), "the version \"" + visible(given) + "\"", "1.0 to " + newest);
    if (minor(given) > minor(newest))
      out_.lacks.push_back(
          {spot, "the version " + given + ", which this sdformat would read as " + newest,
           "a file of a version up to " + newest});
  }

  void include(std::string const& uri, FileSpot const& spot,
               std::vector<std::string> const& inside) {
    auto known = file_of_.find(uri);
    if (known == file_of_.end()) {
      auto const model = locate(uri, spot);
      out_.by_uri[uri] = model.path;
      known = file_of_.emplace(uri, file_of(uri, model, spot)).first;
    }
    auto const& each = known->second;
    if (std::ranges::find(inside, canonical(each)) != inside.end())
      refuse(where(spot), "a model that includes this one", "includes that do not go round");
    if (inside.size() > most_depth)
      refuse(where(spot), "includes at a depth of " + std::to_string(inside.size()),
             "a depth up to " + std::to_string(most_depth));
    if (++count_ > most_includes)
      refuse(where(spot), "an include after " + std::to_string(most_includes) + " others",
             std::to_string(most_includes) + " includes in all, those of included models too");
    if (out_.bytes > most_model)
      refuse(where(spot), "an include after " + std::to_string(out_.bytes >> 20) + " MB",
             std::to_string(most_model >> 20) + " MB of models in all");
    out_.bytes += least_cost;
    file(each, inside);
  }

  Located locate(std::string const& uri, FileSpot const& spot) const {
    std::string const shown = "\"" + visible(uri) + "\"";
    bool const named = uri.starts_with("model://");
    if (!named && uri.find("://") != uri.npos)
      refuse(where(spot), shown, "model://NAME, or a path below the model");
    fs::path const name = named ? uri.substr(8) : uri;
    bool up = name.is_absolute() || name.empty();
    for (auto const& part : name) up = up || part == "..";
    if (up) refuse(where(spot), shown, "a path below the folder of the model or of \"search\"");
    Located out{"", out_.places};
    auto const found = [&](fs::path const& place) {
      std::error_code error;
      if (!fs::exists(place / name, error)) return false;
      out.path = (place / name).lexically_normal().string();
      require_within(out.folders, out.path, spot, uri);
      return true;
    };
    for (auto const& place : out_.places)
      if (found(place)) return out;
    if (named) {
      out.folders.push_back(out_.above);
      if (found(out_.above)) return out;
    }
    refuse(where(spot), shown + ", which is not there",
           "a folder or a file in one of the folders of \"search\", or beside the model");
  }

  /// The file itself, or that which the parser takes by the folder's model.config.
  static std::string file_of(std::string const& uri, Located const& model, FileSpot const& spot) {
    std::error_code error;
    if (!fs::is_directory(model.path, error)) return model.path;
    for (char const* each : {"model.config", "manifest.xml"})
      if (auto const config = fs::path(model.path) / each; fs::exists(config, error)) {
        require_within(model.folders, config.string(), spot, uri + "/" + each);
        xml_elements(read_model(config, "the configuration of a model, of XML"), config.string());
      }
    auto const out = read_by_library("sdformat", where(spot) + " (" + model.path + ")", 0,
                                     [&] { return sdf::getModelFilePath(model.path); });
    auto const name = fs::path(out).lexically_normal().lexically_relative(model.path);
    if (!fs::is_regular_file(out, error) || name.empty() || *name.begin() == "..")
      refuse(where(spot), "\"" + visible(model.path) + "\", a folder without a model",
             "one with a model.config that names a file of it");
    require_within(model.folders, out, spot, uri + "/" + name.string());
    return out;
  }

  std::string const& path_;
  SdfIncludes out_;
  std::map<std::string, std::string> file_of_;  // by <uri>
  std::size_t count_ = 0;
};

void require_files(sdf::ElementPtr const& in, SdfIncludes const& includes, std::string const& last,
                   std::string const& path) {
  for (auto e = in; e; e = e->GetNextElement()) {
    auto const& file = e->FilePath();
    bool const other = !file.empty() && file.front() != '<' && file != last;
    if (other && !includes.files.contains(canonical(file)))
      refuse(path, "an <include> for which sdformat takes " + visible(file),
             "includes that it finds beside the model or in \"search\" first");
    if (auto const inner = e->GetFirstElement())
      require_files(inner, includes, other ? file : last, path);
  }
}

}  // namespace

SdfIncludes sdf_includes(std::string const& path, std::vector<std::string> const& search) {
  return SdfIncludeScan(path, search).run();
}

void find_includes(SdfIncludes const& includes, sdf::ParserConfig& config) {
  // It asks the folders of a beginning before those of the program, of its own installation and of
  // SDF_PATH; of these two, "" comes first.
  for (auto const& place : includes.places) {
    config.AddURIPath("", place);
    config.AddURIPath("model://", place);
  }
  config.AddURIPath("model://", includes.above);
  config.SetFindCallback([by_uri = includes.by_uri](std::string const& uri) {
    auto const at = by_uri.find(uri);
    return at == by_uri.end() ? std::string() : at->second;
  });
}

void require_includes(sdf::ElementPtr const& root, SdfIncludes const& includes,
                      std::string const& path) {
  require_files(root, includes, "", path);
}

}  // namespace orthant
