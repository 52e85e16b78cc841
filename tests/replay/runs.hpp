// Makes runs whose directories are read back, and decodes numbers of a page's data.
#pragma once
#include <cstring>
#include <string>
#include <vector>

#include "experiments/app/run/experiment.hpp"
#include "experiments/app/run/run.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {

/// Runs the small experiment with contacts in its results, in the folder's "out".
inline void run_small(Folder const& folder, Json const& changes = Json::object()) {
  Json input = small_experiment();
  input["output"]["contacts"] = true;
  input.merge_patch(changes);
  auto experiment = build_experiment(input, "small.json");
  run_experiment(experiment, {folder / "out", {}});
}

template <class Number>
std::vector<Number> numbers(Json const& base64) {
  std::string const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (char const c : base64.get<std::string>()) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<unsigned>(digits.find(c));
    if ((count += 6) < 8) continue;
    bytes += static_cast<char>(bits >> (count -= 8) & 255u);
  }
  std::vector<Number> out(bytes.size() / sizeof(Number));
  if (!out.empty()) std::memcpy(out.data(), bytes.data(), out.size() * sizeof(Number));
  return out;
}

}  // namespace orthant::test
