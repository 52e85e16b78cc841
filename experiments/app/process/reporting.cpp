// Turns exceptions into one line each.
#include "experiments/app/process/reporting.hpp"

#include <cstdio>
#include <new>

#include "core/config/error.hpp"
#include "experiments/app/process/terminal.hpp"

namespace orthant {

/// A closed standard error must not end the program by another exception.
void say_error(std::string const& what) { say_line("error: " + what); }

int reporting(std::function<int()> const& action) {
  try {
    return action();
  } catch (Error const& error) {
    say_error(error.what());
  } catch (std::bad_alloc const&) {
    say_error("out of memory");
  } catch (std::exception const& error) {  // of a library, such as Kokkos without memory
    std::string const what = error.what();
    say_error(what.substr(0, what.find('\n')));
  }
  return wrong_input;
}

int with_output_written(int status) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  say_error("standard output could not be written completely");
  return status == 0 ? wrong_input : status;
}

}  // namespace orthant
