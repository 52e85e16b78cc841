// Serves a page to this machine only.
#pragma once
#include <memory>
#include <string>

namespace orthant {

/// Listens on 127.0.0.1, and on no other address.
class PageServer {
 public:
  /// `port` 0 takes a free one. Throws Error if the port is in use, or the build has no server.
  PageServer(std::string page, int port);
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
