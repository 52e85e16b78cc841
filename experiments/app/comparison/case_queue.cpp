// Gives cases in the order of the plan.
#include "experiments/app/comparison/case_queue.hpp"

#include "experiments/app/comparison/case_result.hpp"

namespace orthant {

namespace fs = std::filesystem;

AllCases::AllCases(Plan const& plan, fs::path directory) : directory_(std::move(directory)) {
  for (auto const& each : plan.cases)
    if (!has_lasting_result(directory_ / each.id)) waiting_.push_back(&each);
}

PlannedCase const* AllCases::next() {
  if (waiting_.empty()) return nullptr;
  auto const* const out = waiting_.front();
  waiting_.pop_front();
  // A killed comparison leaves a case to go on with, or folders of tasks.
  if (!fs::exists(part(*out) / "case.json")) fs::remove_all(part(*out));
  fs::remove_all(directory_ / out->id);
  fs::create_directories(part(*out));
  return out;
}

fs::path AllCases::part(PlannedCase const& each) const { return directory_ / (each.id + ".part"); }

void AllCases::publish(PlannedCase const& each) { fs::rename(part(each), directory_ / each.id); }

}  // namespace orthant
