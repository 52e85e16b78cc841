// Scans SDF files for what they include.
#include "orthant/core/robots/sdf_files.hpp"

#include <algorithm>
#include <filesystem>
#include <sdf/sdf.hh>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/visible.hpp"
#include "orthant/core/robots/model_files.hpp"

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
    auto const raw = read_model(path, "a model in SDF, of XML");
    if (raw.find('\0') != raw.npos) refuse(path, "a character 0", "text in XML");
    if (auto const at = raw.find("<!ENTITY"); at != raw.npos)
      refuse(line_at(path, raw, at), "a declaration of an entity", "XML without <!ENTITY");
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
      auto const each = file_of(model, spot);
      if (std::ranges::find(inside, fs::weakly_canonical(each).string()) != inside.end())
        refuse(where(spot), "a model that includes this one", "includes that do not go round");
      file(each, inside);
    }
  }

  /// The parser calls itself for each element, and takes what is no XML for URDF.
  static void nesting(std::string const& path, std::string const& text) {
    struct Open {
      std::string tag;
      std::size_t at;
    };
    std::vector<Open> open;
    bool any = false;
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
      auto const tag_at = at + (next == '/' ? 2 : 1);
      auto const tag = text.substr(tag_at, text.find_first_of(" \t\r\n/>", tag_at) - tag_at);
      if (next != '/' && tag == "sdf") {
        any = true;
        if (text.substr(at, end - at).find("version") == text.npos)
          refuse(line_at(path, text, at), "<sdf> without its version", "<sdf version=\"1.9\">");
      }
      if (next == '/') {
        if (open.empty() || open.back().tag != tag)
          refuse(line_at(path, text, at),
                 "</" + visible(tag) + ">" +
                     (open.empty() ? "" : ", in <" + visible(open.back().tag) + ">"),
                 open.empty() ? "the end of an element"
                              : "</" + visible(open.back().tag) + ">, as XML is nested");
        open.pop_back();
      } else if (text[end - 1] != '/' && next != '?' && next != '!') {
        open.push_back({tag, at});
      }
      if (open.size() > 200) refuse(line_at(path, text, at), "elements within 200 others", "fewer");
      at = end;
    }
    if (!open.empty())
      refuse(line_at(path, text, open.back().at),
             "<" + visible(open.back().tag) + "> that is not closed", "a model in SDF, of XML");
    if (!any) refuse(path, "no <sdf>", "a model in SDF, of XML");
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
    auto const out = sdf::getModelFilePath(model);
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

std::map<std::string, std::string> sdf_includes(std::string const& path,
                                                std::vector<std::string> const& search) {
  return SdfIncludes(path, search).found;
}

}  // namespace orthant
