// Replaces the server in builds without it.
#include "core/config/error.hpp"
#include "experiments/app/replay/serve.hpp"

namespace orthant {

struct PageServer::Server {};

PageServer::PageServer(std::string, int) {
  throw Error("--serve: this build has no server: it takes cpp-httplib; the page opens without");
}
PageServer::~PageServer() = default;
void PageServer::run() {}
void PageServer::stop() {}

}  // namespace orthant
