// Reads the command line, and does what its command says.
#include "experiments/app/cli/program.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "experiments/app/cli/command_line.hpp"
#include "experiments/app/cli/command_words.hpp"
#include "experiments/app/cli/commands.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"

namespace orthant {
namespace {

/// Opens a standard stream again that the caller has closed, so that the next file does not get its
/// descriptor. Writing to it fails and is reported.
void keep_streams() {
  for (int const stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    int const full = open("/dev/full", O_RDWR);
    if (full < 0 || full == stream) continue;
    dup2(full, stream);
    close(full);
  }
}

int commands(int argc, char** argv) {
  CLI::App app{"Research framework for non-smooth rigid-body dynamics."};
  app.set_version_flag("--version", [] { return version_text(); });
  app.require_subcommand(1);
  Command const all[] = {add_run(app),   add_check(app),  add_compare(app),   add_fit(app),
                         add_solve(app), add_replay(app), add_view(app),      add_report(app),
                         add_diff(app),  add_figure(app), add_import(app),    add_new(app),
                         add_list(app),  add_schema(app), add_completion(app)};
  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& error) {
    std::ostringstream help, wrong;
    if (app.exit(error, help, wrong) == 0) {
      print("{}", help.str());
      return 0;
    }
    refuse_words(app, error, {argv + std::min(argc, 1), argv + argc});
  }
  auto const* const chosen =
      std::ranges::find_if(all, [](Command const& each) { return each.words->parsed(); });
  return chosen->act({argv, argv + argc});
}

}  // namespace

int program(int argc, char** argv) {
  keep_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that is too large is reported as one that is not written
  int const status = with_output_written(reporting([&] { return commands(argc, argv); }));
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return status;  // they report at their end
#else
  std::fflush(nullptr);
  // Without enough memory a BLAS library may wait at exit for threads that were never started.
  std::_Exit(status);
#endif
}

}  // namespace orthant
