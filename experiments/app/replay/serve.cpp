// The server, by cpp-httplib.
#include "experiments/app/replay/serve.hpp"

#include "experiments/app/replay/loopback.hpp"

namespace orthant {

struct PageServer::Server {
  httplib::Server http;
};

PageServer::PageServer(std::string page, int port, std::string const& option,
                       ServerLimits const& limits, std::function<void(httplib::Server&)> const& add)
    : server_(std::make_unique<Server>()) {
  auto& http = server_->http;
  keep_to_loopback(http, limits);
  http.Get("/", [page = std::move(page)](auto const&, auto& response) {
    response.set_content(page, "text/html; charset=utf-8");
  });
  if (add) add(http);
  port_ = bind_to_loopback(http, port, option);
}

PageServer::~PageServer() = default;

void PageServer::run() { server_->http.listen_after_bind(); }

void PageServer::stop() { stop_listening(server_->http); }

}  // namespace orthant
