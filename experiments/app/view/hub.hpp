// Between the thread that steps and the threads that answer requests.
#pragma once
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>

#include "orthant/core/config/config.hpp"

namespace orthant {

/// A picture of the simulation, as text, which is shared by all that read it.
struct Frame {
  std::uint64_t number = 0;
  std::string text;
};

class Hub {
 public:
  using Clock = std::chrono::steady_clock;
  using Task = std::packaged_task<Json()>;

  // For threads that answer.

  /// Runs `action` in the stepping thread, between two steps, and returns what it returns or throws
  /// what it throws. Throws Error after the end.
  Json ask(std::function<Json()> action);
  /// A frame after the one of this number; null if there is none yet after the patience.
  std::shared_ptr<Frame const> newer_than(std::uint64_t number, std::chrono::milliseconds patience);

  // For the thread that steps.

  /// What was asked for; waits until there is something, or until the time.
  std::deque<Task> tasks(Clock::time_point until);
  void publish(std::string text);

  /// May be called by any thread, more than once.
  void end();
  bool ended();

 private:
  std::mutex mutex_;
  std::condition_variable asked_, published_;
  std::deque<Task> tasks_;
  std::shared_ptr<Frame const> frame_;
  bool ended_ = false;
};

}  // namespace orthant
