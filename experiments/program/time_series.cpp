// Reading time series, and the largest differences of a run from them.
#include "experiments/program/time_series.hpp"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "experiments/program/csv.hpp"

namespace orthant {
namespace {

using Series = std::vector<std::vector<double>>;

Vec3 three(std::vector<double> const& row) { return {{row[1], row[2], row[3]}}; }

/// |R_a R_b^T - I| as the angle of that turn [rad]; q and -q are one orientation.
double angle_between(Quat<> const& a, Quat<> const& b) {
  Quat<> const d = a * conjugate(b);
  return 2 * std::atan2(std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z), std::abs(d.w));
}

/// The largest difference of a quantity from its series, and the largest value of these.
struct Deviation {
  double most = 0, peak = 0;
  void add(Vec3 const& simulated, Vec3 const& given) {
    most = std::max(most, norm(simulated - given));
    peak = std::max(peak, norm(given));
  }
  Json relative() const { return peak > 0 ? Json(most / peak) : Json(); }
};

class TimeSeries final : public Reference {
 public:
  TimeSeries(TimeSeriesSettings set, std::string const& where) : set_(std::move(set)) {
    auto const folder = data_folder() / set_.folder;
    if (set_.folder.empty() || !std::filesystem::is_directory(folder))
      refuse(where + "/folder", "no folder " + folder.string(),
             "a folder in $ORTHANT_DATA, or in data/ where that is not set");
    auto const read = [&](char const* quantity, int columns) {
      return read_series(folder / (set_.prefix + "_" + quantity + ".txt"), columns);
    };
    position_ = read("Pos", 3);
    orientation_ = read("Quat", 4);
    velocity_ = read("Vel", 3);
    spin_ = read("Avel", 3);
    force_ = read("Rforce", 3);
    torque_ = read("Rtorque", 3);
    rows_ = position_.size();
    for (auto const* each : {&orientation_, &velocity_, &spin_, &force_, &torque_})
      if (each->size() != rows_ || rows_ < 2)
        refuse(where + "/prefix", "files of different lengths",
               "as many rows in each, two at least");
  }

  void arrange(Setup& setup, int& steps) const override {
    setup.h = (position_[1][0] - position_[0][0]) / set_.substeps;
    steps = static_cast<int>(rows_ - 1) * set_.substeps;
    body_ = setup.scene.find(set_.body);
    if (body_ < 0)
      refuse("reference/body", "\"" + set_.body + "\"", "the name of a body of the scene");
    if (set_.joint >= static_cast<int>(setup.scene.joints.size()))
      refuse("reference/joint", std::to_string(set_.joint), "the number of a joint of the scene");
  }

  Snapshot start(Setup const& setup) const override {
    Snapshot out;
    for (auto const& body : setup.scene.bodies) {
      out.pose.push_back(body.pose);
      out.twist.push_back(body.twist);
    }
    return out;
  }

  bool wants(int step) const override { return step % set_.substeps == 0; }

  void observe(int step, Simulation& simulation) override {
    auto const row = static_cast<std::size_t>(step / set_.substeps);
    if (row >= rows_) return;
    auto const now = simulation.snapshot();
    auto const& X = now.pose[static_cast<std::size_t>(body_)];
    auto const& u = now.twist[static_cast<std::size_t>(body_)];
    auto const& q = orientation_[row];
    position_error_.add(X.p_WB, three(position_[row]));
    velocity_error_.add(linear(u), three(velocity_[row]));
    spin_error_.add(angular(u), three(spin_[row]));
    turn_error_ =
        std::max(turn_error_, angle_between(X.q_WB, normalised(Quat<>{q[1], q[2], q[3], q[4]})));
    if (step == 0) return;  // no step, no reaction
    auto const reaction = simulation.joint_reactions().at(static_cast<std::size_t>(set_.joint));
    // The series tell the reaction on the first body; here it is that on the second.
    Vec3 const force = -reaction.force_W, torque = -reaction.torque_W;
    force_error_.add(force, three(force_[row]));
    torque_error_.add(torque, three(torque_[row]));
    reactions_.push_back(
        {position_[row][0], force, torque, three(force_[row]), three(torque_[row])});
  }

  void report(Json& metrics) const override {
    metrics["position_error_m"] = position_error_.most;
    metrics["velocity_error_m_s"] = velocity_error_.most;
    metrics["angle_error_rad"] = turn_error_;
    metrics["angular_velocity_error_rad_s"] = spin_error_.most;
    metrics["reaction_force_error_N"] = force_error_.most;
    metrics["reaction_torque_error_N_m"] = torque_error_.most;
    metrics["reaction_force_error_of_peak"] = force_error_.relative();
    metrics["reaction_torque_error_of_peak"] = torque_error_.relative();
    metrics["reaction_force_peak_N"] = force_error_.peak;
    metrics["reaction_torque_peak_N_m"] = torque_error_.peak;
  }

  void write(std::filesystem::path const& directory) const override {
    CsvFile file(directory / "reactions_compared.csv",
                 "time_s,force_x_N,force_y_N,force_z_N,torque_x_N_m,torque_y_N_m,torque_z_N_m,"
                 "given_force_x_N,given_force_y_N,given_force_z_N,given_torque_x_N_m,"
                 "given_torque_y_N_m,given_torque_z_N_m");
    for (auto const& r : reactions_)
      file.row(r.time, r.force[0], r.force[1], r.force[2], r.torque[0], r.torque[1], r.torque[2],
               r.given_force[0], r.given_force[1], r.given_force[2], r.given_torque[0],
               r.given_torque[1], r.given_torque[2]);
    file.close();
  }

 private:
  struct Compared {
    double time;
    Vec3 force, torque, given_force, given_torque;
  };

  TimeSeriesSettings set_;
  Series position_, orientation_, velocity_, spin_, force_, torque_;
  std::size_t rows_ = 0;
  mutable int body_ = 0;
  Deviation position_error_, velocity_error_, spin_error_, force_error_, torque_error_;
  double turn_error_ = 0;
  std::vector<Compared> reactions_;
};

}  // namespace

Series read_series(std::filesystem::path const& file, int columns) {
  std::ifstream in(file);
  if (!in) throw Error(file.string() + ": could not be read");
  Series out;
  int number = 0;
  bool names = false;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    if (!names) {
      names = true;
      continue;
    }
    std::istringstream cells(line);
    std::vector<double> row;
    for (double x = 0; cells >> x;) row.push_back(x);
    auto const where = file.string() + ":" + std::to_string(number);
    if (row.size() != static_cast<std::size_t>(columns) + 1)
      refuse(where, std::to_string(row.size()) + " numbers",
             "a time and " + std::to_string(columns) + " numbers");
    if (!out.empty() && !(row[0] > out.back()[0]))
      refuse(where, text(row[0]), "a time after that of the line before");
    out.push_back(row);
  }
  return out;
}

void register_time_series(References& registry) {
  registry.add<TimeSeriesSettings>(
      "time_series", "motion of a body and reaction of a joint, from another program",
      [](TimeSeriesSettings const& set, Config& config) -> std::unique_ptr<Reference> {
        return std::make_unique<TimeSeries>(set, config.path());
      });
}

}  // namespace orthant
