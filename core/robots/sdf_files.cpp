// Scans SDF files for what they include.
#include "core/robots/sdf_files.hpp"

#include <algorithm>
#include <filesystem>

#include "core/config/error.hpp"
#include "core/config/input_file.hpp"
#include "core/config/visible.hpp"
#include "core/robots/model_files.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_depth = 30, most_files = 1000;

/// The text with blanks in place of comments, so that positions and lines stay.
std::string without_comments(std::string text) {
  for (auto at = text.find("<!--"); at != text.npos; at = text.find("<!--", at)) {
    auto const end = text.find("-->", at);
    auto const stop = end == text.npos ? text.size() : end + 3;
    for (; at < stop; ++at)
      if (text[at] != '\n') text[at] = ' ';
  }
  return text;
}

std::string trimmed(std::string const& text) {
  auto const first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

class SdfIncludes {
 public:
  SdfIncludes(std::string const& path, std::vector<std::string> const& search) : search_(search) {
    folder_ = fs::absolute(path).parent_path();
    file(path, {});
  }
  std::map<std::string, std::string> found;

 private:
  void file(std::string const& path, std::vector<std::string> const& above) {
    if (above.size() > most_depth || ++count_ > most_files)
      refuse(path, "includes within includes without end",
             "a depth up to " + std::to_string(most_depth));
    auto const raw = read_input(path, "a model in SDF, of XML", most_model);
    if (raw.find('\0') != raw.npos) refuse(path, "a character 0", "text in XML");
    if (raw.find("<!ENTITY") != raw.npos)
      refuse(path, "a declaration of an entity", "XML without <!ENTITY");
    std::string const text = without_comments(raw);
    nesting(path, text);
    auto inside = above;
    inside.push_back(fs::weakly_canonical(path).string());
    for (auto at = text.find("<include"); at != text.npos; at = text.find("<include", at + 1)) {
      auto const end = std::min(text.size(), text.find("</include>", at));
      auto const begin = text.find("<uri>", at), close = text.find("</uri>", at);
      if (begin == text.npos || close == text.npos || close > end) continue;  // the parser says so
      std::string const uri = trimmed(text.substr(begin + 5, close - begin - 5));
      int const line =
          1 + static_cast<int>(std::count(text.begin(),
                                          text.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
      FileSpot const spot{path, line, "<include>"};
      auto const model = locate(uri, spot);
      found[uri] = model;
      for (auto const& each : files_of(model)) {
        if (std::ranges::find(inside, fs::weakly_canonical(each).string()) != inside.end())
          refuse(where(spot), "a model that includes this one", "includes that do not go round");
        file(each, inside);
      }
    }
  }

  /// The parser calls itself for each element, and takes what is no XML for URDF.
  static void nesting(std::string const& path, std::string const& text) {
    int depth = 0;
    for (auto at = text.find('<'); at != text.npos; at = text.find('<', at)) {
      if (text.compare(at, 9, "<![CDATA[") == 0) {
        at = text.find("]]>", at);
        continue;
      }
      char const next = at + 1 < text.size() ? text[at + 1] : ' ';
      auto end = at;
      for (char quote = 0; end < text.size() && (quote != 0 || text[end] != '>'); ++end)
        if (quote != 0)
          quote = text[end] == quote ? '\0' : quote;
        else if (text[end] == '"' || text[end] == '\'')
          quote = text[end];
      if (end >= text.size()) break;
      if (next == '/')
        --depth;
      else if (text[end - 1] != '/' && next != '?' && next != '!')
        ++depth;
      if (depth > 200) refuse(path, "elements within 200 others", "fewer");
      at = end;
    }
    if (depth != 0 || text.find("<sdf") == text.npos)
      refuse(path, depth != 0 ? "elements that are not closed" : "no <sdf>",
             "a model in SDF, of XML");
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

  static std::vector<std::string> files_of(std::string const& model) {
    std::error_code error;
    if (!fs::is_directory(model, error)) return {model};
    std::vector<std::string> out;
    for (auto const& each : fs::directory_iterator(model, error))
      if (each.path().extension() == ".sdf") out.push_back(each.path().string());
    std::ranges::sort(out);
    return out;
  }

  std::vector<std::string> const& search_;
  fs::path folder_;
  std::size_t count_ = 0;
};

}  // namespace

std::map<std::string, std::string> sdf_includes(std::string const& path,
                                                std::vector<std::string> const& search) {
  return SdfIncludes(path, search).found;
}

}  // namespace orthant
