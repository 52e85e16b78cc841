// Gives cases in the order of the plan.
#include "experiments/app/comparison/case_queue.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "experiments/app/comparison/case_result.hpp"
#include "experiments/app/process/terminal.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

/// Returns 0, or the number of the error.
int set_lock(int file, std::size_t byte, short type) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(byte);
  lock.l_len = 1;
  while (fcntl(file, F_OFD_SETLK, &lock) != 0)
    if (errno != EINTR) return errno;
  return 0;
}

}  // namespace

CaseLocks::CaseLocks(std::filesystem::path file) : name_(std::move(file)) {
  file_ = open(name_.c_str(), O_RDWR | O_CLOEXEC);
  if (file_ < 0) refuse_lack(name_.string(), std::strerror(errno), "a file that can be written");
}

CaseLocks::~CaseLocks() { close(file_); }

bool CaseLocks::take(std::size_t i) {
  if (none_) return true;
  // The processes of a comparison that was just killed end some moments after it.
  for (int attempt = 0; attempt < 10; ++attempt) {
    int const error = set_lock(file_, i, F_WRLCK);
    if (error == 0) return true;
    if (error != EAGAIN && error != EACCES) {
      none_ = true;
      print(stderr,
            "warning: {}: no locks on this file system ({}): of the same shard only one process "
            "may be at work\n",
            name_.string(), std::strerror(error));
      return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

void CaseLocks::give_back(std::size_t i) {
  if (!none_) set_lock(file_, i, F_UNLCK);
}

namespace fs = std::filesystem;

CaseQueue::CaseQueue(Plan const& plan, Shard const& shard, fs::path const& directory)
    : plan_(plan), cases_(directory / "cases"), locks_(directory / "comparison.json") {
  for (auto const& each : plan.cases)
    if (shard.has(number(each)) && !has_lasting_result(cases_ / each.id)) waiting_.push_back(&each);
}

std::size_t CaseQueue::number(PlannedCase const& each) const {
  return static_cast<std::size_t>(&each - plan_.cases.data());
}

PlannedCase const* CaseQueue::next() {
  while (!waiting_.empty()) {
    auto const& each = *waiting_.front();
    waiting_.pop_front();
    if (!locks_.take(number(each))) continue;
    // A killed comparison leaves a case to go on with. The folder is made before the look at the
    // result of another process, so that this machine looks at the shared folder anew.
    if (!fs::exists(part(each) / "case.json")) fs::remove_all(part(each));
    fs::create_directories(part(each));
    if (!has_lasting_result(cases_ / each.id)) {
      fs::remove_all(cases_ / each.id);
      return &each;
    }
    fs::remove_all(part(each));
    locks_.give_back(number(each));
  }
  return nullptr;
}

fs::path CaseQueue::part(PlannedCase const& each) const { return cases_ / (each.id + ".part"); }

void CaseQueue::publish(PlannedCase const& each) {
  fs::rename(part(each), cases_ / each.id);
  locks_.give_back(number(each));
}

}  // namespace orthant
