// Runs functions that must refuse their input, and reads JSON in tests.
#pragma once
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "orthant/core/config/json_file.hpp"

namespace orthant::test {

using ::testing::HasSubstr;

/// The text of the Error that f throws; "" if it throws none.
template <class F>
std::string refusal(F&& f) {
  try {
    f();
  } catch (Error const& error) {
    return error.what();
  }
  return "";
}

/// Calls read(config) on an object and returns the resolved configuration.
template <class F>
Json resolved_of(Json const& input, F&& read) {
  Json resolved;
  Config config(input, resolved, "file");
  read(config);
  return resolved;
}

/// The refusal of read(config) on an object.
template <class F>
std::string refusal_of(Json const& input, F&& read) {
  return refusal([&] { resolved_of(input, read); });
}

}  // namespace orthant::test
