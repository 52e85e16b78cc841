// Reads the sources and checks the rules.
#include "tests/rules/sources.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace orthant::test {
namespace {

namespace fs = std::filesystem;

/// The folders that each folder may include besides itself; tests, bench and experiments include
/// anything.
std::map<std::string, std::vector<std::string>> const layers = {
    {"core", {}},
    {"constraints", {"core"}},
    {"solvers", {"core"}},
    {"integrators", {"core"}},
    {"backends", {"core", "constraints", "solvers", "integrators"}},
    {"experiments", {"core", "constraints", "solvers", "integrators", "backends"}}};

std::string folder_of(std::string const& path) { return path.substr(0, path.find('/')); }

/// The lines `#include ...` without blanks, so that "# include" is found too.
std::vector<std::string> include_directives(Source const& source) {
  std::vector<std::string> out;
  std::istringstream text(source.text);
  for (std::string line; std::getline(text, line);) {
    std::erase_if(line, [](unsigned char c) { return std::isspace(c) != 0; });
    if (line.rfind("#include", 0) == 0) out.push_back(line);
  }
  return out;
}

/// The file in quotes, by its place in the project; "" for one in angle brackets.
std::string project_file(std::string const& directive) {
  if (directive[8] != '"') return "";
  std::string const file = directive.substr(9, directive.find('"', 9) - 9);
  if (file == "orthant/program.hpp") return "experiments/app/cli/program.hpp";
  return file.starts_with("orthant/") ? file.substr(8) : file;
}

}  // namespace

std::vector<Source> all_sources() {
  std::vector<Source> out;
  fs::path const root = ORTHANT_SOURCE;
  for (char const* folder : {"core", "constraints", "solvers", "integrators", "backends",
                             "experiments", "tests", "bench"})
    for (auto const& entry : fs::recursive_directory_iterator(root / folder)) {
      auto const kind = entry.path().extension();
      if (kind != ".hpp" && kind != ".cpp") continue;
      std::ostringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      out.push_back({fs::relative(entry.path(), root).string(), text.str()});
    }
  std::sort(out.begin(), out.end(), [](auto const& a, auto const& b) { return a.path < b.path; });
  return out;
}

std::string first_included(Source const& source) {
  auto const all = include_directives(source);
  return all.empty() ? "" : project_file(all.front());
}

std::vector<std::string> included(Source const& source) {
  std::vector<std::string> out;
  for (auto const& each : include_directives(source))
    if (auto const file = project_file(each); !file.empty()) out.push_back(file);
  return out;
}

std::vector<std::string> wrong_arrows(Source const& source) {
  std::vector<std::string> out;
  std::string const from = folder_of(source.path);
  auto const allowed = layers.find(from);
  if (allowed == layers.end()) return out;
  for (auto const& each : included(source)) {
    std::string const to = folder_of(each);
    auto const& right = allowed->second;
    if (to != from && std::find(right.begin(), right.end(), to) == right.end())
      out.push_back(source.path + ": " + from + " must not include " + each);
  }
  return out;
}

namespace {

/// The subfolder of a folder in which a path lies; "." for a file of the folder itself.
std::string room_in(std::string const& folder, std::string const& path) {
  std::string const rest = folder.empty() ? path : path.substr(folder.size() + 1);
  auto const slash = rest.find('/');
  std::string const room = slash == rest.npos ? "." : rest.substr(0, slash);
  return room == "detail" ? "." : room;  // a folder and its details are one
}

/// Includes between the subfolders of one folder, each with an example.
using Arrows = std::map<std::string, std::map<std::string, std::string>>;

/// Searches for circles of subfolders.
class Walk {
 public:
  explicit Walk(Arrows const& arrows) : arrows_(arrows) {}

  /// An include of a circle, or "".
  std::string back_from(std::string const& room) {
    if (on_path_.contains(room)) return room;
    if (!seen_.insert(room).second) return "";
    on_path_.insert(room);
    if (auto const found = arrows_.find(room); found != arrows_.end())
      for (auto const& [next, include] : found->second)
        if (auto const back = back_from(next); !back.empty()) return back == next ? include : back;
    on_path_.erase(room);
    return "";
  }

 private:
  Arrows const& arrows_;
  std::set<std::string> seen_, on_path_;
};

}  // namespace

std::vector<std::string> circles(std::vector<Source> const& sources) {
  std::map<std::string, Arrows> folders;
  for (auto const& source : sources)
    for (auto const& target : included(source)) {
      std::string folder;  // the deepest folder that contains both
      for (;;) {
        std::string const from = room_in(folder, source.path), to = room_in(folder, target);
        if (from != to) {
          folders[folder][from].emplace(to, source.path + " includes " + target);
          break;
        }
        if (from == ".") break;
        folder += (folder.empty() ? "" : "/") + from;
      }
    }
  std::vector<std::string> out;
  for (auto const& [folder, arrows] : folders) {
    Walk walk(arrows);
    for (auto const& [room, next] : arrows)
      if (auto const back = walk.back_from(room); !back.empty()) {
        out.push_back((folder.empty() ? "the top" : folder) + ": " + back);
        break;
      }
  }
  return out;
}

int line_count(Source const& source) {
  return static_cast<int>(std::count(source.text.begin(), source.text.end(), '\n'));
}

bool begins_with_a_sentence(Source const& source) {
  std::string const& t = source.text;
  if (t.size() < 5 || t.rfind("// ", 0) != 0) return false;
  // A capital, or a name in `code`; the sentence may end on a later line of the comment.
  if (!std::isupper(static_cast<unsigned char>(t[3])) && t[3] != '`') return false;
  auto end = t.find('\n');
  while (t.compare(end + 1, 3, "// ") == 0) end = t.find('\n', end + 1);
  return t.substr(0, end).find('.') != std::string::npos;
}

}  // namespace orthant::test
