// Takes cases, and gives them back.
#include "experiments/app/comparison/task_share.hpp"

#include "core/config/error.hpp"

namespace orthant {

namespace fs = std::filesystem;

TaskShare::TaskShare(Plan const& plan, fs::path cases, TaskName who, int tasks)
    : cases_(std::move(cases)), who_(std::move(who)) {
  line_up(plan, tasks);
  look();
}

/// The task takes every n-th case for n tasks, so that similar neighbours, which may take long,
/// belong to different tasks. Then follow the shares of the other tasks in reverse order.
void TaskShare::line_up(Plan const& plan, int tasks) {
  auto const n = static_cast<int>(plan.cases.size());
  for (int k = 0; k < tasks; ++k) {
    std::vector<PlannedCase const*> share;
    for (int i = (who_.task - 1 + k) % tasks; i < n; i += tasks) share.push_back(&plan.cases[i]);
    if (k == 0)
      waiting_.insert(waiting_.end(), share.begin(), share.end());
    else
      waiting_.insert(waiting_.end(), share.rbegin(), share.rend());
  }
}

void TaskShare::look() {
  folders_ = look_at(cases_);
  looked_ = Clock::now();
}

PlannedCase const* TaskShare::next() {
  while (!waiting_.empty()) {
    auto const* const each = waiting_.front();
    waiting_.pop_front();
    if (folders_.complete.contains(each->id)) continue;
    if (folders_.begun.contains(each->id)) {
      if (take_over(*each)) return each;
      continue;
    }
    // The work of others is seen late; this only costs a folder that is made and removed.
    if (Clock::now() - looked_ > std::chrono::seconds(2)) {
      look();
      waiting_.push_front(each);
      continue;
    }
    if (take(*each)) return each;
  }
  return nullptr;
}

bool TaskShare::take(PlannedCase const& each) {
  std::error_code error;
  if (!fs::create_directory(cases_ / (each.id + ".part"), error)) {
    if (error) refuse(cases_.string(), error.message(), "a directory that tasks can write");
    return false;  // another task was faster
  }
  if (fs::exists(cases_ / each.id)) {
    fs::remove(cases_ / (each.id + ".part"), error);
    return false;
  }
  if (!fs::create_directory(part(each), error)) return false;
  mine_.insert(&each);
  return true;
}

/// Whether this task had begun the case before its node failed and the scheduler restarted it.
bool TaskShare::take_over(PlannedCase const& each) {
  if (who_.attempt == 0) return false;
  auto const all = writers(cases_, each.id);
  for (auto const& other : all)
    if (other.job != who_.job || other.task != who_.task || other.attempt >= who_.attempt)
      return false;
  std::error_code error;
  if (all.empty() || !fs::create_directory(part(each), error)) return false;
  mine_.insert(&each);
  return true;
}

fs::path TaskShare::part(PlannedCase const& each) const {
  return cases_ / (each.id + ".part") / who_.text();
}

bool TaskShare::keeps(PlannedCase const& each) const { return fs::is_directory(part(each)); }

void TaskShare::publish(PlannedCase const& each) {
  std::error_code error;
  fs::rename(part(each), cases_ / each.id, error);
  if (error && !fs::exists(cases_ / each.id) && keeps(each))
    refuse((cases_ / each.id).string(), error.message(), "a directory that tasks can write");
  fs::remove_all(cases_ / (each.id + ".part"), error);  // if another task was faster
  mine_.erase(&each);
}

void TaskShare::give_back() {
  for (auto const* each : mine_)
    if (keeps(*each)) release(cases_, each->id);
  mine_.clear();
}

}  // namespace orthant
