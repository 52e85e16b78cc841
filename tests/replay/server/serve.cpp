// The server: one page, on the loopback address only.
#include "experiments/app/replay/serve.hpp"

#include <gmock/gmock.h>
#include <httplib.h>

#include <thread>

#include "orthant/core/config/error.hpp"

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

TEST_F(Serving, ReadsNoBodyAndServesNoParts) {
  auto http = client();
  http.set_read_timeout(5);
  auto const posted = http.Post("/", std::string(1 << 22, 'x'), "text/plain");
  if (posted) {
    EXPECT_EQ(posted->status, 405);
  }
  std::string ranges = "bytes=0-1";
  for (int k = 0; k < 1000; ++k) ranges += ",0-3";
  auto const parts = client().Get("/", {{"Range", ranges}});
  if (parts) {
    EXPECT_EQ(parts->status, 416);
  }
  EXPECT_EQ(client().Get("/")->body, "<p>page");
}

TEST_F(Serving, AnswersBesideThoseWhoSayNothing) {
  std::vector<int> idle;
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(static_cast<std::uint16_t>(server_.port()));
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  for (int k = 0; k < 300; ++k) {
    idle.push_back(socket(AF_INET, SOCK_STREAM, 0));
    connect(idle.back(), reinterpret_cast<sockaddr*>(&at), sizeof at);
  }
  auto http = client();
  http.set_read_timeout(30);
  auto const answer = http.Get("/");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  for (int const each : idle) close(each);
}

TEST_F(Serving, RefusesAPortThatIsTaken) {
  EXPECT_THAT([&] { PageServer("", server_.port()); },
              ::testing::ThrowsMessage<Error>(::testing::HasSubstr("which is taken")));
}

}  // namespace
}  // namespace orthant::test
