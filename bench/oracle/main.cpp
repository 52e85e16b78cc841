// The campaign: every three choices together, on scenes with known motion.
#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>

#include "bench/oracle/campaign.hpp"
#include "bench/oracle/random_scenes.hpp"
#include "orthant/core/execution/kokkos.hpp"

namespace orthant::oracle {
namespace {

/// "name=value ..." of the choices that are not defaults.
std::string choices(std::vector<Factor> const& factors, Row const& row) {
  std::string out;
  for (std::size_t f = 0; f < factors.size(); ++f)
    if (row[f] >= 0 && !factors[f].values[row[f]].is_null())
      out += " " + factors[f].name + "=" + value_name(factors[f].values[row[f]]);
  return out;
}

int random_scenes(CampaignSettings const& settings, int count) {
  std::array<int, 5> counts{};
  auto const bad = [](Judgement const& j) {
    return j.verdict == Verdict::wrong || j.verdict == Verdict::crash;
  };
  for (unsigned seed = settings.seed; seed < settings.seed + static_cast<unsigned>(count); ++seed) {
    Json const input = random_experiment(seed);
    auto const found = judge_laws(input, settings.seconds);
    ++counts[static_cast<int>(found.verdict)];
    if (!bad(found)) continue;
    // The same law is violated if the reason begins with the same word.
    auto const word = [](Judgement const& j) { return j.why.substr(0, j.why.find(' ')); };
    Json const least = shrunk(input, [&](Json const& less) {
      auto const other = judge_laws(less, settings.seconds);
      return other.verdict == found.verdict && word(other) == word(found);
    });
    auto const file = "random_" + std::to_string(seed) + ".json";
    std::ofstream(file) << least.dump(2) << '\n';
    std::cout << seed << ' ' << text(found.verdict) << ": " << found.why << "\n    " << file << ": "
              << judge_laws(least, settings.seconds).why << std::endl;
  }
  for (int v = 0; v < 5; ++v)
    std::cout << text(static_cast<Verdict>(v)) << ' ' << counts[v] << '\n';
  return counts[static_cast<int>(Verdict::wrong)] + counts[static_cast<int>(Verdict::crash)] > 0;
}

}  // namespace
}  // namespace orthant::oracle

int main(int argc, char** argv) {
  using namespace orthant;
  using namespace orthant::oracle;
  CLI::App app{
      "Crosses every three choices, and judges each run: right, refused, reported, wrong."};
  CampaignSettings settings;
  std::string output;
  int show = -1, random = 0;
  std::vector<std::string> only;
  bool quiet = false, factors = false;
  app.add_option("--seed", settings.seed, "of the rows");
  app.add_option("--limit", settings.limit, "most rows");
  app.add_option("--seconds", settings.seconds,
                 "CPU time of a row; one that needs more is reported");
  app.add_option("--jobs", settings.jobs, "rows at a time");
  app.add_option("--output", output, "the table; rows that it has are not run again");
  app.add_option("--only", only, "factor=value,value...: leave out all other rows");
  app.add_option("--show", show, "print the experiment of that row of the table, and do not run");
  app.add_option("--random", random,
                 "instead: so many random scenes, judged by the laws alone; each that fails is "
                 "shrunk and written as random_SEED.json");
  app.add_flag("--quiet", quiet, "only the table at the end");
  app.add_flag("--factors", factors, "list the choices, and do not run");
  CLI11_PARSE(app, argc, argv);
  settings.output = output;
  for (auto const& each : only) {
    auto const at = each.find('=');
    settings.only[each.substr(0, at)] = at == std::string::npos ? "" : each.substr(at + 1);
  }

  KokkosSession const kokkos(1);
  auto const all = all_factors();
  if (factors) {
    for (auto const& f : all) {
      std::cout << f.name << ':';
      for (auto const& v : f.values) std::cout << ' ' << value_name(v);
      std::cout << '\n';
    }
    return 0;
  }
  if (show >= 0) {
    auto const table = read_table(output);
    auto const at = table.find(show);
    if (at == table.end()) {
      std::cerr << "no row " << show << " in \"" << output << "\"\n";
      return 2;
    }
    std::cout << as_run(experiment_of(all, at->second.row)).dump(2) << '\n';
    return 0;
  }
  if (random > 0) return random_scenes(settings, random);
  std::vector<Judged> rows;
  std::size_t triples = 0, covered = 0, given_up = 0;
  int wrong = 0;
  run_campaign(settings, [&](Judged const& j, CoveringArray const& array) {
    rows.push_back(j);
    triples = array.triples();
    covered = array.covered();
    given_up = array.given_up();
    bool const bad = j.judgement.verdict == Verdict::wrong || j.judgement.verdict == Verdict::crash;
    wrong += bad;
    if (!quiet && bad)
      std::cout << j.index << ' ' << text(j.judgement.verdict) << ": " << j.judgement.why << "\n   "
                << choices(all, j.row) << std::endl;
  });
  std::cout << "\nTriples of values: " << triples << ", covered " << covered
            << ", impossible so far " << given_up << ".\n\n"
            << table_of(all, rows);
  return wrong == 0 ? 0 : 1;
}
