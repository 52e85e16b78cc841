// Reads time series, and computes the largest differences of a run from them.
#include "experiments/app/references/time_series.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "experiments/app/files/carry.hpp"
#include "experiments/app/references/compared.hpp"
#include "orthant/core/config/input_file.hpp"
#include "orthant/core/config/schema.hpp"
#include "orthant/core/config/spelling.hpp"

namespace orthant {
namespace {

using Series = std::vector<std::vector<double>>;

Vec3 three(std::vector<double> const& row) { return {{row[1], row[2], row[3]}}; }

/// The series at a row, or before it by at most one interval, with linear interpolation.
Vec3 between_rows(Series const& of, std::size_t row, double lag) {
  if (!(lag < 0) || row == 0) return three(of[row]);
  double const part = -lag / (of[row][0] - of[row - 1][0]);
  return (1 - part) * three(of[row]) + part * three(of[row - 1]);
}

/// The largest difference of a quantity from its series, and the largest value of the series.
struct Deviation {
  double most = 0, peak = 0;
  void add(Vec3 const& simulated, Vec3 const& given) {
    most = std::max(most, norm(simulated - given));
    peak = std::max(peak, norm(given));
  }
};

/// The largest value of a series, which is the scale of its misfits. It is at least a thousandth of
/// `other`, the scale from the other series, because a series of zeros and round-off has no scale.
double scale_of(Series const& series, double other) {
  double most = 1e-3 * other;
  for (auto const& row : series) most = std::max(most, norm(three(row)));
  return most > 0 ? most : 1;
}

/// A joint of the scene, with the series of its reaction.
class JointSeries {
 public:
  JointSeries(ReactionSettings set, std::string where, Series force, Series torque)
      : set_(std::move(set)),
        where_(std::move(where)),
        force_(std::move(force)),
        torque_(std::move(torque)) {}

  /// `length`: lever arm at which its force makes a torque [m].
  void set_scales(double length) {
    force_scale_ = scale_of(force_, 0);
    torque_scale_ = scale_of(torque_, force_scale_ * length);
  }

  std::string const& name() const { return set_.joint; }
  bool has_rows(std::size_t rows) const { return force_.size() == rows && torque_.size() == rows; }

  /// Calls check(series, quantity in its file) for both series.
  template <class Check>
  void require_times(Check const& check) const {
    check(force_, set_.force);
    check(torque_, set_.torque);
  }

  void find_in(Scene const& scene) {
    auto const names = names_of(scene.joints);
    auto const found = std::find(names.begin(), names.end(), set_.joint);
    if (found == names.end())
      refuse(where_ + "/joint", "\"" + set_.joint + "\"", "one of: " + comma_separated(names));
    number_ = nth(found - names.begin());
    joint_ = scene.joints[number_];
  }

  /// Observes reactions, which act at `lag` from the time of a row [s].
  void observe(std::size_t row, Snapshot const& now, std::vector<JointReaction> const& reactions,
               double lag) {
    auto const place = [&](int body, Pose<> const& X_BJ) {
      return body < 0 ? X_BJ.p_WB : (now.pose[nth(body)] * X_BJ).p_WB;
    };
    auto const& on_b = reactions.at(number_);  // about the joint's point on b
    Vec3 const displacement =                  // from the point on a, at the time of the reaction
        lag == 0 ? place(joint_.b, joint_.X_BJ) - place(joint_.a, joint_.X_AJ)
                 : on_b.displacement_W;
    Vec3 const arm = set_.point == ReactionSettings::Side::b ? Vec3{} : displacement;
    Real const sign = set_.on == ReactionSettings::Side::b ? 1 : -1;
    Compared const c{force_[row][0] + lag, sign * on_b.force_W,
                     sign * (on_b.torque_W + cross(arm, on_b.force_W)),
                     between_rows(force_, row, lag), between_rows(torque_, row, lag)};
    force_error_.add(c.force, c.given_force);
    torque_error_.add(c.torque, c.given_torque);
    rows_.push_back(c);
  }

  /// Adds the misfits at the last observed row, relative to the peaks of the series.
  void add_misfits(std::vector<double>& parts) const {
    auto const& now = rows_.back();
    for (int i = 0; i < 3; ++i) parts.push_back((now.force[i] - now.given_force[i]) / force_scale_);
    for (int i = 0; i < 3; ++i)
      parts.push_back((now.torque[i] - now.given_torque[i]) / torque_scale_);
  }

  Deviation const& force_error() const { return force_error_; }
  Deviation const& torque_error() const { return torque_error_; }

  void carry(Carried& c) {
    c.values(force_error_, torque_error_);
    c.list(rows_);
  }

  void write(ComparedFile& file) const {
    for (auto const& r : rows_) file.row(set_.joint, "force_N", r.time, r.force, r.given_force);
    for (auto const& r : rows_)
      file.row(set_.joint, "torque_N_m", r.time, r.torque, r.given_torque);
  }

 private:
  struct Compared {
    double time;
    Vec3 force, torque, given_force, given_torque;
  };
  ReactionSettings set_;
  std::string where_;
  Series force_, torque_;
  double force_scale_ = 1, torque_scale_ = 1;
  JointSpec joint_;
  std::size_t number_ = 0;
  Deviation force_error_, torque_error_;
  std::vector<Compared> rows_;
};

class TimeSeries final : public Reference {
 public:
  TimeSeries(TimeSeriesSettings set, Config& config) : set_(std::move(set)), where_(config.path()) {
    auto const folder = folder_of_data(set_.folder, where_);
    auto const read = [&](std::string const& quantity, int columns) {
      auto rows = read_series(folder / (set_.prefix + "_" + quantity + ".txt"), columns);
      if (set_.until > 0)
        std::erase_if(rows, [&](auto const& row) { return row[0] > set_.until * (1 + 1e-9); });
      return rows;
    };
    position_ = read("Pos", 3);
    orientation_ = read("Quat", 4);
    velocity_ = read("Vel", 3);
    spin_ = read("Avel", 3);
    for (auto& each : config.children("reactions")) {
      ReactionSettings one;
      one.fields(each);
      each.done();
      joints_.emplace_back(one, each.path(), read(one.force, 3), read(one.torque, 3));
    }
    require_rows();
    double const duration = position_.back()[0];
    position_scale_ = scale_of(position_, 0);
    velocity_scale_ = scale_of(velocity_, position_scale_ / duration);
    spin_scale_ = scale_of(spin_, 1 / duration);
    for (auto& each : joints_) each.set_scales(position_scale_);
  }

  void arrange(Setup& setup, int& steps) const override {
    substeps_ = steps_between_rows(position_[1][0] - position_[0][0], setup.h);
    setup.h = (position_[1][0] - position_[0][0]) / substeps_;
    steps = static_cast<int>(rows_ - 1) * substeps_;
    body_ = body_of(setup.scene, set_.body, where_);
    for (auto& each : joints_) each.find_in(setup.scene);
  }

  bool wants(int step) const override { return step % substeps_ == 0; }

  void observe(int step, Simulation& simulation) override {
    auto const row = nth(step / substeps_);
    if (row >= rows_) return;
    auto const now = simulation.snapshot();
    auto const& X = now.pose[nth(body_)];
    auto const& u = now.twist[nth(body_)];
    auto const& q = orientation_[row];
    position_error_.add(X.p_WB, three(position_[row]));
    velocity_error_.add(linear(u), three(velocity_[row]));
    spin_error_.add(angular(u), three(spin_[row]));
    auto const given = normalised(Quat<>{q[1], q[2], q[3], q[4]});
    motion_.push_back({row, X.p_WB, rotation_between(X.q_WB, given), linear(u), angular(u)});
    rotation_error_ = std::max(rotation_error_, angle_between(X.q_WB, given));
    if (step == 0) return;  // without a step there is no reaction
    auto& parts = misfits_.emplace_back(Misfit{0, 1 / static_cast<double>(rows_ - 1), {}}).parts;
    auto const add = [&](Vec3 const& difference, double scale) {
      for (int i = 0; i < 3; ++i) parts.push_back(difference[i] / scale);
    };
    add(X.p_WB - three(position_[row]), position_scale_);
    add(rotation_between(X.q_WB, given), 1);
    add(linear(u) - three(velocity_[row]), velocity_scale_);
    add(angular(u) - three(spin_[row]), spin_scale_);
    if (joints_.empty()) return;
    auto const& made = simulation.last_step();
    auto const reactions = made.joint_reactions();
    for (auto& each : joints_) {
      each.observe(row, now, reactions, made.force_time());
      each.add_misfits(parts);
    }
  }

  void carry(Carried& c) override {
    c.part("time series");
    c.values(position_error_, velocity_error_, spin_error_, rotation_error_);
    carry_items(c, misfits_, [&](Misfit& each) { each.carry(c); });
    c.list(motion_);
    for (auto& each : joints_) each.carry(c);
  }

  std::vector<Misfit> misfits() const override { return misfits_; }

  void report(Json& metrics) const override {
    metrics["position_error_m"] = position_error_.most;
    metrics["velocity_error_m_s"] = velocity_error_.most;
    metrics["angle_error_rad"] = rotation_error_;
    metrics["angular_velocity_error_rad_s"] = spin_error_.most;
    report_worst(metrics, "reaction_force", "_N", &JointSeries::force_error);
    report_worst(metrics, "reaction_torque", "_N_m", &JointSeries::torque_error);
  }

  void write(std::filesystem::path const& directory) const override {
    ComparedFile file(directory);
    auto const series = [&](char const* quantity, Vec3 Moved::*of, Series const& given) {
      for (auto const& r : motion_)
        file.row(set_.body, quantity, given[r.row][0], r.*of, three(given[r.row]));
    };
    series("position_m", &Moved::position, position_);
    for (auto const& r : motion_) file.rotation(set_.body, position_[r.row][0], r.rotation);
    series("velocity_m_s", &Moved::velocity, velocity_);
    series("angular_velocity_rad_s", &Moved::spin, spin_);
    for (auto const& each : joints_) each.write(file);
    file.close();
  }

 private:
  /// The body at a row; its rotation from the given orientation.
  struct Moved {
    std::size_t row;
    Vec3 position, rotation, velocity, spin;
  };

  /// Of the joints; relative errors refer to the peak of the joint's own series.
  void report_worst(Json& metrics, std::string const& name, std::string const& unit,
                    Deviation const& (JointSeries::*of)() const) const {
    if (joints_.empty()) return;
    double most = 0, peak = 0, relative = -1;
    for (auto const& each : joints_) {
      auto const& d = (each.*of)();
      most = std::max(most, d.most);
      peak = std::max(peak, d.peak);
      if (d.peak > 0) relative = std::max(relative, d.most / d.peak);
    }
    metrics[name + "_error" + unit] = most;
    metrics[name + "_peak" + unit] = peak;
    metrics[name + "_error_of_peak"] = relative < 0 ? Json() : Json(relative);
  }

  void require_rows() {
    rows_ = position_.size();
    if (rows_ < 2 && set_.until > 0)
      refuse(where_ + "/until", text(set_.until), "the time of the second row, or a later one [s]");
    bool same = rows_ >= 2;
    for (auto const* each : {&orientation_, &velocity_, &spin_})
      same = same && each->size() == rows_;
    for (auto const& each : joints_) same = same && each.has_rows(rows_);
    if (!same)
      refuse(where_ + "/prefix", "files of different lengths",
             "as many rows in each, two at least");
    double const interval = position_[1][0] - position_[0][0];
    auto const require_times = [&](Series const& series, std::string const& quantity) {
      for (std::size_t k = 0; k < rows_; ++k)
        if (std::abs(series[k][0] - static_cast<double>(k) * interval) > 1e-3 * interval)
          refuse(where_ + "/prefix",
                 quantity + ": row " + std::to_string(k) + " at " + text(series[k][0]) + " s",
                 "rows at equal intervals from 0 s, the same in every file");
    };
    require_times(position_, "Pos");
    require_times(orientation_, "Quat");
    require_times(velocity_, "Vel");
    require_times(spin_, "Avel");
    for (auto const& each : joints_) each.require_times(require_times);
    for (std::size_t k = 0; k < rows_; ++k) {
      auto const& q = orientation_[k];
      double const length = std::sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3] + q[4] * q[4]);
      if (!(std::abs(length - 1) < 1e-3))
        refuse(where_ + "/prefix", "Quat: row " + std::to_string(k) + " of length " + text(length),
               "unit quaternions");
    }
  }

  TimeSeriesSettings set_;
  std::string where_;
  Series position_, orientation_, velocity_, spin_;
  mutable std::vector<JointSeries> joints_;
  std::size_t rows_ = 0;
  mutable int body_ = 0, substeps_ = 1;
  Deviation position_error_, velocity_error_, spin_error_;
  double position_scale_ = 1, velocity_scale_ = 1, spin_scale_ = 1;
  std::vector<Misfit> misfits_;
  std::vector<Moved> motion_;
  double rotation_error_ = 0;
};

}  // namespace

Series read_series(std::filesystem::path const& file, int columns) {
  auto in = open_input(file, "a table of a time and numbers");
  Series out;
  int number = 0;
  bool names = false;
  for (std::string line; next_line(in, line, file.string());) {
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
    if (!cells.eof()) refuse(where, shown(Json(line)), "numbers alone");
    if (row.size() != nth(columns) + 1)
      refuse(where, std::to_string(row.size()) + " numbers",
             "a time and " + std::to_string(columns) + " numbers");
    if (!out.empty() && !(row[0] > out.back()[0]))
      refuse(where, text(row[0]), "a time after that of the line before");
    out.push_back(row);
  }
  return out;
}

namespace {

std::string reactions_schema() {
  Json item = schema_of([](Fields& f) { ReactionSettings{}.fields(f); });
  return Json{{"type", "array"},
              {"items", std::move(item)},
              {"description", "reactions of joints that the series tell"}}
      .dump();
}

}  // namespace

void register_time_series(References& registry) {
  registry.add<TimeSeriesSettings>(
      "time_series", "motion of a body and reactions of joints, from another program",
      [](TimeSeriesSettings const& set, Config& config) -> std::unique_ptr<Reference> {
        return std::make_unique<TimeSeries>(set, config);
      },
      [](Fields& f) { f.described("reactions", reactions_schema().c_str()); });
}

}  // namespace orthant
