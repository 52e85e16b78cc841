// Measured motions of one body. Every file starts one world, or one for each of its windows, which
// is compared row by row.
#pragma once
#include "experiments/app/references/reference.hpp"

namespace orthant {

struct RecordedMotionSettings {
  std::string folder, body;
  double rate = 148, length_unit = 1, width = 1;
  int every = 1, first = 0, window = 0;

  void fields(Fields& f) {
    f.text("folder", folder, "of the .csv files, within the data folder");
    f.integer("every", every, at_least(1), "takes each n-th of the files, in the order of names");
    f.integer("first", first, not_negative(), "the first that is taken, counted from 0");
    f.integer(
        "window", window, not_negative(),
        "rows after which the run starts again from the data, in a world of its own; 0: none");
    f.text("body", body, "the body that was measured");
    f.real("rate", rate, positive(), "[1/s] rows per second");
    f.real("length_unit", length_unit, positive(), "[m] unit of positions and velocities");
    f.real("width", width, positive(), "[m] to which position errors are relative");
  }
};

/// Rows of a file without a header: position (3), quaternion w x y z body to world (4), velocity
/// (3), angular velocity in body axes (3), and unused columns.
struct RecordedMotion {
  std::string name;
  std::vector<Pose<>> pose;  // [m]
  std::vector<Twist> twist;  // world axes [m/s], [rad/s]
};

/// Throws Error if a file has another form.
RecordedMotion read_motion(std::filesystem::path const& file, double length_unit);

void register_recorded_motion(References& registry);

}  // namespace orthant
