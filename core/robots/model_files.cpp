// Looks for files that a model names, and refuses what lies elsewhere.
#include "orthant/core/robots/model_files.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/input_file.hpp"
#include "orthant/core/config/visible.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

fs::path resolved(fs::path const& path) {
  std::error_code error;
  auto const out = fs::weakly_canonical(path, error);
  return error ? fs::absolute(path).lexically_normal() : out;
}

bool is_file(fs::path const& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

/// Whether a file lies in a folder, links followed.
bool lies_in(fs::path const& file, fs::path const& folder) {
  auto const inner = resolved(file).lexically_relative(resolved(folder));
  return !inner.empty() && *inner.begin() != "..";
}

/// The folder and all above it.
std::vector<fs::path> upwards(fs::path const& folder) {
  std::vector<fs::path> out;
  for (auto at = folder;; at = at.parent_path()) {
    out.push_back(at);
    if (at == at.parent_path()) return out;
  }
}

/// The folders in which REST of NAME/REST may lie. Above the model these are packages, which hold
/// the model or a package.xml, and folders that REST leads into on the way to the model: else any
/// file of the machine were one of a model.
std::vector<fs::path> packages(std::string const& name, std::string const& rest,
                               fs::path const& model_folder,
                               std::vector<std::string> const& search) {
  std::vector<fs::path> out;
  for (fs::path const place : search) {
    out.push_back(place / name);
    out.push_back(place);
  }
  auto const first = *fs::path(rest).begin();
  for (auto const& place : upwards(model_folder)) {
    if (lies_in(model_folder, place / name) || is_file(place / name / "package.xml"))
      out.push_back(place / name);
    bool const near = place == model_folder || place == model_folder.parent_path();
    if (near || lies_in(model_folder, place / first)) out.push_back(place);
  }
  return out;
}

/// The encoding of the declaration of XML, in capitals; "": none.
std::string declared_encoding(std::string const& xml) {
  auto const end = xml.find("?>");
  if (!xml.starts_with("<?xml") || end == xml.npos) return "";
  auto const at = xml.find("encoding", 5);
  auto const open = at < end ? xml.find_first_of("\"'", at) : xml.npos;
  auto const close = open < end ? xml.find(xml[open], open + 1) : xml.npos;
  if (close >= end) return "";
  auto out = xml.substr(open + 1, close - open - 1);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::toupper(c); });
  return out;
}

/// The rest of a URI with that scheme; "": another.
std::string after(std::string const& uri, std::string const& scheme) {
  return uri.starts_with(scheme) ? uri.substr(scheme.size()) : "";
}

}  // namespace

std::string read_model(std::string const& path, std::string const& allowed) {
  std::string out = read_input(path, allowed, most_model);
  auto const encoding = declared_encoding(out);
  bool const other = !encoding.empty() && encoding != "UTF-8";
  auto const bad =
      other ? nth(std::ranges::find_if(out, [](char c) { return c & 0x80; }) - out.begin())
            : utf8_bytes(out);
  if (bad == out.size()) return out;
  constexpr char const* ends = "\"'<> \t\r\n";
  auto const begin = out.find_last_of(ends, bad) + 1;  // of npos: 0
  auto const word = out.substr(std::max(begin, bad < 40 ? 0 : bad - 40), 80);
  refuse(line_at(path, out, bad),
         "\"" + visible(word.substr(0, word.find_first_of(ends))) + "\"" +
             (other ? " in " + visible(encoding) : ", which is not UTF-8"),
         "UTF-8; iconv -f " + (other ? visible(encoding) : "ENCODING") +
             " -t UTF-8 converts the file, whose declaration has to say so");
}

std::string where(FileSpot const& spot) {
  std::string out = spot.file;
  if (spot.line > 0) out += ":" + std::to_string(spot.line);
  if (!spot.name.empty()) out += ": " + visible(spot.name);
  return out;
}

std::string line_at(std::string const& file, std::string const& text, std::size_t at) {
  auto const end = text.begin() + static_cast<std::ptrdiff_t>(at);
  return file + ":" + std::to_string(1 + std::count(text.begin(), end, '\n'));
}

std::string find_model_file(std::string const& uri, std::string const& model,
                            std::vector<std::string> const& search, FileSpot const& spot) {
  auto const folder = resolved(fs::absolute(model).parent_path());
  std::string const shown = "\"" + visible(uri) + "\"";
  for (char const* scheme : {"package://", "model://"}) {
    std::string const path = after(uri, scheme);
    if (path.empty()) continue;
    auto const slash = path.find('/');
    auto const rest = slash == path.npos ? fs::path() : fs::path(path.substr(slash + 1));
    if (rest.empty() || rest.is_absolute() || *rest.lexically_normal().begin() == "..")
      refuse(where(spot), shown, "a name, and the path of a file within what it names");
    for (auto const& package : packages(path.substr(0, slash), rest, folder, search))
      if (is_file(package / rest)) return (package / rest).lexically_normal().string();
    refuse(where(spot), shown + ", which is not there",
           "a file in one of the folders of \"search\", or above " + folder.string() +
               "; name the folder of the package in \"search\"");
  }
  auto const local = after(uri, "file://");
  if (local.empty() && uri.find("://") != uri.npos)
    refuse(where(spot), shown, "package://, model:// or file://, or a path");
  fs::path const path = (folder / (local.empty() ? uri : local)).lexically_normal();
  auto near = search;
  near.push_back(folder.string());
  near.push_back(folder.parent_path().string());
  require_within(near, path.string(), spot, uri);
  if (!is_file(path))
    refuse(where(spot), shown + ", and no file " + path.string(), "the path of a file");
  return path.string();
}

void require_within(std::vector<std::string> const& folders, std::string const& file,
                    FileSpot const& spot, std::string const& uri) {
  if (std::ranges::none_of(folders, [&](auto const& each) { return lies_in(file, each); }))
    refuse(where(spot),
           "\"" + visible(uri) + "\", outside the folders of the model and of \"search\"",
           "a file there; name its folder in \"search\"");
}

}  // namespace orthant
