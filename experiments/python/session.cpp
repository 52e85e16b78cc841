// One KokkosSession, which Python's atexit ends before the libraries are unloaded.
#include "experiments/python/session.hpp"

#include <map>
#include <optional>

#include "orthant/core/execution/kokkos.hpp"

namespace orthant::python {
namespace {

std::optional<KokkosSession> session;
std::map<void const*, std::function<void()>> actions;

}  // namespace

void begin_session() {
  if (!session) session.emplace(0);
}

void end_session() {
  for (auto const& [key, action] : actions) action();
  actions.clear();
  session.reset();
}

void at_end(void const* key, std::function<void()> const& action) { actions[key] = action; }
void forget(void const* key) { actions.erase(key); }

std::mutex& turn() {
  static std::mutex all;
  return all;
}

}  // namespace orthant::python
