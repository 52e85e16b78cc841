// The server, by cpp-httplib: which requests are read, and where it listens.
#include "experiments/app/replay/serve.hpp"

#include <httplib.h>

#include <chrono>
#include <thread>

#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

constexpr std::size_t most_connections = 128;
constexpr int patience = 1;  // with a silent client [s]

char const* const loopback = "127.0.0.1";

/// Whether the host of "HOST" or "HOST:PORT" is this machine by its loopback address.
bool is_loopback(std::string const& host) {
  std::string const name = host.substr(0, host.find(':'));
  return name == loopback || name == "localhost";
}

/// Whether a request is addressed to this server, and comes from no other site. A page of another
/// site may reach this port by another host name and must not read the answer.
bool meant_for_us(httplib::Request const& request) {
  if (!is_loopback(request.get_header_value("Host"))) return false;
  if (!request.has_header("Origin")) return true;
  // A page of this server has its address, port included.
  return request.get_header_value("Origin") == "http://" + request.get_header_value("Host");
}

/// Ranges are refused, because a thousand ranges in one request are a thousand pages, and packed
/// bodies, because the limit of a body holds for what is sent.
httplib::Server::HandlerResponse judged(httplib::Request const& request,
                                        httplib::Response& response, bool takes_posts) {
  using Next = httplib::Server::HandlerResponse;
  bool const reads = request.method == "GET" || request.method == "HEAD";
  if (!meant_for_us(request))
    response.status = 403;
  else if (!reads && !(takes_posts && request.method == "POST"))
    response.status = 405;
  else if (!request.ranges.empty())
    response.status = 416;
  else if (request.has_header("Content-Encoding"))
    response.status = 415;
  else
    return Next::Unhandled;
  return Next::Handled;
}

/// Not SO_REUSEPORT, which would share a port with another process.
void reuse_address(socket_t socket) {
  int const yes = 1;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

/// Refuses requests to other hosts or from other sites' pages, other methods, long bodies and
/// parts, before anything else is read.
void keep_to_loopback(httplib::Server& server, ServerLimits const& limits) {
  server.set_socket_options(reuse_address);
  server.set_payload_max_length(limits.body);
  server.set_keep_alive_max_count(1);
  server.set_keep_alive_timeout(patience);
  server.set_read_timeout(patience);
  server.new_task_queue = [] { return new httplib::ThreadPool(most_connections); };
  server.set_pre_routing_handler([posts = limits.takes_posts](auto const& request, auto& response) {
    return judged(request, response, posts);
  });
}

/// Binds to 127.0.0.1 and returns the port; 0 takes a free one. Throws Error, which names `option`,
/// if it is in use.
int bind_to_loopback(httplib::Server& server, int port, std::string const& option) {
  int const bound = port == 0 ? server.bind_to_any_port(loopback) : port;
  if (port == 0 ? bound < 0 : !server.bind_to_port(loopback, port))
    refuse(option, "port " + std::to_string(port) + ", which is taken", "a free port, or 0");
  return bound;
}

/// Ends listen_after_bind(), from another thread. Before it listens, the library ignores stop().
void stop_listening(httplib::Server& server) {
  while (!server.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  server.stop();
}

}  // namespace

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
