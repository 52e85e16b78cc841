// The server, by cpp-httplib.
#include "experiments/replay/serve.hpp"

#include <httplib.h>

#include <chrono>
#include <thread>

#include "core/config/error.hpp"

namespace orthant {
namespace {

char const* const loopback = "127.0.0.1";

/// A page of another site may reach this port by a name of its own; it must not read the answer.
bool meant_for_us(httplib::Request const& request) {
  std::string const host = request.get_header_value("Host");
  std::string const name = host.substr(0, host.find(':'));
  return name == loopback || name == "localhost";
}

/// Not SO_REUSEPORT, which would share a port with whoever has it.
void reuse_address(socket_t socket) {
  int const yes = 1;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

}  // namespace

struct PageServer::Server {
  httplib::Server http;
};

PageServer::PageServer(std::string page, int port) : server_(std::make_unique<Server>()) {
  auto& http = server_->http;
  http.set_socket_options(reuse_address);
  http.Get("/", [page = std::move(page)](auto const& request, auto& response) {
    if (meant_for_us(request))
      response.set_content(page, "text/html; charset=utf-8");
    else
      response.status = 403;
  });
  port_ = port == 0 ? http.bind_to_any_port(loopback) : port;
  if (port == 0 ? port_ < 0 : !http.bind_to_port(loopback, port))
    refuse("--serve", "port " + std::to_string(port) + ", which is taken", "a free port, or 0");
}

PageServer::~PageServer() = default;

void PageServer::run() { server_->http.listen_after_bind(); }

/// Before it listens the library takes no notice of stop().
void PageServer::stop() {
  while (!server_->http.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  server_->http.stop();
}

}  // namespace orthant
