// Serves a page to this machine only.
#pragma once
#include <functional>
#include <memory>
#include <string>

namespace httplib {
class Server;
}

namespace orthant {

/// How much a server reads.
struct ServerLimits {
  std::size_t body = 1024;   // of a request [bytes]
  bool takes_posts = false;  // beside GET and HEAD
};

/// Listens on 127.0.0.1, and on no other address.
class PageServer {
 public:
  /// `port` 0 takes a free one. `add` adds further routes. Throws Error, which names `option`, if
  /// the port is in use, or the build has no server.
  PageServer(std::string page, int port, std::string const& option = "--serve",
             ServerLimits const& limits = {},
             std::function<void(httplib::Server&)> const& add = {});
  ~PageServer();

  int port() const { return port_; }
  /// Serves until stop().
  void run();
  void stop();

 private:
  struct Server;
  std::unique_ptr<Server> server_;
  int port_ = 0;
};

}  // namespace orthant
