// What pages ask of a view, read strictly.
#pragma once
#include <optional>
#include <string>

#include "experiments/app/view/document.hpp"
#include "experiments/app/view/hand.hpp"

namespace orthant {

struct ControlRequest {
  enum class Action { play, pause, step, reset, speed };
  Action action = Action::pause;
  int steps = 1;     // of "step"
  double speed = 1;  // of "speed": seconds of the motion in one second
};

struct HandRequest {
  std::string who;           // the page
  std::optional<Hand> hand;  // none: it lets go
};

/// {"action": "play" | "pause" | "step" | "reset" | "speed", "steps": 1, "speed": 1}. These three
/// throw Error for any other text.
ControlRequest read_control(std::string const& text);
/// {"changes": [{"path": "/solver", "value": {"type": "newton"}}]}; null removes a key.
std::vector<Change> read_changes(std::string const& text);
/// {"who": "page 1", "kind": "pull" | "push" | "none", "body": 0, "point": [0, 0, 0], "to": [0, 0,
/// 1], "strength": 1}; see Hand.
HandRequest read_hand(std::string const& text);

}  // namespace orthant
