// Replaces the server in builds without it.
#include "experiments/app/view/server.hpp"

namespace orthant {

struct ViewServer::Server {};

ViewServer::ViewServer(Live&, std::string, int) {
  throw Error("view: this build has no server: it takes cpp-httplib");
}
ViewServer::~ViewServer() = default;
void ViewServer::run() {}
void ViewServer::stop() {}

}  // namespace orthant
