// Builds the experiment and its page, serves, and steps until the end.
#include "experiments/app/view/command.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "experiments/app/pages/page.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "experiments/app/replay/recording.hpp"
#include "experiments/app/replay/scene_json.hpp"
#include "experiments/app/view/server.hpp"
#include "orthant/core/config/json_file.hpp"

namespace orthant {
namespace {

std::atomic<int> interruptions = 0;

/// Any thread may get the signal. The second one, during a long step, ends the program.
extern "C" void interrupt_view(int signal) {
  if (++interruptions > 1) _exit(128 + signal);
}

/// Ends the hub at the first signal that ends programs.
class EndBySignal {
 public:
  explicit EndBySignal(Hub& hub) {
    interruptions = 0;
    struct sigaction told {};
    told.sa_handler = interrupt_view;
    told.sa_flags = SA_RESTART;
    for (int const each : {SIGINT, SIGTERM}) sigaction(each, &told, nullptr);
    waiting_ = std::thread([this, &hub] {
      while (!done_ && interruptions == 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      hub.end();
    });
  }
  ~EndBySignal() {
    done_ = true;
    waiting_.join();
  }
  EndBySignal(EndBySignal const&) = delete;
  EndBySignal& operator=(EndBySignal const&) = delete;

 private:
  std::atomic<bool> done_ = false;
  std::thread waiting_;
};

/// Serves in another thread, until the end of the scope, which ends the hub.
class Serving {
 public:
  Serving(PageServer& server, Hub& hub)
      : server_(server), hub_(hub), thread_([&server] { server.run(); }) {}
  ~Serving() {
    hub_.end();
    server_.stop();
    thread_.join();
  }
  Serving(Serving const&) = delete;
  Serving& operator=(Serving const&) = delete;

 private:
  PageServer& server_;
  Hub& hub_;
  std::thread thread_;
};

/// The data of the page: the scene as a replay has it, without samples.
Json page_data(Session const& session) {
  Experiment const& e = session.experiment();
  Json const name = {{"type", e.backend}};
  Json ignored;
  auto const types = backends().make(Config(name, ignored, "backend"))->joint_types();
  Json out;
  out["scene"] = scene_json(e.setup.scene, types, PageLimits{}.triangles);
  out["moving"] = Json::array();
  auto const& bodies = e.setup.scene.bodies;
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (bodies[b].motion != Motion::fixed) out["moving"].push_back(b);
  out["experiment"] = e.name;
  out["description"] = e.resolved.value("description", "");
  out["base_case"] = base_case(session.document());
  out["contacts"] = e.simulation->tells_contact_forces();
  return out;
}

}  // namespace

int view_command(ViewCommand const& command) {
  return reporting([&] {
    if (!have_pages())
      throw Error("view: this build has no pages: they take npm and node when it is built");
    Json input = read_json_file(command.file);
    for (auto const& each : command.assignments) assign(input, each);
    Live live(std::move(input), command.file);
    auto const& e = live.session().experiment();
    for (auto const& note : e.notes) say_line("note: " + note);
    if (auto const base = base_case(live.session().document()); !base.empty())
      say_line("note: " + base);
    auto const server = make_view_server(
        live, page(e.name + " · view", page_data(live.session()), view_script()), command.port);
    EndBySignal const ending(live.hub());
    Serving const serving(*server, live.hub());
    print("view: http://127.0.0.1:{}/ until interrupted\n", server->port());
    std::fflush(stdout);
    live.run();
    return 0;
  });
}

}  // namespace orthant
