// Uses posix_spawn: no shell reads the arguments, and names of files need no quotes.
#include "experiments/app/process/external.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

/// What a child does with its streams and its directory before it starts the other program.
class Actions {
 public:
  Actions() {
    posix_spawn_file_actions_init(&actions_);
    open(STDIN_FILENO, O_RDONLY);
  }
  ~Actions() { posix_spawn_file_actions_destroy(&actions_); }
  Actions(Actions const&) = delete;
  Actions& operator=(Actions const&) = delete;

  void drop(int stream) { open(stream, O_WRONLY); }
  void keep(int stream, int file) { posix_spawn_file_actions_adddup2(&actions_, file, stream); }
  void go_to(std::filesystem::path const& directory) {
    posix_spawn_file_actions_addchdir_np(&actions_, directory.c_str());
  }
  /// The status of waitpid; empty if there is no such program.
  std::optional<int> run(std::vector<std::string> words) const {
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (auto& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_t child = 0;
    if (posix_spawnp(&child, argv[0], &actions_, nullptr, argv.data(), environ) != 0)
      return std::nullopt;
    int status = 0;
    while (waitpid(child, &status, 0) != child)
      if (errno != EINTR) return 1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  }

 private:
  void open(int stream, int how) {
    posix_spawn_file_actions_addopen(&actions_, stream, "/dev/null", how, 0);
  }
  posix_spawn_file_actions_t actions_{};
};

/// A file without a name, for the output of another program.
class Memory {
 public:
  Memory() : file_(memfd_create("orthant", MFD_CLOEXEC)) {
    if (file_ < 0) throw Error(std::string("no memory file: ") + std::strerror(errno));
  }
  ~Memory() { close(file_); }
  Memory(Memory const&) = delete;
  Memory& operator=(Memory const&) = delete;

  int file() const { return file_; }
  std::string text() const {
    std::string out;
    char buffer[4096];
    lseek(file_, 0, SEEK_SET);
    for (ssize_t n = 0; (n = read(file_, buffer, sizeof buffer)) > 0;)
      out.append(buffer, static_cast<std::size_t>(n));
    return out;
  }

 private:
  int file_;
};

}  // namespace

std::optional<int> run_external(External const& program) {
  Actions actions;
  actions.drop(STDOUT_FILENO);
  if (!program.errors) actions.drop(STDERR_FILENO);
  if (!program.directory.empty()) actions.go_to(program.directory);
  return actions.run(program.arguments);
}

std::optional<Answer> ask_external(std::vector<std::string> const& arguments) {
  Memory const out, err;
  Actions actions;
  actions.keep(STDOUT_FILENO, out.file());
  actions.keep(STDERR_FILENO, err.file());
  auto const status = actions.run(arguments);
  if (!status) return std::nullopt;
  return Answer{*status, out.text(), err.text()};
}

std::string shell_word(std::string const& word) {
  constexpr char const* plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string out = "'";
  for (char const c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

}  // namespace orthant
