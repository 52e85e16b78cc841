// Work that crashes, throws, hangs, prints or takes all memory ends, and what follows goes on.
#include "orthant/core/config/child.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <vector>

#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

using How = ChildEnd::How;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Child, ReturnsWhatTheWorkReturns) {
  std::string const text(100000, 'x');  // more than the capacity of a pipe
  auto const end = run_in_child(ChildLimits::of_time(10), [&] {
    std::puts("not a result");
    return text;
  });
  EXPECT_EQ(end.how, How::returned);
  EXPECT_EQ(end.text, text);
}

TEST(Child, ACrashIsNamed) {
  auto const end = run_in_child(ChildLimits::of_time(10), []() -> std::string {
    std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would report it differently
    std::raise(SIGSEGV);
    return "";
  });
  EXPECT_EQ(end.how, How::crashed);
  EXPECT_THAT(end.text, HasSubstr("crash"));
}

TEST(Child, SoIsALibraryThatEndsTheProcess) {
  auto const end = run_in_child(ChildLimits::of_time(10), []() -> std::string { std::_Exit(7); });
  EXPECT_EQ(end.how, How::crashed);
  EXPECT_EQ(end.text, "exit 7");
}

TEST(Child, AnExceptionIsPassedOn) {
  auto const end = run_in_child(ChildLimits::of_time(10),
                                []() -> std::string { throw std::runtime_error("singular"); });
  EXPECT_EQ(end.how, How::threw);
  EXPECT_EQ(end.text, "singular");
}

TEST(Child, AHangIsEnded) {
  auto const end = run_in_child(ChildLimits::of_time(0.1), []() -> std::string {
    volatile bool forever = true;
    while (forever) {
    }
    return "";
  });
  EXPECT_EQ(end.how, How::too_long);
  EXPECT_EQ(end.text, "time limit");
}

TEST(Child, OneThatTakesMoreMemoryThanItMayIsEnded) {
  auto const room = [](std::uintmax_t most) {
    return run_in_child({.cpu_seconds = 10, .idle_seconds = 100, .bytes = most}, [] {
      std::vector<char> much(std::size_t{1} << 28);
      return std::to_string(much.size());
    });
  };
  EXPECT_EQ(room(std::uintmax_t{1} << 29).text, "268435456");
  EXPECT_NE(room(std::uintmax_t{1} << 27).how, How::returned);
}

TEST(Child, AnswersOfThreadsDoNotWaitForEachOther) {
  std::atomic<bool> done = false;
  std::thread slow([&] {
    run_in_child(ChildLimits::of_time(10), [] {
      sleep(2);
      return std::string();
    });
    done = true;
  });
  usleep(200000);
  EXPECT_EQ(run_in_child(ChildLimits::of_time(10), [] { return std::string("quick"); }).text,
            "quick");
  EXPECT_FALSE(done);
  slow.join();
}

TEST(Child, AReaderSaysWhatItsLibrarySays) {
  auto const said = [](auto const& work) {
    try {
      return read_by_library("Some", "scene/file (x)", 10, work);
    } catch (Error const& e) {
      return std::string(e.what());
    }
  };
  EXPECT_EQ(said([] { return std::string("points"); }), "points");
  EXPECT_EQ(said([]() -> std::string { throw Error("x:3: found a"); }), "x:3: found a");
  EXPECT_THAT(said([]() -> std::string { std::_Exit(7); }),
              AllOf(StartsWith("scene/file (x): found a file that Some does not read: exit 7"),
                    HasSubstr("allowed: one that it reads in")));
  EXPECT_THROW(read_by_library("Some", "x", 10, []() -> std::string { throw Lack("no room"); }),
               Lack);
}

}  // namespace
}  // namespace orthant
