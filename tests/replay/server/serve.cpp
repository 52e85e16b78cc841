// The server: one page, on the loopback address alone.
#include "experiments/replay/serve.hpp"

#include <gmock/gmock.h>
#include <httplib.h>

#include <thread>

#include "core/config/error.hpp"

namespace orthant::test {
namespace {

class Serving : public ::testing::Test {
 protected:
  Serving() : server_("<p>page", 0), thread_([&] { server_.run(); }) {}
  ~Serving() override {
    server_.stop();
    thread_.join();
  }
  httplib::Client client() const {
    httplib::Client out("127.0.0.1", server_.port());
    out.set_connection_timeout(5);
    return out;
  }
  PageServer server_;
  std::thread thread_;
};

TEST_F(Serving, GivesThePage) {
  auto http = client();
  auto const answer = http.Get("/");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(answer->body, "<p>page");
  EXPECT_EQ(answer->get_header_value("Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(http.Get("/../etc/passwd")->status, 404);
}

TEST_F(Serving, RefusesOtherNames) {
  auto http = client();
  auto const answer = http.Get("/", {{"Host", "elsewhere.example"}});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 403);
  EXPECT_EQ(answer->body.find("page"), std::string::npos);
}

TEST_F(Serving, RefusesAPortThatIsTaken) {
  EXPECT_THAT([&] { PageServer("", server_.port()); },
              ::testing::ThrowsMessage<Error>(::testing::HasSubstr("which is taken")));
}

}  // namespace
}  // namespace orthant::test
