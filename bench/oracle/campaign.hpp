// All rows of a covering array, judged one after the other, with a table that can be gone on with.
#pragma once
#include <filesystem>
#include <map>

#include "bench/oracle/cases.hpp"

namespace orthant::oracle {

struct CampaignSettings {
  unsigned seed = 1;
  int limit = 1000000000;  // most rows
  double seconds = 20;     // CPU time of a row
  int jobs = 1;
  std::filesystem::path output = {};             // the table; rows that it has are not run again
  std::map<std::string, std::string> only = {};  // factor: value,value...; no other rows
};

struct Judged {
  int index = 0;
  Row row;
  Judgement judgement;
  Forbidden forbidden;  // of a refused one
};

/// Runs what is left. Calls `seen` for each row, those of the table too.
void run_campaign(CampaignSettings const& settings,
                  std::function<void(Judged const&, CoveringArray const&)> const& seen);

/// The rows of a table that a campaign has written.
std::map<int, Judged> read_table(std::filesystem::path const& path);

/// Verdicts by value of each factor, as a table in Markdown.
std::string table_of(std::vector<Factor> const& factors, std::vector<Judged> const& rows);

}  // namespace orthant::oracle
