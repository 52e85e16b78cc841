// The known end state of a body, and the error of a run at its end.
#pragma once
#include "experiments/app/references/reference.hpp"

namespace orthant {

struct EndStateSettings {
  std::string body;
  Vec3 position;

  void fields(Fields& f) {
    f.text("body", body, "whose centre of mass is looked at");
    f.vector("position", position, "[m] where it should be when the run ends");
  }
};

void register_end_state(References& registry);

}  // namespace orthant
