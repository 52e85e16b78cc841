// Sorting times.
#include "bench/problems/profiles.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace orthant {
namespace {

using Times = std::map<std::string, double>;  // by problem

/// A clock may say 0: such solves are equally fast.
double positive_time(Record const& r) { return std::max(r.time, 1e-9); }

std::map<std::string, Times> solved_times(std::vector<Record> const& records, double tolerance,
                                          double seconds) {
  std::map<std::string, Times> out;
  for (auto const& r : records) {
    if (r.tolerance != tolerance) continue;
    Times& times = out[r.solver];  // a solver that solved nothing has a profile too
    if (r.solved(seconds)) times[r.problem] = positive_time(r);
  }
  return out;
}

}  // namespace

double Profile::share(double factor) const {
  auto const within = std::upper_bound(ratios.begin(), ratios.end(), factor) - ratios.begin();
  return problems == 0 ? 0 : static_cast<double>(within) / problems;
}

std::vector<Profile> performance_profiles(std::vector<Record> const& records, double tolerance,
                                          double seconds) {
  std::set<std::string> problems;
  std::map<std::string, std::set<std::string>> tried;
  for (auto const& r : records)
    if (r.tolerance == tolerance) {
      problems.insert(r.problem);
      tried[r.solver].insert(r.problem);
    }
  auto const solvers = solved_times(records, tolerance, seconds);
  Times fastest;
  for (auto const& [solver, times] : solvers)
    for (auto const& [problem, time] : times) {
      double& best = fastest.try_emplace(problem, time).first->second;
      best = std::min(best, time);
    }

  std::vector<Profile> out;
  for (auto const& [solver, times] : solvers) {
    Profile profile{
        solver, {}, static_cast<int>(problems.size()), static_cast<int>(tried[solver].size())};
    for (auto const& [problem, time] : times) profile.ratios.push_back(time / fastest[problem]);
    std::sort(profile.ratios.begin(), profile.ratios.end());
    out.push_back(std::move(profile));
  }
  std::stable_sort(out.begin(), out.end(), [](Profile const& a, Profile const& b) {
    return a.solved() > b.solved() || (a.solved() == b.solved() && a.share(1) > b.share(1));
  });
  return out;
}

Pairing pair_up(std::vector<Record> const& records, double tolerance, double seconds,
                std::string const& first, std::string const& second) {
  auto solvers = solved_times(records, tolerance, seconds);
  Times const &a = solvers[first], &b = solvers[second];
  Pairing out;
  double logarithms = 0;
  for (auto const& [problem, time] : a)
    if (auto const other = b.find(problem); other != b.end()) {
      ++out.both;
      logarithms += std::log(time / other->second);
    }
  out.only_first = static_cast<int>(a.size()) - out.both;
  out.only_second = static_cast<int>(b.size()) - out.both;
  if (out.both > 0) out.time_ratio = std::exp(logarithms / out.both);
  return out;
}

std::vector<double> tolerances(std::vector<Record> const& records) {
  std::set<double, std::greater<>> all;
  for (auto const& r : records) all.insert(r.tolerance);
  return {all.begin(), all.end()};
}

}  // namespace orthant
