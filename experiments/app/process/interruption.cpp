// Notes signals in handlers that do nothing else.
#include "experiments/app/process/interruption.hpp"

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iterator>

namespace orthant {
namespace {

constexpr int noted[] = {SIGINT, SIGTERM};
std::atomic<int> came = 0;
std::atomic<long> since = 0;  // [ms]
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<long>::is_always_lock_free,
              "for a handler");

long milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1000 * now.tv_sec + now.tv_nsec / 1000000;
}

void note(int signal) {
  if (came == 0) {
    since = milliseconds();
    came = signal;
  } else if (milliseconds() - since >= Interruption::one_ms) {
    std::signal(signal, SIG_DFL);
    raise(signal);
  }
}

}  // namespace

Interruption::Interruption() {
  came = 0;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < std::size(noted); ++i) {
    sigaction(noted[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) sigaction(noted[i], &action, nullptr);
  }
}

Interruption::~Interruption() {
  for (std::size_t i = 0; i < std::size(noted); ++i) sigaction(noted[i], &before_[i], nullptr);
}

int Interruption::signal() const { return came; }

std::string Interruption::name() const {
  return came == SIGINT ? "SIGINT" : came == SIGTERM ? "SIGTERM" : "";
}

void end_by(int signal) {
  std::fflush(nullptr);
  std::signal(signal, SIG_DFL);
  raise(signal);
  std::_Exit(128 + signal);
}

}  // namespace orthant
