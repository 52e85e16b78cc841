// Every choice of a plug-in that a step uses, on a scene with all kinds of rows.
#pragma once
#include <gtest/gtest.h>

#include "experiments/app/run/experiment.hpp"

namespace orthant::test {

struct Choice {
  std::string kind, name;
  Json settings;  // of the whole experiment
};

/// The scene, with each plug-in in turn instead of the default.
std::vector<Choice> choices(std::string const& backend);
/// For the names of tests.
std::string name_of_test(::testing::TestParamInfo<Choice> const& info);

}  // namespace orthant::test
