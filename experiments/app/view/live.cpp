// The loop of a view.
#include "experiments/app/view/live.hpp"

#include <nlohmann/json.hpp>

namespace orthant {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds frame_apart{16};        // sixty pictures a second
constexpr milliseconds silence_at_most{2000};  // of a page that holds a body
constexpr milliseconds lag{50};                // beyond which lost time is given up
constexpr std::size_t most_hands = 16;

Json vector_json(Vec3 const& v) { return {v[0], v[1], v[2]}; }

}  // namespace

Live::Live(Json experiment, std::string path) : session_(std::move(experiment), std::move(path)) {}

void Live::begin_clock() {
  origin_time_ = session_.state().time;
  origin_clock_ = Clock::now();
}

Live::Clock::time_point Live::step_due() const {
  double const ahead = session_.state().time + session_.experiment().setup.h - origin_time_;
  double const seconds = std::min(ahead / speed_, 3600.0);
  return origin_clock_ +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

Live::Clock::time_point Live::due() const {
  auto out = Clock::now() + std::chrono::hours(1);
  if (playing_) out = std::min(out, step_due());
  if (new_) out = std::min(out, published_ + frame_apart);
  if (!held_.empty()) out = std::min(out, Clock::now() + milliseconds(100));
  return out;
}

void Live::run() {
  while (!hub_.ended()) {
    for (auto& task : hub_.tasks(due())) {
      task();
      new_ = true;
    }
    drop_silent();
    if (playing_ && Clock::now() >= step_due()) {
      if (Clock::now() > step_due() + lag) begin_clock();
      step();
    }
    if (new_ && Clock::now() >= published_ + frame_apart) publish();
  }
}

void Live::step() {
  if (!session_.step()) playing_ = false;
  new_ = true;
}

void Live::publish() {
  std::vector<Hand> hands;
  for (auto const& [who, held] : held_) hands.push_back(held.hand);
  hub_.publish(frame_text(session_, playing_, speed_, hands));
  published_ = Clock::now();
  new_ = false;
}

/// A page that was closed says nothing.
void Live::drop_silent() {
  auto const now = Clock::now();
  if (std::erase_if(
          held_, [&](auto const& each) { return now - each.second.heard > silence_at_most; }) == 0)
    return;
  hold_all();
  new_ = true;
}

void Live::hold_all() {
  std::vector<Hand> hands;
  for (auto const& [who, held] : held_) hands.push_back(held.hand);
  session_.hold(std::move(hands));
}

void Live::obey(ControlRequest const& request) {
  using Action = ControlRequest::Action;
  switch (request.action) {
    case Action::play:
      playing_ = true;
      break;
    case Action::pause:
      playing_ = false;
      break;
    case Action::step:
      playing_ = false;
      for (int k = 0; k < request.steps && !hub_.ended(); ++k)
        if (!session_.step()) break;
      break;
    case Action::reset:
      session_.reset();
      hold_all();
      break;
    case Action::speed:
      speed_ = request.speed;
  }
  begin_clock();
}

void Live::control(ControlRequest const& request) {
  hub_.ask([&] {
    obey(request);
    return Json();
  });
}

Json Live::change(std::vector<Change> const& changes) {
  return hub_.ask([&]() -> Json {
    std::string const told = session_.change(changes);
    begin_clock();
    return {{"told", told}};
  });
}

void Live::hold(HandRequest const& request) {
  hub_.ask([&] {
    auto const before = held_;
    if (request.hand)
      held_[request.who] = {*request.hand, Clock::now()};
    else
      held_.erase(request.who);
    try {
      if (held_.size() > most_hands)
        refuse("hands", std::to_string(held_.size()), "up to " + std::to_string(most_hands));
      hold_all();
    } catch (Error const&) {
      held_ = before;
      throw;
    }
    return Json();
  });
}

Json Live::state() {
  return hub_.ask([&] {
    auto const now = session_.state();
    auto const& bodies = session_.experiment().setup.scene.bodies;
    Json out = {{"step", session_.steps()},
                {"time_s", now.time},
                {"playing", playing_},
                {"speed", speed_},
                {"revision", session_.revision()},
                {"numbers", session_.numbers()},
                {"solved", session_.last_solved()},
                {"unsolved_steps", session_.unsolved().steps},
                {"stopped", session_.why_stopped()},
                {"file_differs", session_.why_not_same()}};
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      auto const& [p, q] = now.pose[b];
      out["bodies"].push_back({{"name", bodies[b].name},
                               {"dynamic", bodies[b].motion == Motion::dynamic},
                               {"position_m", vector_json(p)},
                               {"orientation", {q.w, q.x, q.y, q.z}},
                               {"velocity_m_s", vector_json(linear(now.twist[b]))},
                               {"spin_rad_s", vector_json(angular(now.twist[b]))}});
    }
    return out;
  });
}

Json Live::settings() {
  return hub_.ask([&]() -> Json {
    return {{"revision", session_.revision()},
            {"values", changeable(session_.document())},
            {"resolved", changeable(session_.experiment().resolved)}};
  });
}

Json Live::saved() {
  return hub_.ask([&] { return session_.to_run_again(); });
}

}  // namespace orthant
