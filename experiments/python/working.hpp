// Calls into the library without Python's lock, one at a time.
#pragma once
#include <pybind11/pybind11.h>

#include <chrono>
#include <mutex>
#include <type_traits>

#include "experiments/python/callables.hpp"
#include "experiments/python/session.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant::python {

inline void require_session() {
  if (ending()) throw Error("the library has ended, as Python does");
}

/// Whether this thread is in such a call.
inline bool& inside() {
  thread_local bool is = false;
  return is;
}

/// Throws if Ctrl-C was pressed; called without the lock of Python.
inline void hear_interrupts() {
  pybind11::gil_scoped_acquire const hold;
  require_session();
  if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
}

/// Runs `action` while other Python threads may run, and returns its result. Throws the exception
/// of a Python function, if one occurred, and of Ctrl-C while it waits for its turn.
template <class Action>
auto working(Action const& action) {
  if (inside())
    throw Error("a function in Python that a step calls may not call the library itself");
  require_session();
  struct Inside {
    Inside() { inside() = true; }
    ~Inside() { inside() = false; }
  };
  struct Caller {
    Caller() { ++callers(); }
    ~Caller() { --callers(); }
  };
  auto const call = [&] {
    Caller const caller;
    pybind11::gil_scoped_release const free;
    std::unique_lock mine(turn(), std::defer_lock);
    while (!mine.try_lock_for(std::chrono::milliseconds(50))) hear_interrupts();
    Inside const here;
    require_session();
    return action();
  };
  if constexpr (std::is_void_v<decltype(action())>) {
    call();
    raise_pending();
  } else {
    auto result = call();
    raise_pending();
    return result;
  }
}

}  // namespace orthant::python
