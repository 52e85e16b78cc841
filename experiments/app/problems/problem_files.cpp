// Expands patterns to files, one part of the path at a time.
#include "experiments/app/problems/problem_files.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "experiments/app/references/reference.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

bool is_file(fs::path const& path) {
  std::error_code none;
  return fs::is_regular_file(path, none);
}

bool is_pattern(std::string const& part) { return part.find_first_of("*?[") != part.npos; }

/// The names in a folder that match one part of a pattern.
std::vector<std::string> matches(fs::path const& folder, std::string const& part) {
  if (!is_pattern(part)) return {part};
  std::vector<std::string> out;
  std::error_code none;
  for (auto const& entry : fs::directory_iterator(folder, none)) {
    auto name = entry.path().filename().string();
    if (fnmatch(part.c_str(), name.c_str(), FNM_PERIOD) == 0) out.push_back(std::move(name));
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// Paths relative to `base`, or absolute.
std::vector<fs::path> files_of(fs::path const& pattern, fs::path const& base) {
  if (is_file(base / pattern)) return {pattern};  // its name may look like a pattern
  std::vector<fs::path> found = {""};
  for (auto const& part : pattern) {
    std::vector<fs::path> next;
    for (auto const& path : found)
      for (auto const& name : matches(base / path, part.string())) next.push_back(path / name);
    found = std::move(next);
  }
  std::erase_if(found, [&](fs::path const& path) { return !is_file(base / path); });
  return found;
}

void add(std::vector<ProblemFile>& out, Json const& pattern, fs::path const& folder,
         std::string const& where) {
  std::string const allowed = "a file, or a pattern such as \"problems/*.dat\"";
  if (!pattern.is_string() || pattern.get<std::string>().empty())
    refuse(where, shown(pattern), allowed);
  auto const text = pattern.get<std::string>();
  if (text.find('\0') != text.npos) refuse(where, shown(pattern), allowed);
  for (auto const& base : {folder, data_folder()}) {
    auto const found = files_of(text, base);
    for (auto const& path : found) {
      auto const whole = (base / path).lexically_normal().string();
      if (std::ranges::find(out, whole, &ProblemFile::path) == out.end())
        out.push_back({path.string(), whole});
    }
    if (!found.empty()) return;
  }
  refuse(where, shown(pattern) + ", which means no file",
         "files below " + folder.string() + " or " + data_folder().string() +
             " ($ORTHANT_DATA, or data where that is not set)");
}

}  // namespace

std::vector<ProblemFile> problem_files(Json const& given, std::string const& experiment,
                                       std::string const& where) {
  auto folder = fs::path(experiment).parent_path();
  if (folder.empty()) folder = ".";
  std::vector<ProblemFile> out;
  if (!given.is_array()) {
    add(out, given, folder, where);
    return out;
  }
  if (given.empty()) refuse(where, "[]", "at least one file or pattern");
  for (std::size_t i = 0; i < given.size(); ++i)
    add(out, given[i], folder, where + "/" + std::to_string(i));
  return out;
}

}  // namespace orthant
