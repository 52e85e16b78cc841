// Notes signals in handlers that do nothing else.
#include "experiments/app/process/interruption.hpp"

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <iterator>

namespace orthant {
namespace {

constexpr int noted[] = {SIGINT, SIGTERM};
std::atomic<int> came = 0;
static_assert(std::atomic<int>::is_always_lock_free, "for a handler");

void note(int signal) { came = signal; }

}  // namespace

Interruption::Interruption() {
  came = 0;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART | SA_RESETHAND;
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
