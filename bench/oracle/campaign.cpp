// Makes rows in batches, runs them in parallel, and learns from the results.
#include "bench/oracle/campaign.hpp"

#include <fstream>
#include <future>
#include <sstream>

#include "orthant/core/config/child.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant::oracle {
namespace {

// A line of the table, separated by tabs: index, verdict, row, forbidden values, reason.
std::string line_of(Judged const& j) {
  std::ostringstream out;
  out << j.index << '\t' << static_cast<int>(j.judgement.verdict) << '\t' << Json(j.row).dump()
      << '\t' << Json(j.forbidden).dump() << '\t';
  for (char c : j.judgement.why) out << (c == '\n' || c == '\t' ? ' ' : c);
  return out.str();
}

bool wanted(CampaignSettings const& settings, std::vector<Factor> const& factors, Row const& row) {
  for (auto const& [name, value] : settings.only) {
    bool found = false;
    for (std::size_t f = 0; f < factors.size(); ++f)
      if (factors[f].name == name)
        found = row[f] >= 0 &&
                ("," + value + ",").find("," + value_name(factors[f].values[row[f]]) + ",") !=
                    std::string::npos;
    if (!found) return false;
  }
  return true;
}

void judge_row(CampaignSettings const& settings, std::vector<Factor> const& factors, Judged& j) {
  auto const& trial = trial_of(factors, j.row);
  auto const p = parameters_of(factors, j.row);
  Json const input = experiment_of(factors, j.row);
  j.judgement = judge_apart(trial, p, input, settings.seconds);
  if (j.judgement.verdict != Verdict::refused) return;
  auto const found = run_in_child(ChildLimits::of_time(60),
                                  [&] { return Json(why_refused(factors, j.row)).dump(); });
  if (found.how == ChildEnd::How::returned) j.forbidden = Json::parse(found.text).get<Forbidden>();
}

}  // namespace

std::map<int, Judged> read_table(std::filesystem::path const& path) {
  std::map<int, Judged> out;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream in(line);
    std::string index, verdict, row, forbidden, why;
    bool const whole = std::getline(in, index, '\t') && std::getline(in, verdict, '\t') &&
                       std::getline(in, row, '\t') && std::getline(in, forbidden, '\t');
    if (!whole) continue;  // truncated at the end of the last run
    std::getline(in, why);
    Judged j{std::stoi(index),
             Json::parse(row).get<Row>(),
             {static_cast<Verdict>(std::stoi(verdict)), why},
             Json::parse(forbidden).get<Forbidden>()};
    out[j.index] = std::move(j);
  }
  return out;
}

void run_campaign(CampaignSettings const& settings,
                  std::function<void(Judged const&, CoveringArray const&)> const& seen) {
  CoveringArray array(all_factors(), settings.seed);
  auto const& factors = array.factors();
  for (auto& each : refused_beside_convex(factors)) array.forbid(std::move(each));
  for (auto& each : left_out_of_frames(factors)) array.forbid(std::move(each));
  std::map<int, Judged> known;
  std::ofstream table;
  if (!settings.output.empty()) {
    known = read_table(settings.output);
    table.open(settings.output, std::ios::app);
  }
  bool more = true;
  for (int made = 0; more && made < settings.limit;) {
    // The size of a batch, and so the rows, do not depend on the number of jobs.
    std::vector<Judged> batch;
    while (batch.size() < 8 && made < settings.limit) {
      auto row = array.next();
      more = row.has_value();
      if (!more) break;
      array.cover(*row);
      batch.push_back({made++, std::move(*row), {}, {}});
    }
    std::vector<Judged*> left;
    for (auto& j : batch) {
      auto const at = known.find(j.index);
      bool const same = at != known.end() && at->second.row == j.row;
      if (same)
        j = at->second;
      else if (wanted(settings, factors, j.row))
        left.push_back(&j);
    }
    std::atomic<std::size_t> next{0};
    auto const work = [&] {
      for (std::size_t i; (i = next++) < left.size();) judge_row(settings, factors, *left[i]);
    };
    std::vector<std::future<void>> workers;
    workers.reserve(static_cast<std::size_t>(settings.jobs));
    for (int i = 0; i < settings.jobs; ++i) workers.push_back(std::async(std::launch::async, work));
    for (auto& w : workers) w.get();
    for (auto const* j : left)
      if (table.is_open()) table << line_of(*j) << std::endl;
    for (auto const& j : batch) {
      if (!j.forbidden.empty()) array.forbid(j.forbidden);
      if (j.judgement.verdict == Verdict::refused) array.uncover(j.row);
      if (wanted(settings, factors, j.row)) seen(j, array);
    }
  }
}

std::string table_of(std::vector<Factor> const& factors, std::vector<Judged> const& rows) {
  std::ostringstream out;
  out << "| choice | value | right | refused | reported | wrong | crash "
         "|\n|---|---|---|---|---|---|---|\n";
  auto const line = [&](std::string const& name, std::string const& value, auto const& counts) {
    for (int n : counts)
      if (n > 0) {
        out << "| " << name << " | " << value;
        for (int each : counts) out << " | " << each;
        out << " |\n";
        return;
      }
  };
  std::array<int, 5> all{};
  for (auto const& r : rows) ++all[static_cast<int>(r.judgement.verdict)];
  line("all", "", all);
  for (std::size_t f = 0; f < factors.size(); ++f)
    for (int v = 0; v < factors[f].size(); ++v) {
      std::array<int, 5> counts{};
      for (auto const& r : rows)
        if (r.row[f] == v) ++counts[static_cast<int>(r.judgement.verdict)];
      line(v == 0 ? "`" + factors[f].name + "`" : "", value_name(factors[f].values[v]), counts);
    }
  return out.str();
}

}  // namespace orthant::oracle
