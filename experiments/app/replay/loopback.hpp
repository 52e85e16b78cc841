// What servers of this machine alone have in common, by cpp-httplib.
#pragma once
#include <httplib.h>

#include "experiments/app/replay/serve.hpp"

namespace orthant {

/// Whether the host of "HOST" or "HOST:PORT" is this machine by its loopback address.
bool is_loopback(std::string const& host);

/// Refuses requests to other hosts or from other sites' pages, other methods, long bodies and
/// parts, before anything else is read.
void keep_to_loopback(httplib::Server& server, ServerLimits const& limits);

/// Binds to 127.0.0.1 and returns the port; 0 takes a free one. Throws Error, which names `option`,
/// if it is in use.
int bind_to_loopback(httplib::Server& server, int port, std::string const& option);

/// Ends listen_after_bind(), from another thread.
void stop_listening(httplib::Server& server);

}  // namespace orthant
