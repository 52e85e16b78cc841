// The server, by cpp-httplib.
#include "experiments/app/replay/serve.hpp"

#include <httplib.h>

#include <chrono>
#include <thread>

#include "core/config/error.hpp"

namespace orthant {
namespace {

constexpr std::size_t most_body = 1024;  // of a request, which needs no body [bytes]
constexpr std::size_t most_connections = 128;
constexpr int patience = 1;  // with a silent client [s]

char const* const loopback = "127.0.0.1";

/// Whether a request is addressed to this server. A page of another site may reach this port by
/// another host name and must not read the answer.
bool meant_for_us(httplib::Request const& request) {
  std::string const host = request.get_header_value("Host");
  std::string const name = host.substr(0, host.find(':'));
  return name == loopback || name == "localhost";
}

/// Checks the head of a request before anything else is read. Ranges are refused, because a
/// thousand ranges in one request are a thousand pages.
httplib::Server::HandlerResponse judged(httplib::Request const& request,
                                        httplib::Response& response) {
  using Next = httplib::Server::HandlerResponse;
  if (!meant_for_us(request))
    response.status = 403;
  else if (request.method != "GET" && request.method != "HEAD")
    response.status = 405;
  else if (!request.ranges.empty())
    response.status = 416;
  else
    return Next::Unhandled;
  return Next::Handled;
}

/// Not SO_REUSEPORT, which would share a port with another process.
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
  http.set_payload_max_length(most_body);
  http.set_keep_alive_max_count(1);
  http.set_keep_alive_timeout(patience);
  http.set_read_timeout(patience);
  http.new_task_queue = [] { return new httplib::ThreadPool(most_connections); };
  http.set_pre_routing_handler(judged);
  http.Get("/", [page = std::move(page)](auto const&, auto& response) {
    response.set_content(page, "text/html; charset=utf-8");
  });
  port_ = port == 0 ? http.bind_to_any_port(loopback) : port;
  if (port == 0 ? port_ < 0 : !http.bind_to_port(loopback, port))
    refuse("--serve", "port " + std::to_string(port) + ", which is taken", "a free port, or 0");
}

PageServer::~PageServer() = default;

void PageServer::run() { server_->http.listen_after_bind(); }

/// Before it listens, the library ignores stop().
void PageServer::stop() {
  while (!server_->http.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  server_->http.stop();
}

}  // namespace orthant
