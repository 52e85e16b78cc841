// Replaces the server in builds without it.
#include "experiments/app/replay/serve.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {

struct PageServer::Server {};

PageServer::PageServer(std::string, int, std::string const& option, ServerLimits const&,
                       std::function<void(httplib::Server&)> const&) {
  throw Error(option + ": this build has no server: it takes cpp-httplib");
}
PageServer::~PageServer() = default;
void PageServer::run() {}
void PageServer::stop() {}

}  // namespace orthant
