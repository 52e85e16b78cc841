// Goes through the elements of MJCF files. The compiler judges their grammar; this finds lines and
// file names.
#include "orthant/core/robots/mjcf_text.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <set>
#include <sstream>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/visible.hpp"
#include "orthant/core/robots/model_files.hpp"
#include "orthant/core/robots/xml_elements.hpp"

namespace orthant {
namespace {

FileSpot spot_at(MjcfElement const& e) {
  auto const name = e.attributes.find("name");
  return {e.file, e.line,
          "<" + e.tag + (name == e.attributes.end() ? "" : " " + name->second) + ">"};
}

std::string attribute(MjcfElement const& e, char const* name) {
  auto const found = e.attributes.find(name);
  return found == e.attributes.end() ? "" : found->second;
}

bool has_nan(std::string const& text) {
  if (text.find_first_of("nN") == text.npos) return false;
  std::istringstream in(text);
  for (std::string each; in >> each;) {
    std::ranges::transform(each, each.begin(), [](unsigned char c) { return std::tolower(c); });
    if (each == "nan" || each == "-nan" || each == "+nan") return true;
  }
  return false;
}

bool is_one_of(std::string const& tags, MjcfElement const& e) {
  std::istringstream in(tags);
  for (std::string each; in >> each;)
    if (each == e.tag || each == e.in + "/" + e.tag) return true;
  return false;
}

}  // namespace

MjcfText::MjcfText(std::string const& path, std::vector<std::string> const& search) : path_(path) {
  read(path, {});
  check_files(search);
}

std::string MjcfText::at_line(std::string const& said) const {
  auto const found = std::max(said.rfind("line ") + 1, said.rfind("Line number") + 1);
  if (found == 0) return path_;
  auto const digits = said.find_first_of("0123456789", found);
  if (digits == said.npos || said.find_first_of(",;:", found) < digits) return path_;
  auto const end = said.find_first_not_of("0123456789", digits);
  std::string const line = said.substr(digits, end == said.npos ? end : end - digits);
  if (files_ == 1 && line != "0") return path_ + ":" + line;
  // The compiler does not say in which file: that with the element of its message there.
  auto const names = [&](std::string const& word) {
    return !word.empty() && said.find("'" + word + "'") != said.npos;
  };
  std::set<std::string> places;
  std::string with_attribute;  // the first that the message names too
  for (auto const* list : {&elements_, &defaults_})
    for (auto const& e : *list) {
      if (!(line == "0" || std::to_string(e.line) == line) || !names(e.tag)) continue;
      auto const place = e.file + ":" + std::to_string(e.line);
      places.insert(place);
      for (auto const& [key, value] : e.attributes)
        if (with_attribute.empty() && (names(key) || names(value))) with_attribute = place;
    }
  if (!with_attribute.empty()) return with_attribute;
  return places.size() == 1 ? *places.begin() : path_;
}

void MjcfText::read(std::string const& path, std::vector<std::string> const& above) {
  std::string const text = read_model(path, "a model in MJCF, of XML");
  auto const elements = xml_elements(text, path);
  if (above.empty()) require_root(elements.front(), "mujoco", path, "a model in MJCF, <mujoco>");
  ++files_;
  bytes_ += text.size();
  auto inside = above;
  inside.push_back(path);
  std::vector<bool> in_default;
  for (auto const& each : elements) {
    auto const* const around = each.parent < 0 ? nullptr : &elements[nth(each.parent)];
    in_default.push_back(each.tag == "default" || (around && in_default[nth(each.parent)]));
    MjcfElement const e{each.tag, path, around ? around->tag : "", each.line, each.attributes};
    // the compiler takes nan for a number that is not given
    for (auto const& [key, value] : e.attributes)
      if (key != "name" && key != "class" && key != "childclass" && has_nan(value))
        refuse(where(spot_at(e)), key + "=\"" + visible(value) + "\"", "finite numbers");
    // the compiler reads <INCLUDE> too
    if (strcasecmp(e.tag.c_str(), "include") == 0) {
      include(e, inside);
    } else if (e.tag == "model" && e.in == "asset") {
      refuse(where(spot_at(e)), "a model that later compilers read with files of its own",
             "<include>");
    } else if (!in_default.back()) {
      elements_.push_back(e);
    } else {
      defaults_.push_back(e);
    }
  }
}

void MjcfText::include(MjcfElement const& e, std::vector<std::string> const& above) {
  auto const spot = spot_at(e);
  auto const file = find_model_file(attribute(e, "file"), path_, {}, spot);
  if (std::ranges::find(above, file) != above.end())
    refuse(where(spot), "a file that includes this one", "includes that do not go round");
  auto const here = e.file + ":" + std::to_string(e.line);
  if (auto const [first, fresh] = included_.emplace(file, here); !fresh)
    refuse(where(spot), visible(file) + ", which " + first->second + " includes",
           "each file once, as MuJoCo takes it");
  read(file, above);
}

void MjcfText::check_files(std::vector<std::string> const& search) {
  std::string meshes, textures;
  bool strips = false;
  for (auto const& e : elements_) {
    if (e.tag != "compiler") continue;
    // later ones count, and empty ones too
    auto const has = [&](char const* key) { return e.attributes.contains(key); };
    if (has("assetdir")) meshes = textures = attribute(e, "assetdir");
    if (has("meshdir")) meshes = attribute(e, "meshdir");
    if (has("texturedir")) textures = attribute(e, "texturedir");
    if (has("strippath")) strips = attribute(e, "strippath") == "true";
  }
  for (auto const& e : elements_)
    for (auto const& [key, value] : e.attributes) {
      bool const is_file = key.starts_with("file") && key != "filetype";
      if (!is_file || value.empty()) continue;
      namespace fs = std::filesystem;
      fs::path const name = strips ? fs::path(value).filename() : fs::path(value);
      fs::path const folder = e.tag == "texture" ? textures : meshes;
      bytes_ += fs::file_size(find_model_file((folder / name).string(), path_, search, spot_at(e)));
    }
}

FileSpot MjcfText::spot(std::string const& tags, std::string const& name, int number,
                        int count) const {
  std::vector<MjcfElement const*> all;
  for (auto const& e : elements_) {
    if (!is_one_of(tags, e)) continue;
    if (!name.empty() && attribute(e, "name") == name) return spot_at(e);
    all.push_back(&e);
  }
  if (name.empty() && static_cast<int>(all.size()) == count && number < count)
    return spot_at(*all[nth(number)]);
  // What a composite makes has names that begin with its prefix, and no element.
  std::vector<MjcfElement const*> makers;
  for (auto const& e : elements_)
    if (e.tag == "composite" && name.starts_with(attribute(e, "prefix"))) makers.push_back(&e);
  if (makers.size() == 1) {
    auto out = spot_at(*makers.front());
    if (!name.empty()) out.name += " " + name;
    return out;
  }
  auto const tag = tags.substr(0, tags.find(' '));
  return {path_, 0, name.empty() ? "<" + tag.substr(tag.find('/') + 1) + ">" : name};
}

MjcfElement const* MjcfText::first(std::function<bool(MjcfElement const&)> const& holds) const {
  for (auto const* list : {&elements_, &defaults_})
    for (auto const& e : *list)
      if (holds(e)) return &e;
  return nullptr;
}

FileSpot MjcfText::spot_of(std::string const& tag, std::string const& key) const {
  auto const* const found =
      first([&](auto const& e) { return e.tag == tag && e.attributes.contains(key); });
  return found ? spot_at(*found) : FileSpot{path_, 0, "<" + tag + ">"};
}

}  // namespace orthant
