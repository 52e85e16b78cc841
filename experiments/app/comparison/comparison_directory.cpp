// Begins a comparison, or continues one.
#include "experiments/app/comparison/comparison_directory.hpp"

#include <thread>

#include "experiments/app/comparison/case_result.hpp"
#include "experiments/app/comparison/case_table.hpp"
#include "experiments/app/comparison/distance.hpp"
#include "experiments/app/comparison/hdf5_table.hpp"
#include "experiments/app/comparison/step_work.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/hdf5/hdf5_file.hpp"

namespace orthant {
namespace {

/// The conditions under which the cases of two calls may form one table.
void require_same(Json const& there, Json const& asked, std::string const& where) {
  for (char const* key : {"experiments", "cases", "versions"})
    if (!there.contains(key) || there[key] != asked[key])
      refuse(where, std::string("other \"") + key + "\" than those asked for",
             "the same files, values and program as when it was begun; or another directory");
}

Json missing() { return {{"status", "missing"}, {"error", "another process is at work on it"}}; }

}  // namespace

ComparisonDirectory::ComparisonDirectory(fs::path path, Plan const& plan, Json const& command,
                                         Entry entry)
    : path_(std::move(path)) {
  require_new(entry);
  Json asked = plan.json();
  asked["command"] = command;
  if (!is_begun()) {
    asked["device"] = check_plan(plan);
    asked["device"]["cores"] = std::thread::hardware_concurrency();
  }
  take(entry);
  auto const file = path_ / "comparison.json";
  new_ = !is_begun() && write_first(file, asked);
  if (!new_) require_new(entry);  // another process may have been faster
  require_same(read_json_file(file.string()), asked, file.string());
}

void ComparisonDirectory::require_new(Entry entry) const {
  if (is_begun() && entry == Entry::begins)
    refuse(path_.string(), "a comparison", "another directory, or --resume to go on with this one");
}

void ComparisonDirectory::take(Entry entry) {
  if (entry != Entry::shares) lock_.emplace(path_);
  make_directory(cases());
}

Json ComparisonDirectory::result(PlannedCase const& each) const {
  auto const file = cases() / each.id / "result.json";
  if (!fs::exists(file)) return missing();
  Json out = read_json_file(file.string());
  if (!is_case_result(out)) refuse(file.string(), "another file", "the result of a case");
  return out;
}

void ComparisonDirectory::write_table(Plan const& plan, SeeResult const& see) const {
  auto const distances = distances_to_finest(plan.json(), cases());
  auto const common = common_work(plan.json(), cases());
  // A case of another process may end meanwhile; the rows of a table must fit its columns.
  std::vector<bool> there;
  for (auto const& each : plan.cases)
    there.push_back(fs::exists(cases() / each.id / "result.json"));
  std::size_t seen = 0;
  write_case_table(path_ / "cases.csv", plan.cases.size(), [&](std::size_t i) {
    auto const& each = plan.cases[i];
    Json result = there[i] ? this->result(each) : missing();
    if (auto const found = distances.find(each.id); found != distances.end())
      result["metrics"]["distance_m"] = found->second;
    if (auto const found = common.find(each.id); found != common.end())
      result["metrics"]["common"] = found->second.metrics;
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
  for (auto const& each : {cases(), path_}) fs::remove(each, gone);  // only if it is empty
}

}  // namespace orthant
