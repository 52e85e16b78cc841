// The histories of one case, thinned out to what a figure can show.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

namespace orthant {

/// How much of a case's histories is kept.
struct HistoryLimits {
  int steps = 40;        // whose Newton iterations are kept, spread evenly over the duration
  int iterations = 200;  // of one step, spread evenly
  int points = 600;      // of what is drawn over the steps: each the largest value of its steps
};

/// What the histories are measured by.
struct HistoryScales {
  double tolerance = 0;  // of the nonlinear solver [m/s]; 0: unknown
  double step = 0;       // length of a step [s]
  double duration = 0;   // as planned [s]
  int worlds = 1;
};

/// {"steps": ..., "newton": ...} of a run's directory; docs/report.md says what they hold.
nlohmann::json read_history(std::filesystem::path const& directory, HistoryScales const& scales,
                            HistoryLimits const& limits);

/// At most `most` of so many places, evenly spread, the first and the last among them.
std::vector<std::size_t> spread(std::size_t count, int most);

/// Numbers to so many digits; null for those that are not finite.
nlohmann::json rounded(std::vector<double> const& x, int digits = 4);

/// The whole part of a count that a file states; 0 where it is none.
int to_count(double x);

/// `x` to so many digits: a figure shows no more than four, and a page is the smaller for it.
double to_digits(double x, int digits);

}  // namespace orthant
