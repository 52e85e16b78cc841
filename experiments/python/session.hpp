// Keeps Kokkos while Python runs, and allows one step at a time.
#pragma once
#include <atomic>
#include <functional>
#include <mutex>

namespace orthant::python {

/// Initialises Kokkos; once for each process.
void begin_session();
/// Waits for calls of other threads, which end after their step; releases all objects with arrays,
/// and finalises Kokkos. Remaining objects cannot be used afterwards.
void end_session();
/// Whether end_session has begun.
bool ending();
/// Calls into the library that have not returned to Python.
std::atomic<int>& callers();

/// Adds an action of end_session; `key` identifies it for `forget`.
void at_end(void const* key, std::function<void()> const& action);
void forget(void const* key);

/// Held while the library computes, so that simulations of all threads take turns.
std::timed_mutex& turn();

}  // namespace orthant::python
