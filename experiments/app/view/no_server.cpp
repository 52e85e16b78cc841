// Replaces the server in builds without it.
#include "experiments/app/view/server.hpp"

namespace orthant {

std::unique_ptr<PageServer> make_view_server(Live&, std::string page, int port) {
  return std::make_unique<PageServer>(std::move(page), port, "view");
}

}  // namespace orthant
