// The histories of one case, thinned to the resolution of a figure.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace orthant {

/// Of which step iterations are shown, and of which of its solves. A step may have several:
/// attempts, stages, and solvers in turn.
struct SolveChoice {
  /// From 1; 0: one that is not solved or, if all are, has most iterations. Of cases that make the
  /// same steps 0 is that which fewest solve, of several the one with most iterations of all.
  int step = 0;
  /// From 1, in the order of newton.csv; 0: the last that failed in the last attempt at an unsolved
  /// step, else the last of its first stage. Of several islands that with the largest residual, or
  /// with most iterations.
  int number = 0;
  std::string stage;  // the last solve of it instead; "": any
};

/// The size of the histories of a case.
struct HistoryLimits {
  int steps = 40;        // number of steps with Newton iterations, evenly spread over the duration
  int iterations = 200;  // of one step, evenly spread
  int points = 600;      // of a curve over the steps, each the largest value over some steps
  SolveChoice solve;
};

/// The scales of the histories.
struct HistoryScales {
  double tolerance = 0;  // of the nonlinear solver [m/s]; 0: unknown
  double step = 0;       // length of a step [s]
  double duration = 0;   // planned [s]
  int worlds = 1;
};

/// {"steps": ..., "newton": ...} of a run's directory; docs/report.md explains them.
nlohmann::json read_history(std::filesystem::path const& directory, HistoryScales const& scales,
                            HistoryLimits const& limits);

/// The work of a case step by step (StepWork), of `most` steps at most, evenly spread.
nlohmann::json read_step_work(std::filesystem::path const& directory, int most);

/// At most `most` of `count` indices, evenly spread, with the first and the last.
std::vector<std::size_t> spread(std::size_t count, int most);

/// Numbers rounded to `digits` digits; null if not finite.
nlohmann::json rounded(std::vector<double> const& x, int digits = 4);

/// The integer part of a count in a file; 0 if it is no number.
int to_count(double x);

/// `x` rounded to `digits` digits. A figure shows at most four, and the page becomes smaller.
double to_digits(double x, int digits);

}  // namespace orthant
