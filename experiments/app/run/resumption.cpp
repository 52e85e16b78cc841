// Compares runs by what decides on their bits.
#include "experiments/app/run/resumption.hpp"

#include <spdlog/fmt/fmt.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "experiments/app/files/differences.hpp"
#include "experiments/app/run/run.hpp"
#include "experiments/app/run/version.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/config/input_file.hpp"
#include "orthant/core/config/json_file.hpp"

namespace orthant {
namespace {

/// The check sum of an archive, which is its end.
std::string sum_of(std::string const& archive) {
  std::uint64_t sum = 0;
  std::memcpy(&sum, archive.data() + archive.size() - sizeof sum, sizeof sum);
  return fmt::format("{:016x}", sum);
}

/// Check sums of the files, by their paths.
Json sums_of(std::vector<fs::path> const& inputs) {
  Json out = Json::object();
  for (auto const& each : inputs)
    out[each.string()] = fmt::format("{:016x}", check_sum(read_input(each, "a file", UINTMAX_MAX)));
  return out;
}

/// As it is read from a file.
Json in_file(Json const& value) {
  return Json::parse(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

Json identity_of(Experiment const& e, Snapshot const& start,
                 std::vector<Measures> const& measures) {
  auto pose = start.pose;
  auto twist = start.twist;
  auto measured = measures;
  auto const begin = saved([&](Carried& c) {
    c.list(pose);
    c.list(twist);
    c.list(measured);
  });
  Json out = identity_of_search(e.resolved, e.device_json(), e.inputs);
  out["start"] = sum_of(begin);
  return out;
}

Json identity_of_search(Json const& configuration, Json const& device,
                        std::vector<fs::path> const& inputs) {
  return in_file({{"configuration", configuration},
                  {"versions", versions()},
                  {"device", device},
                  {"inputs", sums_of(inputs)}});
}

std::string why_not_resumed(Experiment const& e) {
  if (!e.simulation->solves()) return "another simulator, which keeps what its steps carry on";
  return "";
}

void require_same_run(Json const& there, Json const& here, std::string const& where) {
  constexpr std::size_t most = 5;
  auto const all = differences(there, here);
  if (all.empty()) return;
  std::string const same = "the same content of the files that the experiment names";
  if (all.size() == 1 && all.front().path == "start")
    refuse(where, "another start of the bodies", same);
  if (auto const& path = all.front().path; path.starts_with("inputs."))
    refuse(where, "another content of " + path.substr(path.find('.') + 1), same);
  std::string found, allowed;
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i) {
    found += (i == 0 ? "" : ", ") + all[i].path + " = " + all[i].b;
    allowed += (i == 0 ? "" : ", ") + all[i].path + " = " + all[i].a;
  }
  if (all.size() > most) found += fmt::format(" and {} more", all.size() - most);
  refuse(where, found, allowed + ", as the run was begun; or another directory");
}

Json ended_run(fs::path const& directory, Json const& identity) {
  auto const file = directory / "result.json";
  if (!fs::exists(file)) return nullptr;
  Json const result = read_json_file(file.string());
  bool const of_run = result.is_object() && result.contains("configuration") &&
                      result.contains("exit_reason") && result["exit_reason"].is_string();
  if (!of_run) refuse(file.string(), "no result of a run", "one of orthant run");
  Json here = identity;
  Json there;
  for (char const* key : {"start", "inputs"}) here.erase(key);
  for (auto const& [key, value] : here.items()) there[key] = result.value(key, Json());
  require_same_run(there, here, directory.string());
  std::string const reason = result["exit_reason"];
  return reason == not_ended || reason.starts_with(interrupted) ? Json() : result;
}

void carry_lengths(Carried& c, std::vector<fs::path> const& files) {
  std::error_code error;
  std::vector<std::uint64_t> length;
  if (!c.reads())
    for (auto const& each : files) length.push_back(fs::file_size(each));
  c.list(length);
  if (!c.reads()) return;
  if (length.size() != files.size())
    refuse("snapshot.bin", std::to_string(length.size()) + " tables",
           std::to_string(files.size()) + ", as the experiment asks for");
  for (std::size_t i = 0; i < files.size(); ++i)
    if (auto const found = fs::file_size(files[i], error); error || found < length[i])
      refuse(files[i].string(), error ? error.message() : std::to_string(found) + " bytes",
             std::to_string(length[i]) + " or more, as at the snapshot");
  for (std::size_t i = 0; i < files.size(); ++i) {
    fs::resize_file(files[i], length[i], error);
    if (error) refuse_lack(files[i].string(), error.message(), "a file that can be written");
  }
}

}  // namespace orthant
