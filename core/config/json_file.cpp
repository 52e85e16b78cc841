// Strict JSON: refuses what nlohmann's parser would accept.
#include "core/config/json_file.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace orthant {
namespace {

constexpr int max_depth = 64;

/// Parser events: counts the depth, and stores the keys of the open objects.
class Strictness {
 public:
  explicit Strictness(std::string path) : path_(std::move(path)) {}

  bool operator()(int depth, Json::parse_event_t event, Json& parsed) {
    using Event = Json::parse_event_t;
    if (event == Event::object_start || event == Event::array_start) {
      if (depth >= max_depth)
        refuse(path_, "nesting deeper than " + std::to_string(max_depth), "fewer levels");
      if (event == Event::object_start) open_.emplace_back();
    }
    if (event == Event::object_end) open_.pop_back();
    if (event == Event::key) {
      auto const& key = parsed.get_ref<std::string const&>();
      if (!open_.back().insert(key).second)
        throw Error(path_ + ": key " + shown(parsed) + " stands twice in one object");
    }
    return true;
  }

 private:
  std::string path_;
  std::vector<std::set<std::string>> open_;
};

}  // namespace

Json parse_json(std::string const& text, std::string const& path) {
  // The parser would take this as the end of the text.
  if (text.find('\0') != text.npos) refuse(path, "a zero byte", "text");
  try {
    return Json::parse(text, Strictness(path));
  } catch (Json::exception const& error) {
    std::string why = error.what();
    if (auto const tag = why.find("] "); tag != std::string::npos) why.erase(0, tag + 2);
    for (char& c : why)
      if (static_cast<unsigned char>(c) < ' ') c = ' ';
    refuse(path, why.substr(0, 160), "one JSON object");
  }
}

Json read_json_file(std::string const& path) {
  if (std::filesystem::is_directory(path)) refuse(path, "a directory", "a JSON file");
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse(path, "no readable file", "a JSON file");
  std::ostringstream text;
  text << file.rdbuf();
  return parse_json(text.str(), path);
}

namespace {

/// The element of an array that a part of a path names.
Json& element(Json& array, std::string const& part, std::string const& where) {
  bool const digits =
      !part.empty() && part.size() < 8 && part.find_first_not_of("0123456789") == std::string::npos;
  if (!digits || std::stoul(part) >= array.size())
    refuse(where, "\"" + part + "\"", "an index below " + std::to_string(array.size()));
  return array[std::stoul(part)];
}

/// Requires that a path is no deeper than a file may nest.
void require_depth(std::string const& path, std::string const& where) {
  auto const parts = 1 + std::count(path.begin(), path.end(), '.');
  if (parts > max_depth)
    refuse(where, std::to_string(parts) + " parts", "up to " + std::to_string(max_depth));
}

/// Removes the value at a path.
void remove(Json& root, std::string const& path, std::string const& where) {
  require_depth(path, where);
  auto const dot = path.rfind('.');
  std::string const last = dot == path.npos ? path : path.substr(dot + 1);
  Json* at = &root;
  std::istringstream parts(dot == path.npos ? "" : path.substr(0, dot));
  auto const require_key = [&](std::string const& key) {
    if (!at->is_object() || !at->contains(key))
      refuse(where, "no \"" + key + "\" there", "a key that is there, to be removed");
  };
  for (std::string part; std::getline(parts, part, '.');) {
    if (!at->is_array()) require_key(part);
    at = at->is_array() ? &element(*at, part, where) : &(*at)[part];
  }
  if (at->is_array()) {
    element(*at, last, where);
    at->erase(std::stoul(last));
  } else {
    require_key(last);
    at->erase(last);
  }
}

}  // namespace

void assign(Json& root, std::string const& path, Json value, std::string const& where) {
  require_depth(path, where);
  Json* at = &root;
  std::istringstream parts(path);
  for (std::string part; std::getline(parts, part, '.');) {
    if (at->is_array()) {
      at = &element(*at, part, where);
    } else {
      if (!at->is_object() && !at->is_null()) {
        if (!at->is_string()) refuse(where, shown(*at) + " before \"" + part + "\"", "an object");
        *at = {{"type", *at}};  // expands the short form of a plug-in
      }
      at = &(*at)[part];
    }
  }
  *at = std::move(value);
}

void assign(Json& root, std::string const& assignment) {
  auto const equals = assignment.find('=');
  std::string const where = "--set " + shown(Json(assignment));
  if (equals == std::string::npos) refuse(where, "no \"=\"", "path.to.key=value");
  if (equals == 0) refuse(where, "no path before \"=\"", "path.to.key=value");
  std::string const path = assignment.substr(0, equals), value = assignment.substr(equals + 1);
  if (value.empty()) return remove(root, path, where);
  assign(root, path, Json::accept(value) ? parse_json(value, where) : Json(value), where);
}

}  // namespace orthant
