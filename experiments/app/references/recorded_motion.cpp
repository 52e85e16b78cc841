// Reads measured motions, and computes the errors of a simulated one.
#include "experiments/app/references/recorded_motion.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>
#include <sstream>

#include "experiments/app/files/carry.hpp"
#include "experiments/app/files/csv.hpp"
#include "experiments/app/references/compared.hpp"
#include "experiments/app/references/time_series.hpp"
#include "orthant/core/config/input_file.hpp"
#include "orthant/core/config/spelling.hpp"

namespace orthant {
namespace {

constexpr int used_columns = 13;

std::vector<double> numbers(std::string const& line, std::string const& where) {
  std::vector<double> out;
  std::istringstream cells(line);
  for (std::string cell; std::getline(cells, cell, ',');) {
    char* end = nullptr;
    double const x = std::strtod(cell.c_str(), &end);
    while (end != cell.c_str() && (*end == ' ' || *end == '\r')) ++end;
    if (end != cell.c_str() + cell.size() || cell.empty() || !std::isfinite(x))
      refuse(where, shown(Json(cell)), "a number");
    out.push_back(x);
  }
  if (out.size() < used_columns)
    refuse(where, std::to_string(out.size()) + " columns",
           std::to_string(used_columns) + " or more");
  return out;
}

struct Spread {
  double mean = 0, sd = 0;  // population standard deviation
};
Spread spread(std::vector<double> const& x) {
  Spread s;
  for (double each : x) s.mean += each / static_cast<double>(x.size());
  for (double each : x) s.sd += (each - s.mean) * (each - s.mean) / static_cast<double>(x.size());
  s.sd = std::sqrt(s.sd);
  return s;
}

class RecordedMotions final : public Reference {
 public:
  RecordedMotions(RecordedMotionSettings set, std::string const& where)
      : set_(std::move(set)), where_(where) {
    auto const folder = folder_of_data(set_.folder, where);
    std::vector<std::filesystem::path> files;
    for (auto const& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".csv") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    if (files.empty()) refuse(where + "/folder", "no .csv file", "at least one");
    auto const count = files.size(), step = nth(set_.every);
    for (auto k = nth(set_.first); k < count; k += step)
      motions_.push_back(read_motion(files[k], set_.length_unit));
    if (motions_.empty())
      refuse(where + "/first", std::to_string(set_.first),
             "below " + std::to_string(count) + ", the number of files");
    position_.resize(motions_.size());
    rotation_.resize(motions_.size());
    simulated_.resize(motions_.size());
    cut();
  }

  void arrange(Setup& setup, int& steps) const override {
    setup.worlds = static_cast<int>(pieces_.size());
    substeps_ = steps_between_rows(1 / set_.rate, setup.h);
    setup.h = 1 / (set_.rate * substeps_);
    std::size_t rows = 0;
    for (auto const& piece : pieces_) rows = std::max(rows, piece.last - piece.first);
    steps = static_cast<int>(rows) * substeps_;
  }

  Snapshot start(Setup const& setup) const override {
    body_ = body_of(setup.scene, set_.body, where_);
    Snapshot out;
    for (auto const& [m, first, last] : pieces_)
      for (int b = 0; b < static_cast<int>(setup.scene.bodies.size()); ++b) {
        bool const moved = b == body_;
        out.pose.push_back(moved ? motions_[m].pose[first] : setup.scene.bodies[b].pose);
        out.twist.push_back(moved ? motions_[m].twist[first] : setup.scene.bodies[b].twist);
      }
    auto const& of = setup.scene.bodies[nth(body_)];
    if (of.mass > 0)
      gyration_ =
          std::sqrt((of.inertia_B[0][0] + of.inertia_B[1][1] + of.inertia_B[2][2]) / (3 * of.mass));
    bodies_ = static_cast<int>(setup.scene.bodies.size());
    return out;
  }

  bool wants(int step) const override { return step % substeps_ == 0; }

  void observe(int step, Simulation& simulation) override {
    auto const now = simulation.snapshot();
    auto const row = nth(step / substeps_);
    for (std::size_t w = 0; w < pieces_.size(); ++w) {
      auto const& [m, first, last] = pieces_[w];
      // The first row of a piece is the last row of the previous piece.
      if (first + row > last || (row == 0 && first > 0)) continue;
      auto const& real = motions_[m].pose[first + row];
      auto const& simulated = now.pose[w * bodies_ + body_];
      position_[m].push_back(100 * norm(simulated.p_WB - real.p_WB) / set_.width);
      rotation_[m].push_back(angle_between(simulated.q_WB, real.q_WB) * 180 / std::numbers::pi);
      add_misfit(m, simulated, real);
      simulated_[m].emplace(first + row, simulated);
    }
  }

  void carry(Carried& c) override {
    c.part("recorded motions");
    for (auto* each : {&position_, &rotation_})
      carry_items(c, *each, [&](std::vector<double>& rows) { c.list(rows); });
    for (auto& each : simulated_) {
      std::vector<std::pair<std::size_t, Pose<>>> rows(each.begin(), each.end());
      carry_items(c, rows, [&](auto& row) { c.values(row.first, row.second); });
      each = {rows.begin(), rows.end()};
    }
    carry_items(c, misfits_, [&](Misfit& each) { each.carry(c); });
  }

  std::vector<Misfit> misfits() const override { return misfits_; }

  void report(Json& metrics) const override {
    std::vector<double> position, rotation;
    for (std::size_t w = 0; w < motions_.size(); ++w) {
      if (position_[w].empty()) continue;
      position.push_back(spread(position_[w]).mean);
      rotation.push_back(spread(rotation_[w]).mean);
    }
    auto const p = spread(position), r = spread(rotation);
    metrics["position_error_percent"] = {{"mean", p.mean}, {"sd", p.sd}};
    metrics["rotation_error_deg"] = {{"mean", r.mean}, {"sd", r.sd}};
    metrics["recordings"] = position.size();
  }

  void write(std::filesystem::path const& directory) const override {
    CsvFile errors(directory / "errors.csv",
                   "recording,rows,position_error_percent,rotation_error_deg");
    for (std::size_t w = 0; w < motions_.size(); ++w)
      errors.row(motions_[w].name, position_[w].size(), spread(position_[w]).mean,
                 spread(rotation_[w]).mean);
    errors.close();
    ComparedFile file(directory);
    for (std::size_t m = 0; m < motions_.size(); ++m) {
      auto const& [name, pose, twist] = motions_[m];
      auto const time = [&](std::size_t k) { return static_cast<double>(k) / set_.rate; };
      for (auto const& [k, X] : simulated_[m])
        file.row(name, "position_m", time(k), X.p_WB, pose[k].p_WB);
      for (auto const& [k, X] : simulated_[m])
        file.rotation(name, time(k), rotation_between(X.q_WB, pose[k].q_WB));
    }
    file.close();
  }

 private:
  /// Rows `first` to `last` of a recording, both included, simulated by one world.
  struct Piece {
    std::size_t recording, first, last;
  };

  void cut() {
    for (std::size_t m = 0; m < motions_.size(); ++m) {
      std::size_t const end = motions_[m].pose.size() - 1;
      std::size_t const length = set_.window > 0 ? nth(set_.window) : end;
      std::size_t first = 0;
      do {
        pieces_.push_back({m, first, std::min(first + length, end)});
        first += length;
      } while (first < end);
    }
  }

  /// In widths of the body: the error of its centre, and the effect of the rotation on its matter.
  /// A small rotation theta moves the matter by a mean square of theta^T I theta / m.
  void add_misfit(std::size_t m, Pose<> const& simulated, Pose<> const& real) {
    Vec3 const p = (1 / set_.width) * (simulated.p_WB - real.p_WB);
    Vec3 const a = (gyration_ / set_.width) * rotation_between(simulated.q_WB, real.q_WB);
    double const weight = 1 / static_cast<double>(motions_[m].pose.size());
    misfits_.push_back({static_cast<int>(m), weight, {p[0], p[1], p[2], a[0], a[1], a[2]}});
  }

  RecordedMotionSettings set_;
  std::string where_;
  std::vector<RecordedMotion> motions_;
  std::vector<Piece> pieces_;
  std::vector<std::vector<double>> position_, rotation_;  // of each row
  std::vector<std::map<std::size_t, Pose<>>> simulated_;  // by rows of each recording
  std::vector<Misfit> misfits_;
  mutable int body_ = 0, bodies_ = 1, substeps_ = 1;
  mutable double gyration_ = 0;  // sqrt(tr I/(3 m)) [m]
};

}  // namespace

RecordedMotion read_motion(std::filesystem::path const& file, double length_unit) {
  RecordedMotion out;
  out.name = file.stem().string();
  auto in = open_input(file, "a recorded motion");
  int number = 0;
  for (std::string line; next_line(in, line, file.string());) {
    if (line.empty()) continue;
    auto const where = file.string() + ":" + std::to_string(++number);
    auto const x = numbers(line, where);
    double const length = std::sqrt(x[3] * x[3] + x[4] * x[4] + x[5] * x[5] + x[6] * x[6]);
    if (!(std::abs(length - 1) < 1e-3))
      refuse(where, "a quaternion of length " + text(length), "a unit quaternion");
    Pose<> const pose{length_unit * Vec3{{x[0], x[1], x[2]}},
                      normalised(Quat<>{x[3], x[4], x[5], x[6]})};
    out.twist.push_back(stacked(length_unit * Vec3{{x[7], x[8], x[9]}},
                                rotate(pose.q_WB, Vec3{{x[10], x[11], x[12]}})));
    out.pose.push_back(pose);
  }
  if (out.pose.empty()) refuse(file.string(), "no rows", "at least one");
  return out;
}

void register_recorded_motion(References& registry) {
  registry.add<RecordedMotionSettings>(
      "recorded_motion", "measured motions of one body, a world each",
      [](RecordedMotionSettings const& set, Config& config) -> std::unique_ptr<Reference> {
        return std::make_unique<RecordedMotions>(set, config.path());
      });
}

References const& references() {
  static References const registry = [] {
    References r;
    register_recorded_motion(r);
    register_time_series(r);
    register_end_state(r);
    return r;
  }();
  return registry;
}

int steps_between_rows(double interval, double step) {
  double const exact = interval / step, whole = std::round(exact);
  if (!(whole >= 1 && whole < 1e6) || std::abs(exact - whole) > 1e-3 * whole)
    refuse("step", text(step) + " s beside rows " + text(interval) + " s apart",
           "a whole part of that");
  return static_cast<int>(whole);
}

Snapshot Reference::start(Setup const& setup) const {
  Snapshot out;
  for (int w = 0; w < setup.worlds; ++w)
    for (auto const& body : setup.scene.of(w).bodies) {
      out.pose.push_back(body.pose);
      out.twist.push_back(body.twist);
    }
  return out;
}

int body_of(Scene const& scene, std::string const& name, std::string const& where) {
  int const found = scene.find(name);
  if (found < 0)
    refuse(where + "/body", "\"" + name + "\"",
           "the name of a body of the scene" + nearest_hint(name, names_of(scene.bodies)));
  return found;
}

std::filesystem::path data_folder() {
  char const* const named = std::getenv("ORTHANT_DATA");
  return named && *named ? named : "data";
}

std::filesystem::path folder_of_data(std::string const& name, std::string const& where) {
  auto const folder = data_folder() / name;
  if (name.empty() || !std::filesystem::is_directory(folder))
    refuse(where + "/folder", "no folder " + folder.string(),
           "a folder in $ORTHANT_DATA, or in data/ where that is not set");
  return folder;
}

}  // namespace orthant
