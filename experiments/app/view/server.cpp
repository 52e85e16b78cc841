// The server, by cpp-httplib.
#include "experiments/app/view/server.hpp"

#include <httplib.h>

#include <atomic>
#include <nlohmann/json.hpp>

#include "experiments/app/replay/serve.hpp"
#include "experiments/app/schema/experiment_schema.hpp"

namespace orthant {
namespace {

constexpr std::size_t most_of_request = 1 << 18;  // bytes
constexpr int most_streams = 32;
constexpr std::chrono::milliseconds heartbeat{1000};

char const* const json_type = "application/json";

void answer(httplib::Response& response, Json const& json, int status = 200) {
  response.status = status;
  response.set_header("Cache-Control", "no-store");
  response.set_content(json.dump(-1, ' ', false, Json::error_handler_t::replace), json_type);
}

/// Answers with what `action` returns; a refusal of the session is 409.
template <class Action>
void answer_by(httplib::Response& response, Action const& action, int refused = 409) {
  try {
    answer(response, action());
  } catch (std::exception const& error) {
    answer(response, {{"error", error.what()}}, refused);
  }
}

/// Reads a request, and does what it asks for.
template <class Read, class Act>
httplib::Server::Handler posted(Read read, Act act) {
  return [read, act](httplib::Request const& request, httplib::Response& response) {
    if (!request.get_header_value("Content-Type").starts_with(json_type))
      return answer(response, {{"error", "Content-Type: allowed: application/json"}}, 415);
    decltype(read(request.body)) asked;
    try {
      asked = read(request.body);
    } catch (std::exception const& error) {
      return answer(response, {{"error", error.what()}}, 400);
    }
    answer_by(response, [&] { return act(asked); });
  };
}

/// Sends frames until the page closes or the hub ends; a page that is slow misses some.
void stream_frames(Hub& hub, std::shared_ptr<std::atomic<int>> const& streams,
                   httplib::Response& response) {
  if (++*streams > most_streams) {
    --*streams;
    return answer(response, {{"error", "too many pages are open"}}, 503);
  }
  response.set_header("Cache-Control", "no-store");
  response.set_chunked_content_provider(
      "text/event-stream",
      [&hub, seen = std::uint64_t{0}](std::size_t, httplib::DataSink& sink) mutable {
        auto const frame = hub.newer_than(seen, heartbeat);
        if (hub.ended()) {
          sink.done();
          return true;
        }
        if (frame) seen = frame->number;
        std::string const text = frame ? "data: " + frame->text + "\n\n" : ":\n\n";
        return sink.write(text.data(), text.size());
      },
      [streams](bool) { --*streams; });
}

void add_routes(httplib::Server& http, Live& live) {
  http.Get("/favicon.ico", [](auto const&, auto& response) { response.status = 204; });
  http.Get("/events",
           [&live, streams = std::make_shared<std::atomic<int>>(0)](auto const&, auto& response) {
             stream_frames(live.hub(), streams, response);
           });
  http.Get("/schema", [schema = experiment_schema()](auto const&, auto& response) {
    answer(response, schema);
  });
  http.Get("/state", [&live](auto const&, auto& response) {
    answer_by(response, [&] { return live.state(); });
  });
  http.Get("/settings", [&live](auto const&, auto& response) {
    answer_by(response, [&] { return live.settings(); });
  });
  http.Get("/experiment", [&live](auto const&, auto& response) {
    answer_by(response, [&] { return live.saved(); });
  });
  http.Post("/control", posted(read_control, [&live](auto const& asked) {
              live.control(asked);
              return Json::object();
            }));
  http.Post("/change",
            posted(read_changes, [&live](auto const& asked) { return live.change(asked); }));
  http.Post("/hand", posted(read_hand, [&live](auto const& asked) {
              live.hold(asked);
              return Json::object();
            }));
}

}  // namespace

std::unique_ptr<PageServer> make_view_server(Live& live, std::string page, int port) {
  return std::make_unique<PageServer>(std::move(page), port, "--port",
                                      ServerLimits{.body = most_of_request, .takes_posts = true},
                                      [&live](httplib::Server& http) { add_routes(http, live); });
}

}  // namespace orthant
