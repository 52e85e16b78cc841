// One KokkosSession, which Python's atexit ends before the libraries are unloaded.
#include "experiments/python/session.hpp"

#include <pybind11/pybind11.h>

#include <chrono>
#include <map>
#include <optional>
#include <thread>

#include "orthant/core/execution/kokkos.hpp"

namespace orthant::python {
namespace {

std::optional<KokkosSession> session;
std::map<void const*, std::function<void()>> actions;
std::atomic<bool> has_ended = false;

/// A thread that asks for Python's lock after this is ended by Python wherever it is.
void wait_for_callers() {
  while (callers() > 0) {
    {
      pybind11::gil_scoped_release const free;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
  }
}

}  // namespace

void begin_session() {
  if (!session) session.emplace(0);
}

void end_session() {
  has_ended = true;
  wait_for_callers();
  for (auto const& [key, action] : actions) action();
  actions.clear();
  session.reset();
}

bool ending() { return has_ended; }

std::atomic<int>& callers() {
  static std::atomic<int> all = 0;
  return all;
}

void at_end(void const* key, std::function<void()> const& action) { actions[key] = action; }
void forget(void const* key) { actions.erase(key); }

std::timed_mutex& turn() {
  static std::timed_mutex all;
  return all;
}

}  // namespace orthant::python
