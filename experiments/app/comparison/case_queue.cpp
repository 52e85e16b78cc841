// Gives cases in the order of the plan.
#include "experiments/app/comparison/case_queue.hpp"

#include "experiments/app/comparison/case_result.hpp"

namespace orthant {

namespace fs = std::filesystem;

CaseQueue::CaseQueue(Plan const& plan, Shard const& shard, fs::path const& directory)
    : plan_(plan), cases_(directory / "cases"), locks_(directory / "comparison.json") {
  for (auto const& each : plan.cases)
    if (shard.has(number(each)) && !has_lasting_result(cases_ / each.id)) waiting_.push_back(&each);
}

std::size_t CaseQueue::number(PlannedCase const& each) const {
  return static_cast<std::size_t>(&each - plan_.cases.data());
}

PlannedCase const* CaseQueue::next() {
  while (!waiting_.empty()) {
    auto const& each = *waiting_.front();
    waiting_.pop_front();
    if (!locks_.take(number(each))) continue;
    // A killed comparison leaves a case to go on with. The folder is made before the look at the
    // result of another process, so that this machine looks at the shared folder anew.
    if (!fs::exists(part(each) / "case.json")) fs::remove_all(part(each));
    fs::create_directories(part(each));
    if (!has_lasting_result(cases_ / each.id)) {
      fs::remove_all(cases_ / each.id);
      return &each;
    }
    fs::remove_all(part(each));
    locks_.give_back(number(each));
  }
  return nullptr;
}

fs::path CaseQueue::part(PlannedCase const& each) const { return cases_ / (each.id + ".part"); }

void CaseQueue::publish(PlannedCase const& each) {
  fs::rename(part(each), cases_ / each.id);
  locks_.give_back(number(each));
}

}  // namespace orthant
