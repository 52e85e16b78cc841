// Answers the requests of pages, on this machine alone.
#pragma once
#include <memory>
#include <string>

#include "experiments/app/view/live.hpp"

namespace orthant {

/// GET / is the page, /events a stream of frames (server-sent events), /state, /settings, /schema
/// and /experiment are JSON. POST /control, /change and /hand take JSON. 400: a malformed request;
/// 409: one that is refused, {"error": "where: found ..., allowed: ..."}.
class ViewServer {
 public:
  /// `port` 0 takes a free one. Throws Error if the port is in use, or the build has no server.
  ViewServer(Live& live, std::string page, int port);
  ~ViewServer();

  int port() const { return port_; }
  /// Serves until stop(), which another thread calls after the end of the hub.
  void run();
  void stop();

 private:
  struct Server;
  std::unique_ptr<Server> server_;
  int port_ = 0;
};

}  // namespace orthant
