// A solver that crashes, throws, hangs or prints gives a record, and the comparison continues.
#include "bench/oracle/child.hpp"

#include <gmock/gmock.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace orthant {
namespace {

using How = ChildEnd::How;
using ::testing::HasSubstr;

TEST(Child, ReturnsWhatTheWorkReturns) {
  std::string const text(100000, 'x');  // more than the capacity of a pipe
  auto const end = run_in_child(10, [&] {
    std::puts("not a result");
    return text;
  });
  EXPECT_EQ(end.how, How::returned);
  EXPECT_EQ(end.text, text);
}

TEST(Child, ACrashIsNamed) {
  auto const end = run_in_child(10, []() -> std::string {
    std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would report it differently
    std::raise(SIGSEGV);
    return "";
  });
  EXPECT_EQ(end.how, How::crashed);
  EXPECT_THAT(end.text, HasSubstr("crash"));
}

TEST(Child, SoIsALibraryThatEndsTheProcess) {
  auto const end = run_in_child(10, []() -> std::string { std::_Exit(7); });
  EXPECT_EQ(end.how, How::crashed);
  EXPECT_EQ(end.text, "exit 7");
}

TEST(Child, AnExceptionIsPassedOn) {
  auto const end = run_in_child(10, []() -> std::string { throw std::runtime_error("singular"); });
  EXPECT_EQ(end.how, How::threw);
  EXPECT_EQ(end.text, "singular");
}

TEST(Child, AHangIsEnded) {
  auto const end = run_in_child(0.1, []() -> std::string {
    volatile bool forever = true;
    while (forever) {
    }
    return "";
  });
  EXPECT_EQ(end.how, How::too_long);
  EXPECT_EQ(end.text, "time limit");
}

}  // namespace
}  // namespace orthant
