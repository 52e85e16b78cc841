// What data give beside what a run has there: distances, and their table.
#pragma once
#include <cmath>
#include <filesystem>
#include <string>

#include "experiments/app/files/csv.hpp"
#include "orthant/core/math/pose.hpp"

namespace orthant {

/// The angle of R_a R_b^T [rad]; q and -q are the same orientation.
inline double angle_between(Quat<> const& a, Quat<> const& b) {
  Quat<> const d = a * conjugate(b);
  return 2 * std::atan2(std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z), std::abs(d.w));
}

/// The rotation vector of R_a R_b^T [rad], world axes: the axis times the angle, which is at most
/// pi.
inline Vec3 rotation_between(Quat<> const& a, Quat<> const& b) {
  Quat<> const d = a * conjugate(b);
  Vec3 const v{{d.x, d.y, d.z}};
  double const sine = norm(v), sign = d.w < 0 ? -1 : 1;
  return sine == 0 ? Vec3{} : (sign * 2 * std::atan2(sine, std::abs(d.w)) / sine) * v;
}

/// compared.csv: rows of one recording, body or joint stand together, in the order of times.
class ComparedFile {
 public:
  explicit ComparedFile(std::filesystem::path const& directory)
      : file_(directory / "compared.csv", "of,quantity,time_s,x,y,z,given_x,given_y,given_z") {}

  /// `quantity` ends with its unit: "position_m".
  void row(std::string const& of, char const* quantity, double time, Vec3 const& run,
           Vec3 const& given) {
    file_.row(of, quantity, time, run[0], run[1], run[2], given[0], given[1], given[2]);
  }
  /// The rotation vector from the given orientation to that of the run, which data give as zero.
  void rotation(std::string const& of, double time, Vec3 const& difference) {
    row(of, "rotation_rad", time, difference, {});
  }
  void close() { file_.close(); }

 private:
  CsvFile file_;
};

}  // namespace orthant
