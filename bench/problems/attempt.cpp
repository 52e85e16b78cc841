// The child solves and measures; the parent makes a record of it.
#include "bench/problems/attempt.hpp"

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>

#include "bench/problems/child.hpp"
#include "core/cone_problem/cone_measures.hpp"

namespace orthant {
namespace {

using Json = nlohmann::json;

// CPU time of all threads: a solver that uses several pays for each.
double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// The first solve in a fresh process pays for its pages: short ones are repeated, and the mean
/// counts.
constexpr double enough = 0.2;  // [s] of solving
constexpr int repeats = 200;

std::string solve(ConeProblem const& problem, Contender const& contender, ConeStop const& stop) {
  double total = 0;
  int made = 0;
  Outcome outcome;
  Vector r;
  for (; made < repeats && total < enough; ++made) {
    auto const prepared = contender.prepare(problem, stop);
    r = Vector::Zero(problem.q.size());
    double const start = cpu_seconds();
    outcome = prepared->run(r);
    total += cpu_seconds() - start;
  }
  bool const usable = r.size() == problem.q.size() && r.allFinite();
  double const error = usable ? natural_map(problem, r) : nothing_returned;
  return Json{{"converged", outcome.converged},
              {"iterations", outcome.iterations},
              {"reason", outcome.reason},
              {"time", total / made},
              {"error", std::min(error, nothing_returned)}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

Record attempt(ConeProblem const& problem, Contender const& contender, ConeStop const& stop) {
  Record record{problem.name, problem.contacts(), contender.name, stop.tolerance};
  double const grace = 2;  // [s] for what is not timed
  auto const end =
      run_in_child(stop.seconds + grace, [&] { return solve(problem, contender, stop); });
  if (end.how != ChildEnd::How::returned) {
    record.reason = end.text;
    if (end.how == ChildEnd::How::too_long) record.time = stop.seconds;
    return record;
  }
  Json const said = Json::parse(end.text);
  record.converged = said["converged"];
  record.error = said["error"];
  record.time = said["time"];
  record.iterations = said["iterations"];
  record.reason = record.time > stop.seconds ? "time limit" : said["reason"];
  return record;
}

}  // namespace orthant
