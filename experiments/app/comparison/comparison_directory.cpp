// Beginning a comparison, and going on with one.
#include "experiments/app/comparison/comparison_directory.hpp"

#include <thread>

#include "core/config/json_file.hpp"
#include "core/hdf5/hdf5_file.hpp"
#include "experiments/app/comparison/case_table.hpp"
#include "experiments/app/comparison/hdf5_table.hpp"
#include "experiments/app/files/whole_file.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

/// What must be the same for the cases of two calls to stand in one table.
void require_same(Json const& there, Json const& asked, std::string const& where) {
  for (char const* key : {"experiments", "cases", "versions"})
    if (!there.contains(key) || there[key] != asked[key])
      refuse(where, std::string("other \"") + key + "\" than those asked for",
             "the same files, values and program as when it was begun; or another directory");
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
  if (!is_begun()) write_whole(file, asked);
  comparison_ = read_json_file(file.string());
  require_same(comparison_, asked, file.string());
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

std::vector<Json> ComparisonDirectory::write_table() const {
  auto results = case_results(comparison_, path_);
  auto const table = case_table(comparison_, results);
  write_whole(path_ / "cases.csv", to_csv(table));
  if (have_hdf5()) write_hdf5(path_, table);
  return results;
}

}  // namespace orthant
