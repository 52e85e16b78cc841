// What every backend that solves Orthant's equations promises: the bits of any other one, a state
// that can be saved, and worlds that are independent.
#pragma once
#include "orthant/tests/conformance/simulations.hpp"

namespace orthant::test {

class BackendConformance : public testing::TestWithParam<std::string> {
 protected:
  static std::unique_ptr<Simulation> of(Json const& scene, Json more = Json::object()) {
    more["backend"] = GetParam();
    return made(experiment_of(scene, more));
  }
};

TEST_P(BackendConformance, StepsHaveTheBitsOfTheSerialOne) {
  for (Json const& scene : {many_laws(), swinging()}) {
    auto const here = of(scene), serial = made(experiment_of(scene, Json::object()));
    EXPECT_EQ(here->worlds(), 1);
    EXPECT_EQ(here->bodies(), static_cast<int>(scene["bodies"].size()));
    expect_same_steps(*here, *serial, 15);
  }
}

TEST_P(BackendConformance, WhatIsSavedThereGoesOnHere) {
  auto const first = of(many_laws()), serial = made(experiment_of(many_laws(), Json::object()));
  for (int k = 0; k < 20; ++k) first->step();
  auto const other = of(many_laws());
  std::string const saved = first->save();
  other->restore(saved);
  expect_same_steps(*first, *other, 5);
  other->restore(saved);
  serial->restore(saved);
  expect_same_steps(*other, *serial, 5);
}

/// Of 24 worlds there are two groups.
TEST_P(BackendConformance, BatchesAndIslandsGoOnFromWhatWasSaved) {
  Json more = {{"backend", GetParam()}, {"worlds", 24}};
  expect_to_go_on(experiment_of(many_laws(), more), 10, 2);
  more = {{"backend", GetParam()}, {"islands", false}, {"step", 0.05}};
  expect_to_go_on(experiment_of(swinging(), more), 30, 10);
}

TEST_P(BackendConformance, WorldsOfABatchHaveTheBitsOfOneAlone) {
  Json const plain = {{"islands", false}, {"solver", "newton"}};
  Json batch = plain;
  batch["worlds"] = 3;
  auto const many = of(many_laws(), batch);
  std::unique_ptr<Simulation> one[3];
  for (auto& each : one) each = of(many_laws(), plain);
  EXPECT_EQ(many->worlds(), 3);
  expect_worlds_as_alone(*many, {one[0].get(), one[1].get(), one[2].get()}, 10);
  EXPECT_EQ(many->snapshot().time, one[0]->snapshot().time);
}

TEST_P(BackendConformance, WhatIsNoSavedStateIsRefusedAndChangesNothing) {
  auto const simulation = of(swinging()), beside = of(swinging());
  for (auto const& each : {simulation.get(), beside.get()})
    for (int k = 0; k < 5; ++k) each->step();
  std::string const saved = simulation->save();
  for (std::string const& wrong : {std::string(), saved.substr(0, saved.size() / 2), saved + "x"})
    EXPECT_THROW(simulation->restore(wrong), Error);
  expect_same_steps(*simulation, *beside, 5);
}

}  // namespace orthant::test
