// Where the trajectories of two runs part.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace orthant {

/// The largest distance between the centres of a body in two runs, at a step of both.
struct Apart {
  int step = 0;
  double time = 0;      // [s]
  double distance = 0;  // [m]
  std::string where;    // body "ball", or "ball" in world 3; "" if no centre differs
};

/// Two trajectories, step by step.
struct TrajectoryDifference {
  int steps = 0;                     // in both
  int only_a = 0, only_b = 0;        // steps in one of them
  std::optional<Apart> first, last;  // first step with a difference in bits, and the last in both
  std::string column;                // a value that differs in the first: "vx_m_s of \"ball\""
  std::string not_compared;          // why steps cannot be compared; "": they can

  bool same() const { return !first && only_a == 0 && only_b == 0 && not_compared.empty(); }
};

/// Reads both tables as streams: they may be longer than memory. Throws Error if one is no
/// trajectory of a run.
TrajectoryDifference compare_trajectories(std::filesystem::path const& a,
                                          std::filesystem::path const& b);

}  // namespace orthant
