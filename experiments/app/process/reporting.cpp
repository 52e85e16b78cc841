// Turns exceptions into one line each.
#include "experiments/app/process/reporting.hpp"

#include <cstdio>
#include <new>
#include <system_error>

#include "experiments/app/process/terminal.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {

/// A closed standard error must not end the program by another exception.
void say_error(std::string const& what) { say_line("error: " + what); }

int reporting(std::function<int()> const& action, int lack) {
  try {
    return action();
  } catch (Lack const& error) {
    say_error(error.what());
    return lack;
  } catch (Error const& error) {
    say_error(error.what());
  } catch (std::bad_alloc const&) {
    say_error("out of memory");
    return lack;
  } catch (std::exception const& error) {  // of a library
    std::string const what = error.what();
    say_error(what.substr(0, what.find('\n')));
    // Kokkos without memory, files, threads
    bool const memory = what.find("failed to allocate") != what.npos;
    if (memory || dynamic_cast<std::system_error const*>(&error) != nullptr) return lack;
  }
  return wrong_input;
}

int with_output_written(int status) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  say_error("standard output could not be written completely");
  return status == 0 ? wrong_input : status;
}

}  // namespace orthant
