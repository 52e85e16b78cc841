// Judges all rows of a covering array one by one, with a table that can be continued.
#pragma once
#include <filesystem>
#include <map>

#include "bench/oracle/cases.hpp"

namespace orthant::oracle {

struct CampaignSettings {
  unsigned seed = 1;
  int limit = 1000000000;  // largest number of rows
  double seconds = 20;     // CPU time limit of a row
  int jobs = 1;
  std::filesystem::path output = {};             // the table; its rows are not run again
  std::map<std::string, std::string> only = {};  // factor: value,value...; only these rows
};

struct Judged {
  int index = 0;
  Row row;
  Judgement judgement;
  Forbidden forbidden;  // of a refused row
};

/// Runs the remaining rows. Calls `seen` for each row, including those of the table.
void run_campaign(CampaignSettings const& settings,
                  std::function<void(Judged const&, CoveringArray const&)> const& seen);

/// The rows of a table written by a campaign.
std::map<int, Judged> read_table(std::filesystem::path const& path);

/// Verdicts by value of each factor, as a Markdown table.
std::string table_of(std::vector<Factor> const& factors, std::vector<Judged> const& rows);

}  // namespace orthant::oracle
