// Tasks in one direction, frames in the other.
#include "experiments/app/view/hub.hpp"

#include <nlohmann/json.hpp>

namespace orthant {

Json Hub::ask(std::function<Json()> action) {
  Task task(std::move(action));
  auto answer = task.get_future();
  {
    std::lock_guard const lock(mutex_);
    if (ended_) throw Error("the view has ended");
    tasks_.push_back(std::move(task));
  }
  asked_.notify_one();
  try {
    return answer.get();
  } catch (std::future_error const&) {
    throw Error("the view has ended");
  }
}

std::shared_ptr<Frame const> Hub::newer_than(std::uint64_t number,
                                             std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  auto const there = [&] { return frame_ && frame_->number > number; };
  published_.wait_for(lock, patience, [&] { return ended_ || there(); });
  return there() ? frame_ : nullptr;
}

std::deque<Hub::Task> Hub::tasks(Clock::time_point until) {
  std::unique_lock lock(mutex_);
  asked_.wait_until(lock, until, [&] { return ended_ || !tasks_.empty(); });
  return std::exchange(tasks_, {});
}

void Hub::publish(std::string text) {
  {
    std::lock_guard const lock(mutex_);
    auto const number = frame_ ? frame_->number + 1 : 1;
    frame_ = std::make_shared<Frame const>(Frame{number, std::move(text)});
  }
  published_.notify_all();
}

void Hub::end() {
  {
    std::lock_guard const lock(mutex_);
    ended_ = true;
    tasks_.clear();
  }
  asked_.notify_all();
  published_.notify_all();
}

bool Hub::ended() {
  std::lock_guard const lock(mutex_);
  return ended_;
}

}  // namespace orthant
