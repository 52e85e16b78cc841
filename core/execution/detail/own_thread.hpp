// Whether a thread has work of its own, beside threads that have theirs.
#pragma once

namespace orthant {

/// While it lives, kernels that this thread launches on a host are plain loops, and libraries use
/// no other threads.
class OwnThread {
 public:
  OwnThread() : before_(is_) { is_ = true; }
  ~OwnThread() { is_ = before_; }
  OwnThread(OwnThread const&) = delete;
  OwnThread& operator=(OwnThread const&) = delete;

  static bool is() { return is_; }

 private:
  static inline thread_local bool is_ = false;
  bool before_;
};

}  // namespace orthant
