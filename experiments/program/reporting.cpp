// Exceptions to one line each.
#include "experiments/program/reporting.hpp"

#include <spdlog/fmt/fmt.h>

#include "core/config/error.hpp"

namespace orthant {

int reporting(std::function<int()> const& action) {
  try {
    return action();
  } catch (Error const& error) {
    fmt::print(stderr, "error: {}\n", error.what());
  } catch (std::bad_alloc const&) {
    fmt::print(stderr, "error: out of memory\n");
  } catch (std::exception const& error) {  // of a library, such as Kokkos where memory runs out
    std::string const what = error.what();
    fmt::print(stderr, "error: {}\n", what.substr(0, what.find('\n')));
  }
  return wrong_input;
}

}  // namespace orthant
