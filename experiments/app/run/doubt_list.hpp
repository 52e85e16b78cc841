// What all parts of doubts have: the scenes that they look at, and what they found.
#pragma once
#include <string>
#include <vector>

#include "experiments/app/run/experiment.hpp"

namespace orthant {

class DoubtList {
 protected:
  explicit DoubtList(Experiment const& e) : e_(e), scene_(e.setup.scene) {}

  void add(std::string const& where, std::string const& what) {
    out_.push_back(where + ": " + what);
  }

  Experiment const& e_;
  Scene const& scene_;
  std::vector<std::string> out_;
};

}  // namespace orthant
