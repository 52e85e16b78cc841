// Records as text and back.
#include "bench/problems/record.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <tuple>

#include "core/config/error.hpp"

namespace orthant {
namespace {

constexpr char const* header =
    "problem,contacts,solver,tolerance,converged,error,time_s,iterations,reason";

std::string plain(std::string text) {
  std::replace(text.begin(), text.end(), ',', ';');
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r' || c == '"'; }, ' ');
  return text;
}

Record parse(std::string const& line, std::string const& where) {
  std::vector<std::string> cells;
  std::istringstream in(line + ",");
  for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
  if (cells.size() != 9) refuse(where, std::to_string(cells.size()) + " cells", header);
  try {
    Record r{cells[0], std::stoi(cells[1]), cells[2]};
    r.tolerance = std::stod(cells[3]);
    r.converged = cells[4] == "1";
    r.error = std::stod(cells[5]);
    r.time = std::stod(cells[6]);
    r.iterations = std::stol(cells[7]);
    r.reason = cells[8];
    return r;
  } catch (std::logic_error const&) {  // of the standard's conversions
    refuse(where, line, header);
  }
}

}  // namespace

RecordFile::RecordFile(std::string const& path) : path_(path) {
  if (path.empty()) return;
  file_.open(path);
  file_ << header << std::endl;
  if (!file_) throw Error(path + ": cannot be written");
}

void RecordFile::add(Record const& r) {
  if (path_.empty()) return;
  file_ << fmt::format("{},{},{},{},{},{},{},{},{}", plain(r.problem), r.contacts, plain(r.solver),
                       r.tolerance, r.converged ? 1 : 0, r.error, r.time, r.iterations,
                       plain(r.reason))
        << std::endl;
  if (!file_) throw Error(path_ + ": could not be written");
}

std::vector<Record> read_records(std::vector<std::string> const& paths) {
  std::map<std::tuple<std::string, std::string, double>, std::size_t> places;
  std::vector<Record> out;
  for (auto const& path : paths) {
    std::ifstream file(path);
    std::string line;
    if (!std::getline(file, line) || line != header) refuse(path, line, header);
    for (int number = 2; std::getline(file, line); ++number) {
      Record const r = parse(line, path + ":" + std::to_string(number));
      auto const [place, is_new] =
          places.try_emplace({r.problem, r.solver, r.tolerance}, out.size());
      if (is_new) out.push_back(r);
      out[place->second] = r;
    }
  }
  return out;
}

}  // namespace orthant
