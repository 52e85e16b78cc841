// Folders of cases and their names.
#include "experiments/app/comparison/claims.hpp"

#include <charconv>

namespace orthant {
namespace {

namespace fs = std::filesystem;

std::optional<int> number(std::string_view text) {
  int out = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || out < 0)
    return {};
  return out;
}

}  // namespace

std::string TaskName::text() const {
  return job + "_" + std::to_string(task) + "_" + std::to_string(attempt);
}

std::optional<TaskName> TaskName::read(std::string const& text) {
  auto const second = text.rfind('_');
  if (second == std::string::npos || second == 0) return {};
  auto const first = text.rfind('_', second - 1);
  if (first == std::string::npos || first == 0) return {};
  auto const task = number(std::string_view(text).substr(first + 1, second - first - 1));
  auto const attempt = number(std::string_view(text).substr(second + 1));
  if (!task || !attempt) return {};
  return TaskName{text.substr(0, first), *task, *attempt};
}

CaseFolders look_at(fs::path const& cases) {
  CaseFolders out;
  std::error_code gone;
  for (auto const& entry : fs::directory_iterator(cases, gone)) {
    auto const& path = entry.path();
    if (path.extension() == ".part") out.begun.insert(path.stem());
    if (path.extension().empty()) out.complete.insert(path.filename());
  }
  return out;
}

std::vector<TaskName> writers(fs::path const& cases, std::string const& id) {
  std::vector<TaskName> out;
  std::error_code gone;
  for (auto const& entry : fs::directory_iterator(cases / (id + ".part"), gone))
    if (auto const name = TaskName::read(entry.path().filename())) out.push_back(*name);
  return out;
}

void release(fs::path const& cases, std::string const& id) {
  // Renames it at once: a process that still writes there no longer finds it.
  auto const part = cases / (id + ".part"), old = cases / (id + ".old");
  std::error_code gone;
  fs::remove_all(old, gone);
  fs::rename(part, old, gone);
  fs::remove_all(old, gone);
}

}  // namespace orthant
