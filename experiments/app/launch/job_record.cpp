// Writes jobs to a file and reads them.
#include "experiments/app/launch/job_record.hpp"

#include <nlohmann/json.hpp>

#include "core/config/json_file.hpp"
#include "experiments/app/files/whole_file.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

SubmittedJob job_of(Json const& json, std::string const& file) {
  auto const has = [&](char const* key, bool (Json::*is)() const noexcept) {
    return json.is_object() && json.contains(key) && (json[key].*is)();
  };
  if (!has("launcher", &Json::is_string) || !has("job", &Json::is_string) ||
      !has("tasks", &Json::is_number_integer))
    refuse(file, shown(json), R"({"launcher": NAME, "job": NAME, "tasks": COUNT})");
  return {json["launcher"], json["job"], json["tasks"]};
}

}  // namespace

JobRecord::JobRecord(fs::path file) : file_(std::move(file)) {
  if (!fs::exists(file_)) return;
  Json const json = read_json_file(file_.string());
  if (!json.is_array()) refuse(file_.string(), shown(json), "an array of jobs");
  for (auto const& each : json) jobs_.push_back(job_of(each, file_.string()));
}

void JobRecord::set(std::vector<SubmittedJob> jobs) {
  jobs_ = std::move(jobs);
  Json json = Json::array();
  for (auto const& each : jobs_)
    json.push_back({{"launcher", each.launcher}, {"job", each.job}, {"tasks", each.tasks}});
  if (!json.empty()) return write_whole(file_, json);
  std::error_code gone;
  fs::remove(file_, gone);
}

void JobRecord::add(SubmittedJob const& job) {
  auto jobs = jobs_;
  jobs.push_back(job);
  set(std::move(jobs));
}

std::vector<LiveTask> live_tasks(std::vector<SubmittedJob> const& jobs) {
  std::vector<LiveTask> out;
  for (auto const& launcher : launchers()) {
    std::vector<std::string> names;
    for (auto const& each : jobs)
      if (each.launcher == launcher.name) names.push_back(each.job);
    if (names.empty() || launcher.is_local()) continue;
    auto tasks = launcher.status(names);
    out.insert(out.end(), tasks.begin(), tasks.end());
  }
  return out;
}

}  // namespace orthant
