// Answers the requests of pages, on this machine alone.
#pragma once
#include "experiments/app/replay/serve.hpp"
#include "experiments/app/view/live.hpp"

namespace orthant {

/// GET / is the page, /events a stream of frames (server-sent events), /state, /settings, /schema
/// and /experiment are JSON. POST /control, /change and /hand take JSON. 400: a malformed request;
/// 409: one that is refused, {"error": "where: found ..., allowed: ..."}. The hub of `live` ends
/// before the server stops. Throws Error as PageServer does.
std::unique_ptr<PageServer> make_view_server(Live& live, std::string page, int port);

}  // namespace orthant
