// Starts, observes and stops the program.
#include "tests/comparison/background.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>

#include "tests/table.hpp"

namespace orthant::test {

Background::Background(std::vector<std::string> const& arguments) {
  std::vector<std::string> words = {ORTHANT_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (auto& each : words) pointers.push_back(each.data());
  pointers.push_back(nullptr);
  pid_ = fork();
  if (pid_ != 0) return;
  int const nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  execv(pointers.front(), pointers.data());
  _exit(127);
}

Background::~Background() {
  if (pid_ < 0) return;
  send(SIGKILL);
  wait();
}

void Background::send(int signal) const { kill(pid_, signal); }

int Background::wait() {
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

namespace {

struct Process {
  int pid = -1, parent = -1;
  std::string state = "Z";
};

/// pid (name) state parent ...; the names here have no blanks. One that has ended is a zombie.
Process process(std::filesystem::path const& directory) {
  std::ifstream stat(directory / "stat");
  Process out;
  std::string name;
  stat >> out.pid >> name >> out.state >> out.parent;
  return stat ? out : Process{};
}

}  // namespace

bool is_running(int pid) { return process("/proc/" + std::to_string(pid)).state != "Z"; }

std::vector<int> Background::children() const {
  std::vector<int> out;
  std::error_code gone;  // processes may end meanwhile
  for (auto const& entry : std::filesystem::directory_iterator("/proc", gone))
    if (auto const found = process(entry.path()); found.parent == pid_ && found.state != "Z")
      out.push_back(found.pid);
  return out;
}

bool wait_until(std::function<bool()> const& done) {
  auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!done()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

Json stack_with(std::string const& sweep) {
  Json input = base_of("stack");
  input["sweep"] = Json::parse(sweep);
  return input;
}

Table cases_of(std::filesystem::path const& directory, std::vector<std::string> const& left_out) {
  Table out = read_csv(directory / "cases.csv");
  for (std::size_t c = 0; c < out.columns.size(); ++c)
    if (std::find(left_out.begin(), left_out.end(), out.columns[c]) != left_out.end())
      for (auto& row : out.rows) row[c].clear();
  return out;
}

std::vector<std::string> column(Table const& table, std::string const& name) {
  std::vector<std::string> out;
  auto const at = std::find(table.columns.begin(), table.columns.end(), name);
  if (at != table.columns.end())
    for (auto const& row : table.rows) out.push_back(row[at - table.columns.begin()]);
  return out;
}

}  // namespace orthant::test
