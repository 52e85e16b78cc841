// Runs the experiment at both ends, and then at the middle of what is left.
#include "experiments/app/runnable/search_run.hpp"

#include <cmath>
#include <filesystem>
#include <optional>

#include "experiments/app/expressions/parameters.hpp"
#include "experiments/app/files/csv.hpp"
#include "experiments/app/files/result_directory.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/run/own_metrics.hpp"
#include "experiments/app/run/resumption.hpp"
#include "experiments/app/run/search_settings.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/config/json_path.hpp"

namespace orthant {
namespace {

/// The number of a metric, "tilt.end" or "speed_end_m_s".
double metric_of(Json const& result, std::string const& name, std::string const& where) {
  Json const found = value_at(result.at("metrics"), name);
  if (!found.is_number() || !std::isfinite(found.get<double>()))
    refuse(where, "\"" + name + "\", of which a run has no number", "a metric that it has");
  return found.get<double>();
}

/// Adds counts and times of a run to those of the runs before.
void add_counts(Json& sum, Json const& run) {
  for (char const* key :
       {"steps", "steps_converged", "crossings", "overlaps", "ghosts", "newton_iterations",
        "linear_solves", "linear_iterations", "wall_time_s", "cpu_time_s"}) {
    if (!sum.contains(key) || !run.contains(key) || sum[key].is_null()) continue;
    if (sum[key].is_number_float())
      sum[key] = sum[key].get<double>() + run[key].get<double>();
    else
      sum[key] = sum[key].get<long>() + run[key].get<long>();
  }
  if (run.contains("acceptable")) {
    auto& all = sum["acceptable"];
    auto const& more = run["acceptable"];
    long const before = all.is_null() ? 0 : all["steps"].get<long>();
    if (before == 0) all = more;
    for (char const* key : {"worst_residual_m_s", "worst_residual_rad_s"})
      all[key] = std::max(all[key].get<double>(), more[key].get<double>());
    all["steps"] = before + more["steps"].get<long>();
  }
  auto& unsolved = sum["unsolved"];
  if (unsolved["steps"].is_null()) return;
  long const before = unsolved["steps"], more = run["unsolved"]["steps"];
  if (before == 0) unsolved = run["unsolved"];
  if (before > 0 && more > 0)
    for (char const* key : {"worst_residual_m_s", "worst_residual_rad_s"})
      unsolved[key] = std::max(unsolved[key].get<double>(), run["unsolved"][key].get<double>());
  unsolved["steps"] = before + more;
}

class SearchRun final : public Runnable {
 public:
  SearchRun(Json input, std::string path)
      : input_(std::move(input)),
        path_(std::move(path)),
        resolved_(with_parameters(input_, path_)),
        set_(read_search(resolved_, path_)),
        sweep_(sweep_of(input_, path_)),
        first_(build_experiment(at(set_.first), path_)) {
    require_apart(sweep_, input_);
    build_experiment(at(set_.last), path_);
    auto numbers = own_numbers(own_names(resolved_.value("metrics", Json()), path_ + "/metrics"));
    for (auto& each : search_numbers()) numbers.push_back(std::move(each));
    Json ignored;
    Json const expect = resolved_.value("expect", Json::object());
    expect_ = read_expectations(Config(expect, ignored, path_ + "/expect"), numbers);
  }

  std::string const& name() const override { return first_.name; }
  Sweep const& sweep() const override { return sweep_; }
  Json device() const override { return first_.device_json(); }
  std::string size() const override {
    return "a search of " + std::to_string(parts()) + " runs, each of " +
           std::to_string(first_.setup.scene.bodies.size()) + " bodies and " +
           std::to_string(first_.steps) + " steps on " + first_.backend;
  }
  int parts() const override {
    double const width = std::abs(set_.last - set_.first);
    return 2 + static_cast<int>(std::max(0., std::ceil(std::log2(width / set_.within) - 1e-9)));
  }
  char const* part() const override { return "run"; }
  std::vector<std::string> notes() const override { return first_.notes; }
  std::vector<std::string> warnings() const override { return first_.told_warnings(); }
  Json run(RunOptions const& options) override;

 private:
  /// A run that a signal has ended, and with it the search.
  struct Interrupted {
    Json result;
  };
  struct Made {
    double value;
    bool holds;
    std::vector<double> terms;
    Json unsolved;  // number of steps; null of another simulator
    Json result;
  };

  Json search(RunOptions const& options);
  Json begin(RunOptions const& options) const;
  Json at(double value) const;
  Made make(double value, RunOptions const& options);
  Json result(Made const& low, Made const& high) const;
  /// Adds what is known of the search, and what it was asked.
  void add_search(Json& out) const;
  [[noreturn]] void refuse_ends(Made const& first, Made const& last) const;

  Json input_;
  std::string path_;
  Json resolved_;
  SearchSettings set_;
  Sweep sweep_;
  Experiment first_;
  std::vector<Expectation> expect_;
  std::vector<Made> made_;  // results of all but the ends of the bracket are left out
  Json counts_;
  std::pair<double, double> bracket_;  // so far
  std::optional<double> holds_at_;     // its end at which the condition holds
};

/// The experiment of one run.
Json SearchRun::at(double value) const {
  Json out = input_;
  auto const where = path_ + "/search/path";
  auto const change = [&] {
    for (char const* key : {"search", "sweep", "expect"}) out.erase(key);
    assign(out, set_.path, value, where);
  };
  change_at(out, {set_.path}, change, {where});
  return out;
}

SearchRun::Made SearchRun::make(double value, RunOptions const& options) {
  RunOptions own;
  own.say = options.say;
  own.detail = options.detail;
  own.stop = options.stop;
  if (!options.directory.empty()) {
    auto const number = std::to_string(made_.size());
    own.directory = options.directory / "runs" / (std::string(4 - number.size(), '0') + number);
  }
  auto e = build_experiment(at(value), path_);
  own.resume = options.resume && why_not_resumed(e).empty();
  Made out{value, false, {}, nullptr, run_experiment(e, own)};
  auto const where = path_ + "/search";
  std::string const reason = out.result["exit_reason"];
  if (reason.starts_with(interrupted)) throw Interrupted{std::move(out.result)};
  if (out.result["status"] != "finished")
    throw Error(where + ": the run at " + text(value) + " stopped early: " + reason);
  for (auto const& term : set_.condition.terms())
    out.terms.push_back(metric_of(out.result, term.name, where + "/until"));
  out.holds = set_.condition(out.terms) != 0;
  out.unsolved = out.result["unsolved"]["steps"];
  if (counts_.is_null())
    counts_ = out.result;
  else
    add_counts(counts_, out.result);
  made_.push_back({value, out.holds, out.terms, out.unsolved, nullptr});
  if (options.progress) options.progress({static_cast<int>(made_.size()), 0, {}});
  return out;
}

void SearchRun::refuse_ends(Made const& first, Made const& last) const {
  auto const told = [&](Made const& each) {
    std::string out = "at " + text(each.value);
    for (std::size_t i = 0; i < each.terms.size(); ++i)
      out += (i == 0 ? " " : ", ") + set_.condition.terms()[i].text() + " = " + text(each.terms[i]);
    return out;
  };
  refuse(path_ + "/search/between",
         "\"" + set_.until + "\" " + (first.holds ? "at both ends" : "at neither end") + ", " +
             told(first) + ", " + told(last),
         "ends of which it holds at one");
}

Json SearchRun::run(RunOptions const& options) {
  try {
    return search(options);
  } catch (Interrupted& ended) {
    add_search(ended.result);
    ended.result["expectations"] = {{"count", expect_.size()}, {"unmet", nullptr}};
    if (!options.directory.empty()) write_whole(options.directory / "result.json", ended.result);
    return ended.result;
  }
}

/// Prepares the directory. The result there, where a search goes on that has ended. What a search
/// is, it writes before its first run.
Json SearchRun::begin(RunOptions const& options) const {
  auto const& directory = options.directory;
  auto const file = directory / "search.json";
  Json asked = first_.resolved;
  for (char const* key : {"search", "expect"})
    if (resolved_.contains(key)) asked[key] = resolved_.at(key);
  auto const identity = identity_of_search(asked, device(), first_.inputs);
  bool const goes_on = options.resume && fs::exists(file);
  auto const say = [&](std::string const& what) {
    if (options.say) options.say(what);
  };
  if (goes_on) {
    require_same_run(read_json_file(file.string()), identity, directory.string());
    if (auto const ended = directory / "result.json"; fs::exists(ended)) {
      Json out = read_json_file(ended.string());
      if (std::string const reason = out.at("exit_reason"); !reason.starts_with(interrupted)) {
        say("the search has ended: " + reason);
        return out;
      }
    }
  } else if (options.resume) {
    say("no search in " + directory.string() + ": it begins anew");
  }
  remove_results(directory);
  for (char const* each : {"result.json", "search.csv"}) fs::remove_all(directory / each);
  if (!goes_on) fs::remove_all(directory / "runs");
  write_whole(file, identity);
  return nullptr;
}

/// The runs that a search had made are not made again where it goes on.
Json SearchRun::search(RunOptions const& options) {
  std::optional<DirectoryLock> lock;
  bool const writes = !options.directory.empty();
  if (writes) {
    lock.emplace(options.directory);
    if (Json ended = begin(options); !ended.is_null()) return ended;
  }
  made_.clear();
  counts_ = nullptr;
  bracket_ = {set_.first, set_.last};
  holds_at_.reset();
  Made low = make(set_.first, options), high = make(set_.last, options);
  if (low.holds == high.holds) refuse_ends(low, high);
  holds_at_ = low.holds ? low.value : high.value;
  while (std::abs(high.value - low.value) > set_.within) {
    double const middle = low.value + 0.5 * (high.value - low.value);
    if (middle == low.value || middle == high.value) break;
    Made found = make(middle, options);
    (found.holds == low.holds ? low : high) = std::move(found);
    bracket_ = {low.value, high.value};
    holds_at_ = low.holds ? low.value : high.value;
  }
  Json out = result(low, high);
  if (!writes) return out;
  std::string head = "run,value,holds,unsolved";
  for (auto const& term : set_.condition.terms()) head += "," + term.text();
  CsvFile table(options.directory / "search.csv", head);
  for (std::size_t i = 0; i < made_.size(); ++i) {
    table.cell(static_cast<int>(i));
    table.cell(made_[i].value);
    table.cell(made_[i].holds ? 1 : 0);
    table.cell(made_[i].unsolved.is_null() ? std::string() : made_[i].unsolved.dump());
    for (double const each : made_[i].terms) table.cell(each);
    table.end_row();
  }
  table.close();
  write_whole(options.directory / "result.json", out);
  return out;
}

void SearchRun::add_search(Json& out) const {
  out["configuration"]["search"] = resolved_.at("search");
  out["configuration"]["expect"] = resolved_.value("expect", Json::object());
  out.update(parameters_of(input_, resolved_));
  Json runs = Json::array();
  for (auto const& each : made_) {
    Json metrics = Json::object();
    for (std::size_t i = 0; i < each.terms.size(); ++i)
      metrics[set_.condition.terms()[i].text()] = each.terms[i];
    runs.push_back({{"value", each.value},
                    {"holds", each.holds},
                    {"unsolved", each.unsolved},
                    {"metrics", metrics}});
  }
  auto const [a, b] = std::minmax(bracket_.first, bracket_.second);
  out["search"] = {{"path", set_.path},
                   {"until", set_.until},
                   {"bracket", {a, b}},
                   {"holds_at", holds_at_ ? Json(*holds_at_) : Json()},
                   {"runs", std::move(runs)}};
}

/// That of the run at which the condition holds, with the counts and times of all.
Json SearchRun::result(Made const& low, Made const& high) const {
  Json out = (low.holds ? low : high).result;
  for (auto const& [key, value] : counts_.items())
    if (key == "unsolved" || key == "acceptable" || value.is_number()) out[key] = value;
  add_search(out);
  double const a = out["search"]["bracket"][0], b = out["search"]["bracket"][1];
  out["metrics"]["search"] = {{"value", a + 0.5 * (b - a)}, {"low", a}, {"high", b}};
  out["expectations"] = {{"count", expect_.size()}, {"unmet", unmet(expect_, out)}};
  return out;
}

}  // namespace

std::unique_ptr<Runnable> build_search(Json const& input, std::string const& path) {
  return std::make_unique<SearchRun>(input, path);
}

}  // namespace orthant
