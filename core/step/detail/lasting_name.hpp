// Names of solvers that outlive the solvers, which reports have.
#pragma once
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace orthant {

/// The same text until the program ends. Solvers are made anew within a step, and when a state is
/// restored; the report of the step still names them.
inline char const* lasting(std::string_view name) {
  static std::mutex one_at_a_time;
  static std::set<std::string, std::less<>> names;
  std::lock_guard const lock(one_at_a_time);
  auto const known = names.find(name);
  return (known != names.end() ? known : names.emplace(name).first)->c_str();
}

}  // namespace orthant
