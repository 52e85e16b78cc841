// How far the bodies of a case end from those of the finest case.
#pragma once
#include <array>
#include <filesystem>
#include <map>
#include <optional>

#include "experiments/app/comparison/plan.hpp"

namespace orthant {

/// Where a number stands with which errors vanish: a step length or a tolerance, at this path or,
/// of a parameter, at the first place of `input` at which it stands alone. "" if there is none.
std::string refining_place(std::string const& path, Json const& input);

/// A case among those that differ in how fine they are.
struct RefinedCase {
  std::string group;  // the same for cases that differ in nothing else
  double size = 0;    // step length or tolerance
  std::filesystem::path directory;
  bool ran = false;  // to its end
};

/// The ends of runs by trajectory.csv, each read once.
class EndsOfRuns {
 public:
  /// The largest distance of a body's centre between the ends of two runs [m]; none if they do not
  /// end at the same time with the same bodies.
  std::optional<double> distance(std::filesystem::path const& a, std::filesystem::path const& b);

 private:
  struct End {
    double time = -1;
    std::map<std::string, std::array<double, 3>> places;  // by world and body
  };
  End const& end(std::filesystem::path const& directory);
  static End read(std::filesystem::path const& directory);

  std::map<std::filesystem::path, End> ends_;
};

/// The distance of each case from the finest of its group; none for the finest ones themselves, and
/// where the finest did not run to its end.
std::vector<std::optional<double>> distances_to_finest(std::vector<RefinedCase> const& cases);

/// The same of comparison.json's cases, by their names; of experiments whose sweep asks for it.
/// `cases` has a folder for each.
std::map<std::string, double> distances_to_finest(Json const& comparison,
                                                  std::filesystem::path const& cases);

/// Refuses a reference to the finest case where there is none, or nothing to compare.
void require_finest(PlannedExperiment const& experiment);

}  // namespace orthant
