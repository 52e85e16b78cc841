// A pool of processes; the result of a run comes back in a file.
#include "experiments/app/fit/evaluation.hpp"

#include <cmath>
#include <fstream>
#include <optional>

#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/fit/misfit_slopes.hpp"
#include "experiments/app/process/child.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/run/run.hpp"
#include "orthant/core/execution/kokkos.hpp"

namespace orthant {
namespace {

Json to_json(std::vector<Misfit> const& misfits) {
  Json groups = Json::array(), weights = Json::array(), parts = Json::array();
  for (auto const& each : misfits) {
    groups.push_back(each.group);
    weights.push_back(each.weight);
    parts.push_back(each.parts);
  }
  return {{"groups", groups}, {"weights", weights}, {"parts", parts}};
}

std::vector<Misfit> misfits_of(Json const& json) {
  std::vector<Misfit> out;
  for (std::size_t k = 0; k < json.at("groups").size(); ++k)
    out.push_back({json.at("groups")[k], json.at("weights")[k], json.at("parts")[k]});
  return out;
}

void add_slopes(MisfitSlopes const& of, Json& out) {
  if (!of.why_not().empty()) {
    out["why_no_slopes"] = of.why_not();
    return;
  }
  Eigen::MatrixXd const slopes = of.slopes();
  for (long k = 0; k < slopes.cols(); ++k)
    out["slopes"].push_back(std::vector<double>(slopes.col(k).begin(), slopes.col(k).end()));
  if (std::isfinite(of.from_kink())) out["from_kink"] = of.from_kink();
}

void read_slopes(Json const& json, Evaluation& to) {
  to.why_no_slopes = json.value("why_no_slopes", "");
  to.from_kink = json.value("from_kink", HUGE_VAL);
  if (!json.contains("slopes")) return;
  std::vector<std::vector<double>> const columns = json["slopes"];
  to.slopes.resize(static_cast<long>(columns.front().size()), static_cast<long>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k)
    to.slopes.col(static_cast<long>(k)) =
        Eigen::Map<Eigen::VectorXd const>(columns[k].data(), static_cast<long>(columns[k].size()));
}

int run_one(Request const& request, std::string const& file, fs::path const& answer) {
  return reporting([&] {
    KokkosSession const kokkos(1);
    auto experiment = build_experiment(request.experiment, file);
    Json out;
    RunOptions options{.directory = request.directory};
    std::optional<MisfitSlopes> slopes;
    if (!request.slopes_by.empty()) {
      slopes.emplace(experiment, request.experiment, request.slopes_by, request.at_any_cost);
      options.progress = [&](RunProgress const& now) { slopes->after(now.done); };
    }
    out["result"] = run_experiment(experiment, options);
    if (out["result"]["status"] == "finished") {
      out["misfits"] = to_json(experiment.reference->misfits());
      if (slopes) add_slopes(*slopes, out);
    }
    auto const bytes = Json::to_msgpack(out);
    write_whole(answer, std::string(bytes.begin(), bytes.end()));
    return 0;
  });
}

Evaluation read_answer(fs::path const& answer, fs::path const& log, int status) {
  Evaluation out;
  if (!fs::exists(answer)) {
    auto const said = last_line(log);
    out.why_not = said.empty() ? how_ended(status) + why_silent(log) : said;
    return out;
  }
  std::ifstream in(answer, std::ios::binary);
  Json json = Json::from_msgpack(in);
  out.result = std::move(json.at("result"));
  if (json.contains("misfits")) {
    out.misfits = misfits_of(json["misfits"]);
    read_slopes(json, out);
  } else {
    out.why_not = out.result.at("exit_reason").get<std::string>();
  }
  return out;
}

/// Ends the running processes when it is destroyed.
struct Pool {
  struct Running {
    std::size_t request;
    pid_t pid;
  };
  std::vector<Running> running;

  ~Pool() {
    for (auto const& each : running) end_child(each.pid);
  }
};

}  // namespace

Runs::Runs(std::string file, fs::path scratch, int jobs)
    : file_(std::move(file)), scratch_(std::move(scratch)), jobs_(jobs) {
  fs::create_directories(scratch_);
}

Runs::~Runs() {
  std::error_code ignored;
  fs::remove_all(scratch_, ignored);
}

std::vector<Evaluation> Runs::operator()(std::vector<Request> const& requests) {
  Signals const signals;
  Pool pool;
  std::vector<Evaluation> out(requests.size());
  auto const answer = [&](std::size_t k) { return scratch_ / (std::to_string(k) + ".msgpack"); };
  auto const log = [&](std::size_t k) { return scratch_ / (std::to_string(k) + ".txt"); };
  for (std::size_t begun = 0; begun < requests.size() || !pool.running.empty();) {
    while (begun < requests.size() && pool.running.size() < nth(jobs_)) {
      std::size_t const k = begun++;
      fs::remove(answer(k));
      fs::remove(log(k));
      pool.running.push_back(
          {k, start_child(log(k), [&, k] { return run_one(requests[k], file_, answer(k)); })});
    }
    if (int const signal = signals.wait(std::chrono::milliseconds(100))) throw Interrupted{signal};
    std::erase_if(pool.running, [&](Pool::Running const& each) {
      int status = 0;
      if (!has_ended(each.pid, status)) return false;
      out[each.request] = read_answer(answer(each.request), log(each.request), status);
      ++made_;
      return true;
    });
  }
  return out;
}

}  // namespace orthant
