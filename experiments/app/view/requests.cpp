// Readers of requests.
#include "experiments/app/view/requests.hpp"

#include "orthant/core/config/json_file.hpp"

namespace orthant {
namespace {

enum class Grip { pull, push, none };

Json object_of(std::string const& text) {
  Json out = parse_json(text, "request");
  if (!out.is_object()) refuse("request", shown(out), "one JSON object");
  return out;
}

}  // namespace

ControlRequest read_control(std::string const& text) {
  Json const input = object_of(text);
  Json resolved;
  Config config(input, resolved, "request");
  ControlRequest out;
  using Action = ControlRequest::Action;
  config.need("action", "play, pause, step, reset or speed");
  config.choice("action", out.action,
                {{Action::play, "play"},
                 {Action::pause, "pause"},
                 {Action::step, "step"},
                 {Action::reset, "reset"},
                 {Action::speed, "speed"}},
                "");
  config.integer("steps", out.steps, between(1, 1000), "");
  if (out.action == Action::speed) config.need("speed", "0.001 to 1000");
  config.real("speed", out.speed, between(1e-3, 1e3), "");
  config.done();
  return out;
}

std::vector<Change> read_changes(std::string const& text) {
  Json const input = object_of(text);
  Json resolved;
  Config config(input, resolved, "request");
  config.need("changes", "an array of changes");
  std::vector<Change> out;
  for (auto& each : config.children("changes")) {
    Change change;
    each.need("path", "a JSON pointer");
    each.need("value", "any, or null");
    each.text("path", change.path, "");
    change.value = each.raw("value");
    each.done();
    out.push_back(std::move(change));
  }
  config.done();
  if (out.empty()) refuse("request/changes", "[]", "a change or more");
  return out;
}

HandRequest read_hand(std::string const& text) {
  Json const input = object_of(text);
  Json resolved;
  Config config(input, resolved, "request");
  HandRequest out;
  config.need("who", "a name of the page");
  config.text("who", out.who, "");
  if (out.who.size() > 64) refuse("request/who", "a longer text", "up to 64 bytes");
  auto grip = Grip::none;
  config.need("kind", "pull, push or none");
  config.choice("kind", grip, {{Grip::pull, "pull"}, {Grip::push, "push"}, {Grip::none, "none"}},
                "");
  if (grip != Grip::none) {
    Hand hand;
    hand.kind = grip == Grip::pull ? Hand::Kind::pull : Hand::Kind::push;
    for (char const* key : {"body", "point", "to"}) config.need(key, "a value, to hold a body");
    config.integer("body", hand.body, not_negative(), "");
    config.vector("point", hand.point_B, between(-1e9, 1e9), "");
    config.vector("to", hand.to_W, between(-1e9, 1e9), "");
    config.real("strength", hand.strength, between(1e-3, 1e3), "");
    out.hand = hand;
  }
  config.done();
  return out;
}

}  // namespace orthant
