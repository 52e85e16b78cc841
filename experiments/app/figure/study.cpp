// Reads what a report reads, and sorts it by what differs.
#include "experiments/app/figure/study.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/config/error.hpp"
#include "core/config/json_file.hpp"
#include "core/config/spelling.hpp"
#include "experiments/app/comparison/distance.hpp"
#include "experiments/app/expressions/parameters.hpp"
#include "experiments/app/figure/text.hpp"
#include "experiments/app/report/comparison.hpp"

namespace orthant::figures {
namespace {

namespace fs = std::filesystem;

struct Alias {
  char const *alias, *name;
};
Alias const aliases[] = {
    {"time", "wall_time_s"}, {"processor_time", "cpu_time_s"}, {"linear_systems", "linear_solves"}};

char const* const counts[] = {"steps",           "steps_converged",   "newton_iterations",
                              "linear_solves",   "linear_iterations", "wall_time_s",
                              "cpu_time_s",      "iterations",        "contacts",
                              "problems_solved", "distance_m"};

bool is_of_problem(std::string const& path) {
  for (std::string const head :
       {"scene", "problems", "worlds", "duration", "steps", "reference", "experiment"})
    if (path == head || path.starts_with(head + ".")) return true;
  return false;
}

std::string last_of(std::string const& path) { return path.substr(path.rfind('.') + 1); }

bool is_solved(Json const& entry) {
  for (auto const& [all, good] :
       {std::pair{"steps", "steps_converged"}, {"problems", "problems_solved"}})
    if (entry.contains(all) && entry.contains(good) && entry[good].is_number() &&
        entry[good] < entry[all])
      return false;
  return entry["status"] == "finished";
}

/// A path of a zip for all of it: the one that refines, or the first with numbers.
std::string leader(std::vector<std::string> const& paths, Json const& settings,
                   std::vector<std::string> const& wanted) {
  for (auto const& each : paths)
    if (std::find(wanted.begin(), wanted.end(), each) != wanted.end()) return each;
  for (auto const& each : paths)
    if (!refining_place(each, nullptr).empty()) return each;
  for (auto const& each : paths)
    if (settings.contains(each) && settings[each].is_number()) return each;
  return paths.front();
}

std::string found_names(std::vector<std::string> const& all, std::string const& given) {
  return comma_separated(all) + nearest_hint(given, all);
}

}  // namespace

Study::Study(fs::path directory, std::vector<std::string> const& where,
             std::vector<std::string> const& keys)
    : directory_(std::move(directory)) {
  auto still_keys = keys;
  std::erase_if(still_keys, [&](auto const& key) {
    return std::any_of(where.begin(), where.end(),
                       [&](auto const& each) { return each.starts_with(key + "="); });
  });
  if (fs::is_regular_file(directory_) && directory_.extension() == ".csv") {
    read_table(keys);
    choose(where);
    find_keys({{"experiments", Json::array()}}, still_keys);
    return;
  }
  Json data = read_comparison(directory_);
  name_ = data["directory"];
  read_cases(data);
  choose(where);
  find_keys(data, still_keys);
}

void Study::read_cases(Json& data) {
  bool const many = data["kind"] == "comparison";
  if (auto const& first = data["experiments"]; !first.empty() && first[0].contains("input"))
    input_ = first[0]["input"];
  if (auto const file = directory_ / "result.json"; !many && fs::exists(file)) {
    Json const result = read_json_file(file.string());
    search_ = result.value("search", Json());
    input_ = result["configuration"];
  }
  std::map<std::string, std::map<std::string, std::vector<std::string>>> zips;  // by experiment
  for (auto const& experiment : data["experiments"])
    if (experiment.contains("sweep"))
      for (auto const& axis : experiment["sweep"])
        if (axis.contains("zip"))
          zips[experiment["name"]][axis["zip"].dump()].push_back(axis["key"]);
  for (auto& entry : data["cases"]) {
    StudyCase out;
    out.directory = many ? directory_ / "cases" / entry["case"].get<std::string>() : directory_;
    Json settings = entry["settings"];
    for (auto const& [zip, paths] : zips[entry["experiment"]]) {
      Json const names = entry.value("names", Json::object());
      auto const first = leader(paths, settings, {});
      bool const scene = std::any_of(paths.begin(), paths.end(), is_of_problem);
      if (names.contains(zip)) out.settings[scene ? "scene" : "method"] = names[zip];
      for (auto const& each : paths)
        if (each != first || names.contains(zip)) {
          if (!names.contains(zip)) stands_for_[each] = first;
          settings.erase(each);
        }
    }
    for (auto const& [path, value] : settings.items()) out.settings[path] = value;
    if (data["experiments"].size() > 1) out.settings["experiment"] = entry["experiment"];
    out.ran = entry["status"] == "finished" || entry["status"] == "stopped";
    out.solved = is_solved(entry);
    char const* const type = "solver.type";
    out.solver = entry.value("configuration", Json::object())
                     .value(type, data["common"].value(type, std::string()));
    out.entry = std::move(entry);
    cases_.push_back(std::move(out));
  }
}

void Study::choose(std::vector<std::string> const& where) {
  for (auto const& each : where) {
    auto const equals = each.find('=');
    if (equals == std::string::npos || equals == 0)
      refuse("--where", "\"" + each + "\"", "path=value");
    auto const path = each.substr(0, equals), wanted = each.substr(equals + 1);
    std::set<std::string> values, paths;
    std::vector<StudyCase> chosen;
    for (auto const& one : cases_)
      for (auto const& [key, value] : one.settings) {
        paths.insert(key);
        if (key != path && last_of(key) != path) continue;
        auto const text = value.is_string() ? value.get<std::string>() : value.dump();
        values.insert(text);
        auto const number = Json::parse(wanted, nullptr, false);
        if (text == wanted || (value.is_number() && number.is_number() && value == number))
          chosen.push_back(one);
      }
    if (values.empty())
      refuse("--where", "\"" + path + "\"", found_names({paths.begin(), paths.end()}, path));
    if (chosen.empty()) refuse("--where", each, path + " = " + comma_separated(values));
    cases_ = std::move(chosen);
  }
  if (std::none_of(cases_.begin(), cases_.end(), [](auto const& each) { return each.ran; }))
    refuse(directory_.string(), "no case with a result",
           "cases that ran; first of these: " +
               cases_.front().entry.value("error", std::string("no error")));
}

void Study::find_keys(Json const& data, std::vector<std::string> const& named) {
  std::vector<std::string> order;
  for (auto const& experiment : data["experiments"])
    if (experiment.contains("sweep"))
      for (auto const& axis : experiment["sweep"]) order.push_back(axis["key"]);
  std::map<std::string, std::vector<Json>> found;
  std::map<std::string, std::set<Json>> seen;
  std::map<std::string, std::size_t> count;
  for (auto const& each : cases_)
    for (auto const& [path, value] : each.settings) {
      auto& values = found[path];
      ++count[path];
      if (seen[path].insert(value).second) values.push_back(value);
    }
  for (auto& [path, values] : found) {
    bool const asked = std::any_of(named.begin(), named.end(), [&](auto const& each) {
      return each == path || each == last_of(path);
    });
    if (values.size() < 2 && count[path] == cases_.size() && !asked) continue;
    StudyKey key{path, values};
    key.numeric = std::all_of(values.begin(), values.end(),
                              [](Json const& each) { return each.is_number(); });
    auto const places = places_of(input_, parameter_of(path));
    key.of_problem =
        is_of_problem(path) || std::any_of(places.begin(), places.end(), is_of_problem);
    key.refines = key.numeric && values.size() != 1 && !refining_place(path, input_).empty();
    if (key.numeric) std::sort(key.values.begin(), key.values.end());
    keys_.push_back(std::move(key));
  }
  auto const place = [&](StudyKey const& key) {
    return std::find(order.begin(), order.end(), key.path) - order.begin();
  };
  std::stable_sort(keys_.begin(), keys_.end(),
                   [&](auto const& a, auto const& b) { return place(a) < place(b); });
  // An experiment of its own name is no method where other keys tell its cases apart.
  std::map<std::string, std::set<std::string>> owners;
  for (auto const& each : cases_) {
    std::string others;
    for (auto const& [path, value] : each.settings)
      if (path != "experiment") others += path + value.dump();
    if (each.settings.contains("experiment"))
      owners[others].insert(each.settings.at("experiment").dump());
  }
  if (std::all_of(owners.begin(), owners.end(),
                  [](auto const& each) { return each.second.size() == 1; }) &&
      owners.size() > 1 && !owners.contains(""))
    std::erase_if(keys_, [](auto const& key) { return key.path == "experiment"; });
}

std::string Study::measure_errors(std::string const& reference, std::string const& quantity) {
  auto const refining =
      std::find_if(keys_.begin(), keys_.end(), [](auto const& k) { return k.refines; });
  bool const finest = reference == "finest";
  StudyCase const* chosen = nullptr;
  std::vector<std::string> names;
  for (auto const& each : cases_) {
    names.push_back(each.id());
    if (each.ran && each.id() == reference) chosen = &each;
  }
  if (!finest && chosen == nullptr)
    refuse("--reference", "\"" + reference + "\"",
           "finest, or a case that ran: " + comma_separated(names));
  if (finest && refining == keys_.end())
    refuse("--reference", "\"finest\"",
           "a case (0000, …), as neither a step length nor a tolerance was swept");
  reference_ = finest ? "finest case" : "case " + reference;
  auto const name = quantity.empty() ? std::string("distance_m") : "error of " + quantity;
  // By what is the same in cases of one method: the finest of these.
  std::map<std::string, StudyCase const*> best;
  auto const others = [&](StudyCase const& each) {
    auto settings = each.settings;
    if (finest) settings.erase(refining->path);
    return Json(settings).dump() + each.entry.value("seed", Json()).dump();
  };
  auto const size = [&](StudyCase const& each) {
    auto const found = each.settings.find(refining->path);
    return found != each.settings.end() && found->second.is_number() ? found->second.get<double>()
                                                                     : INFINITY;
  };
  if (finest)
    for (auto const& each : cases_)
      if (auto*& of = best[others(each)]; of == nullptr || size(each) < size(*of)) of = &each;
  EndsOfRuns ends;
  for (auto& each : cases_) {
    if (quantity.empty() && each.entry.contains("metrics")) each.entry["metrics"].erase(name);
    auto const* from = finest ? best.at(others(each)) : chosen;
    if (!each.ran || !from->ran || &each == from) continue;
    if (finest && !(size(each) > size(*from))) continue;
    auto const here = quantity.empty() ? std::nullopt : value(each, quantity),
               there = quantity.empty() ? std::nullopt : value(*from, quantity);
    if (here && there) each.errors[name] = *here - *there;
    if (quantity.empty())
      if (auto const found = ends.distance(each.directory, from->directory))
        each.errors[name] = *found;
  }
  return name;
}

std::size_t Study::without_result() const {
  return static_cast<std::size_t>(
      std::count_if(cases_.begin(), cases_.end(), [](auto const& each) { return !each.ran; }));
}

StudyKey const& Study::key(std::string const& path, char const* option) const {
  auto wanted = path;
  if (auto const other = stands_for_.find(path); other != stands_for_.end()) wanted = other->second;
  std::vector<std::string> names;
  std::vector<StudyKey const*> ends;
  for (auto const& each : keys_) {
    if (each.path == wanted) return each;
    if (last_of(each.path) == wanted) ends.push_back(&each);
    names.push_back(each.path);
  }
  if (ends.size() == 1) return *ends.front();
  if (names.empty() && numbers_.empty())
    refuse(option, "\"" + path + "\"",
           "a path that was swept; " + directory_.string() + " has none");
  names.insert(names.end(), numbers_.begin(), numbers_.end());
  refuse(option, "\"" + path + "\"", found_names(names, path));
}

std::vector<StudyGroup> Study::groups(std::vector<std::string> const& without) const {
  std::vector<StudyGroup> out;
  for (auto const& each : cases_) {
    if (!each.ran) continue;
    std::map<std::string, Json> settings;
    for (auto const& key : keys_)
      if (std::find(without.begin(), without.end(), key.path) == without.end())
        if (auto const found = each.settings.find(key.path); found != each.settings.end())
          settings.insert(*found);
    auto group = std::find_if(out.begin(), out.end(),
                              [&](auto const& other) { return other.settings == settings; });
    if (group == out.end()) {
      std::string label;
      for (auto const& key : keys_)
        if (settings.contains(key.path))
          label +=
              (label.empty() ? "" : ", ") + value_label(key.path, settings.at(key.path), input_);
      group = out.insert(out.end(), {label, settings, {}});
    }
    group->cases.push_back(&each);
  }
  return out;
}

std::vector<std::string> Study::quantities() const {
  std::set<std::string> found;
  for (auto const& each : cases_) {
    for (char const* name : counts)
      if (each.entry.contains(name) && each.entry[name].is_number()) found.insert(name);
    if (each.entry.contains("metrics"))
      for (auto const& [name, value] : each.entry["metrics"].items())
        if (value.is_number()) found.insert(name);
  }
  for (auto const& [alias, name] : aliases)
    if (found.contains(name)) found.insert(alias);
  found.insert("converged_part");
  return {found.begin(), found.end()};
}

std::string Study::quantity(std::string const& name, std::string const& option) const {
  if (auto const slash = name.find('/'); slash != std::string::npos)
    return quantity(name.substr(0, slash), option) + "/" + quantity(name.substr(slash + 1), option);
  auto const all = quantities();
  if (std::find(all.begin(), all.end(), name) == all.end())
    refuse(option, "\"" + name + "\"",
           found_names(all, name.starts_with("metrics.") ? name.substr(8) : name));
  for (auto const& each : aliases)
    if (name == each.alias) return each.name;
  return name;
}

std::optional<double> Study::value(StudyCase const& each, std::string const& quantity) const {
  if (auto const found = each.errors.find(quantity); found != each.errors.end())
    return found->second;
  if (auto const slash = quantity.find('/'); slash != std::string::npos) {
    auto const above = value(each, quantity.substr(0, slash)),
               below = value(each, quantity.substr(slash + 1));
    return above && below && *below != 0 ? std::optional(*above / *below) : std::nullopt;
  }
  auto const in = [&](Json const& object, std::string const& key) -> std::optional<double> {
    auto const found = object.find(key);
    return found != object.end() && found->is_number() ? std::optional(found->get<double>())
                                                       : std::nullopt;
  };
  if (quantity == "converged_part") {
    auto const all = in(each.entry, "steps"), good = in(each.entry, "steps_converged");
    if (all && good && *all > 0) return *good / *all;
    auto const problems = in(each.entry, "problems"), solved = in(each.entry, "problems_solved");
    return problems && solved && *problems > 0 ? std::optional(*solved / *problems) : std::nullopt;
  }
  if (auto const direct = in(each.entry, quantity)) return direct;
  return each.entry.contains("metrics") ? in(each.entry["metrics"], quantity) : std::nullopt;
}

std::string Study::label(std::string const& quantity) const {
  std::string const of = "error of ", against = " against " + reference_;
  auto const with = [&](std::string label, std::string const& words) {
    auto const bracket = label.find(" [");
    return label.insert(std::min(bracket, label.size()), words);
  };
  if (quantity == "distance_m") return "error" + against + " [m]";
  if (quantity.starts_with(of)) return with(of + label(quantity.substr(of.size())), against);
  for (auto const& [name, front] : {std::pair{"search.value", "critical "},
                                    {"search.low", "below critical "},
                                    {"search.high", "above critical "}})
    if (quantity == name && input_.contains("search"))
      return front + setting_label(input_["search"]["path"], input_);
  auto out = quantity_label(quantity);
  std::string const counted = "Newton iterations";
  if (auto const at = out.find(counted); at != std::string::npos && !is_newton())
    out.replace(at, counted.size(), "iterations of the solver");
  return out;
}

bool Study::is_newton() const {
  return std::all_of(cases_.begin(), cases_.end(), [](auto const& each) {
    return !each.ran || each.solver.empty() || each.solver == "newton";
  });
}

bool Study::is_error(std::string const& quantity) {
  return quantity == "distance_m" || quantity.find("error") != std::string::npos;
}

std::string Study::reference_error() const {
  for (char const* name : {"distance_m", "position_error_m", "position_error_percent.mean",
                           "angle_error_rad", "reaction_force_error_N", "error"})
    for (auto const& each : cases_)
      if (each.ran && value(each, name)) return name;
  return "";
}

std::vector<std::string> Study::deciding() const {
  auto const all = quantities();
  auto const has = [&](std::string const& name) {
    return std::find(all.begin(), all.end(), name) != all.end();
  };
  if (has("search.value")) return {"search.value"};
  if (auto const error = reference_error(); !error.empty()) return {error};
  std::vector<std::string> out;
  if (auto const own = input_.find("metrics"); own != input_.end() && own->is_object())
    for (auto const& [name, expression] : own->items())
      if (has(name + ".end") && out.size() < 3) out.push_back(name + ".end");
  return out;
}

}  // namespace orthant::figures
