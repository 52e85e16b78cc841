// Kokkos for as long as Python runs, and one step at a time.
#pragma once
#include <functional>
#include <mutex>

namespace orthant::python {

/// Begins Kokkos; once a process.
void begin_session();
/// Lets go of everything that holds arrays, and ends Kokkos. What lives on cannot be used then.
void end_session();

/// Called by end_session; `key` names it to `forget`.
void at_end(void const* key, std::function<void()> const& action);
void forget(void const* key);

/// Held while the library computes: several simulations take turns, whatever thread asks.
std::mutex& turn();

}  // namespace orthant::python
