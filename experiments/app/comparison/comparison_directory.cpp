// Begins a comparison, or continues one.
#include "experiments/app/comparison/comparison_directory.hpp"

#include <thread>

#include "core/config/json_file.hpp"
#include "core/hdf5/hdf5_file.hpp"
#include "experiments/app/comparison/case_result.hpp"
#include "experiments/app/comparison/case_table.hpp"
#include "experiments/app/comparison/claims.hpp"
#include "experiments/app/comparison/distance.hpp"
#include "experiments/app/comparison/hdf5_table.hpp"
#include "experiments/app/files/whole_file.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

/// The conditions under which the cases of two calls may form one table.
void require_same(Json const& there, Json const& asked, std::string const& where) {
  for (char const* key : {"experiments", "cases", "versions"})
    if (!there.contains(key) || there[key] != asked[key])
      refuse(where, std::string("other \"") + key + "\" than those asked for",
             "the same files, values and program as when it was begun; or another directory");
}

Json missing(fs::path const& cases, std::string const& id) {
  std::string why = fs::exists(cases / (id + ".part")) ? "begun" : "not begun";
  if (auto const begun = writers(cases, id); !begun.empty()) why += " by " + begun.back().text();
  return {{"status", "missing"}, {"error", why + "; --resume runs it"}};
}

Json result_in(fs::path const& directory) {
  auto const file = (directory / "result.json").string();
  Json out = read_json_file(file);
  if (!is_case_result(out)) refuse(file, "another file", "the result of a case");
  return out;
}

}  // namespace

ComparisonDirectory::ComparisonDirectory(fs::path path, Plan const& plan, Json const& command,
                                         bool resume)
    : path_(std::move(path)) {
  require_new(resume);
  Json asked = plan.json();
  asked["command"] = command;
  if (!is_begun()) {
    asked["device"] = check_plan(plan);
    asked["device"]["cores"] = std::thread::hardware_concurrency();
  }
  take();
  require_new(resume);  // another process may have been faster
  auto const file = path_ / "comparison.json";
  new_ = !is_begun();
  if (new_) write_whole(file, asked);
  require_same(read_json_file(file.string()), asked, file.string());
}

void ComparisonDirectory::require_new(bool resume) const {
  if (is_begun() && !resume)
    refuse(path_.string(), "a comparison", "another directory, or --resume to go on with this one");
}

void ComparisonDirectory::take() {
  lock_ = DirectoryLock(path_);
  std::error_code error;
  fs::create_directories(cases(), error);
  if (error) refuse(path_.string(), error.message(), "a directory that can be written");
}

void ComparisonDirectory::write_table(Plan const& plan, bool incomplete,
                                      SeeResult const& see) const {
  // Queried once, because the rows of a table must fit its columns.
  std::vector<bool> there;
  for (auto const& each : plan.cases)
    there.push_back(!incomplete || fs::exists(cases() / each.id / "result.json"));
  auto const distances = distances_to_finest(plan.json(), cases());
  std::size_t seen = 0;
  write_case_table(path_ / "cases.csv", plan.cases.size(), [&](std::size_t i) {
    auto const& each = plan.cases[i];
    Json result = there[i] ? result_in(cases() / each.id) : missing(cases(), each.id);
    if (auto const found = distances.find(each.id); found != distances.end())
      result["metrics"]["distance_m"] = found->second;
    if (i == seen) {
      see(each, result);
      ++seen;
    }
    return CaseRow{plan.json(each), std::move(result)};
  });
  if (have_hdf5()) write_hdf5(path_);
}

void ComparisonDirectory::forget() const {
  if (!new_) return;
  std::error_code gone;
  fs::remove(path_ / "comparison.json", gone);
  fs::remove(cases(), gone);  // removed only if it is empty
}

}  // namespace orthant
