// A call into the library: without Python's lock, and one at a time.
#pragma once
#include <pybind11/pybind11.h>

#include <mutex>

#include "core/config/error.hpp"
#include "experiments/python/callables.hpp"
#include "experiments/python/session.hpp"

namespace orthant::python {

/// Whether this thread is in such a call already.
inline bool& inside() {
  thread_local bool is = false;
  return is;
}

/// Runs `action`, whose result it returns, while other threads of Python run. Throws what a
/// function in Python threw meanwhile.
template <class Action>
auto working(Action const& action) {
  if (inside())
    throw Error("a function in Python that a step calls may not call the library itself");
  struct Inside {
    Inside() { inside() = true; }
    ~Inside() { inside() = false; }
  };
  auto result = [&] {
    pybind11::gil_scoped_release const free;
    std::scoped_lock const mine(turn());
    Inside const here;
    return action();
  }();
  raise_pending();
  return result;
}

/// Throws where Ctrl-C was pressed; from within `working`.
inline void hear_interrupts() {
  pybind11::gil_scoped_acquire const hold;
  if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
}

}  // namespace orthant::python
