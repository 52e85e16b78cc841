// Replaces names by values, in one walk through the document.
#include "experiments/app/expressions/parameters.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "experiments/app/expressions/expression.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/config/json_path.hpp"
#include "orthant/core/config/spelling.hpp"

namespace orthant {
namespace {

constexpr char const* head = "parameters";

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_in_name(char c) { return begins_name(c) || (c >= '0' && c <= '9'); }

/// Calls f(first, name) for every "$name" of a text.
template <class F>
void for_names(std::string const& text, F const& f) {
  for (auto at = text.find('$'); at != text.npos; at = text.find('$', at + 1)) {
    auto end = at + 1;
    if (end == text.size() || !begins_name(text[end])) continue;
    while (end < text.size() && is_in_name(text[end])) ++end;
    f(at, text.substr(at + 1, end - at - 1));
  }
}

/// Keys of the document whose texts are for people.
bool is_prose(std::string const& key) {
  return key == "name" || key == "description" || key == "$schema";
}

/// Calls f(text, path) for every text below, outside of prose; paths have this separator.
void for_texts(Json const& value, std::string const& path, char separator,
               std::function<void(std::string const&, std::string const&)> const& f,
               bool top = true) {
  if (value.is_string()) f(value.get_ref<std::string const&>(), path);
  if (!value.is_structured()) return;
  std::size_t i = 0;
  for (auto const& [key, each] : value.items()) {
    auto const& part = value.is_array() ? std::to_string(i++) : key;
    if (!(top && is_prose(key)))
      for_texts(each, path.empty() ? part : path + separator + part, separator, f, false);
  }
}

[[noreturn]] void wrong(std::string const& where, std::string const& found,
                        std::string const& allowed) {
  throw WrongValue(where, "found " + found + ", allowed: " + allowed);
}

bool has_objects(Json const& value) {
  return value.is_object() || (value.is_array() && std::ranges::any_of(value, has_objects));
}

/// The values of the parameters, those of expressions calculated at their first use.
class Parameters {
 public:
  Parameters(Json const& given, std::string path) : given_(given), path_(std::move(path)) {
    if (!given.is_object()) wrong(path_, shown(given), "an object of names and values");
    for (auto const& [name, value] : given.items()) {
      names_.push_back(name);
      if (name.empty() || !begins_name(name[0]) || !std::ranges::all_of(name, is_in_name))
        wrong(path_ + "/" + name, shown(Json(name)),
              "a name of letters, digits and \"_\", which begins with none of the digits");
      // One of a distribution would be drawn anew at each place.
      if (has_objects(value))
        wrong(path_ + "/" + name, shown(value), "a number, a text, true, false, or an array");
    }
  }

  std::vector<std::string> const& names() const { return names_; }

  Json const& value(std::string const& name, std::string const& where) {
    if (!given_.contains(name)) {
      auto const near = nearest_name(name, names_);
      wrong(where, "\"$" + name + "\"",
            names_.empty() ? "a value, or a name that the experiment gives one: \"parameters\": "
                             "{\"" +
                                 name + "\": 1}"
                           : "$" + comma_separated(names_) +
                                 (near.empty() ? "" : "; nearest: \"$" + near + "\""));
    }
    auto const at = path_ + "/" + name;
    if (auto const found = values_.find(name); found != values_.end()) return found->second;
    if (!open_.insert(name).second)
      wrong(at, shown(given_[name]), "a value that does not follow from itself");
    Json out = given_[name];
    replace(out, at);
    open_.erase(name);
    return values_[name] = std::move(out);
  }

  /// Replaces what stands in a value and below it.
  void replace(Json& value, std::string const& where) {
    if (value.is_string()) {
      bool any = false;
      auto const& text = value.get_ref<std::string const&>();
      for_names(text, [&](std::size_t, std::string const&) { any = true; });
      if (any) value = of_text(text, where);
    }
    for_each(value, where, [&](Json& each, std::string const& at) { replace(each, at); });
  }

  /// Writes numbers into texts.
  void replace_within(Json& value, std::string const& where) {
    if (value.is_string()) {
      std::string out;
      std::size_t end = 0;
      auto const& text = value.get_ref<std::string const&>();
      for_names(text, [&](std::size_t first, std::string const& name) {
        out += text.substr(end, first - end) + "(" + orthant::text(number(name, where)) + ")";
        end = first + 1 + name.size();
      });
      value = out + text.substr(end);
    }
    for_each(value, where, [&](Json& each, std::string const& at) { replace_within(each, at); });
  }

  template <class F>
  static void for_each(Json& value, std::string const& where, F const& f) {
    if (value.is_array())
      for (std::size_t i = 0; i < value.size(); ++i) f(value[i], where + "/" + std::to_string(i));
    if (value.is_object())
      for (auto& [key, each] : value.items()) f(each, where + "/" + key);
  }

 private:
  double number(std::string const& name, std::string const& where) {
    Json const& found = value(name, where);
    if (!found.is_number())
      wrong(where, "\"$" + name + "\", which is " + shown(found), "a number in an expression");
    return found.get<double>();
  }

  Json of_text(std::string const& text, std::string const& where) {
    if (text[0] == '$' && std::all_of(text.begin() + 1, text.end(), is_in_name))
      return value(text.substr(1), where);
    Expression const expression(text, where);
    std::vector<double> values;
    for (auto const& term : expression.terms()) {
      if (term.name[0] != '$' || !term.arguments.empty())
        wrong(where, "\"" + term.text() + "\" in an expression of parameters",
              "numbers, functions and $" + comma_separated(names_));
      values.push_back(number(term.name.substr(1), where));
    }
    double const out = expression(values);
    if (!std::isfinite(out)) wrong(where, shown(Json(text)) + ", which is no number", "a number");
    constexpr double most = 1e15;  // a whole number may stand where an integer is asked for
    if (out == std::floor(out) && std::abs(out) < most) return static_cast<long>(out);
    return out;
  }

  Json const& given_;
  std::string path_;
  std::vector<std::string> names_;
  std::map<std::string, Json> values_;
  std::set<std::string> open_;
};

/// All names that stand in the document, with one place of each.
std::map<std::string, std::string> uses(Json const& input, std::string const& path) {
  std::map<std::string, std::string> out;
  for_texts(input, path, '/', [&](std::string const& text, std::string const& where) {
    for_names(text, [&](std::size_t, std::string const& name) { out.emplace(name, where); });
  });
  return out;
}

/// Requires that the experiment had a parameter of this name, or uses it now.
void require_parameter(Json const& input, std::string const& name,
                       std::vector<std::string> const& had, std::string const& where) {
  if (name.empty() || std::ranges::find(had, name) != had.end() || uses(input, "").contains(name))
    return;
  wrong(where, "\"" + name + "\", which is none of the experiment's parameters",
        had.empty() ? "\"$" + name + "\" where it is to stand"
                    : comma_separated(had) + nearest_hint(name, had));
}

/// Assigns in the given order, and refuses what would undo an earlier assignment.
void assign_all(Json& input, std::vector<std::string> const& assignments) {
  std::vector<std::pair<std::string, std::string>> done;  // the path, with a dot at its end
  for (auto const& each : assignments) {
    auto const equals = each.find('=');
    auto const path = numbered_path(input, each.substr(0, equals)) + ".";
    for (auto const& [earlier, assignment] : done)
      if (earlier.starts_with(path))
        wrong("--set " + shown(Json(each)), "what replaces --set " + shown(Json(assignment)),
              "one value for each path, a whole before its parts");
    assign(input, each);
    auto const array = path.substr(0, path.rfind('.', path.size() - 2) + 1);
    bool const numbered = path.find_first_not_of("0123456789.", array.size()) == path.npos;
    if (equals + 1 == each.size() && numbered)  // the elements after it have other numbers now
      std::erase_if(done, [&](auto const& earlier) { return earlier.first.starts_with(array); });
    else
      done.emplace_back(path, each);
  }
}

}  // namespace

Json with_parameters(Json input, std::string const& path) {
  if (!input.is_object()) return input;
  Json const given = input.value(head, Json::object());
  Parameters parameters(given, path + "/" + head);
  auto const used = uses(input, path);
  for (auto const& [name, where] : used) parameters.value(name, where);
  for (auto const& name : parameters.names())
    if (!used.contains(name))
      wrong(path + "/" + head + "/" + name, "a parameter that nothing uses",
            "no such key, or \"$" + name + "\" in the experiment");
  if (used.empty()) return input;
  for (auto& [key, value] : input.items()) {
    auto const where = path + "/" + key;
    if (key == "metrics" || key == "search")
      parameters.replace_within(value, where);
    else if (!is_prose(key) && key != "sweep" && key != "fit")
      parameters.replace(value, where);
  }
  return input;
}

Json parameters_of(Json const& written, Json const& with_values) {
  if (!written.is_object() || !written.contains(head)) return Json::object();
  return {{"parameters", with_values.at(head)}, {"written", written}};
}

void change_at(Json& input, std::vector<std::string> const& paths,
               std::function<void()> const& change, std::vector<std::string> const& places) {
  std::vector<std::string> names;
  if (input.is_object() && input.contains(head) && input[head].is_object())
    for (auto const& [name, value] : input[head].items()) names.push_back(name);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    auto const& each = paths[i];
    if (input.contains(each) || std::ranges::find(names, each) == names.end()) continue;
    bool const placed = i < places.size();
    wrong(placed ? places[i] : "\"" + each + "\"",
          (placed ? "\"" + each + "\", " : std::string()) + "no such key",
          "\"" + std::string(head) + "." + each + "\"");
  }
  auto const before = names.empty() ? std::map<std::string, std::string>{} : uses(input, "");
  std::set<std::string> named;
  for (auto const& each : paths) named.insert(parameter_of(each));
  change();
  for (std::size_t i = 0; i < places.size(); ++i)
    require_parameter(input, parameter_of(paths[i]), names, places[i]);
  if (names.empty()) return;
  auto const found = input.find(head);
  if (found == input.end() || !found->is_object()) return;
  for (bool again = true; again;) {  // one that is left out may have used others
    again = false;
    auto const after = uses(input, "");
    for (auto const& [name, where] : before)
      if (!after.contains(name) && !named.contains(name) && found->erase(name) > 0) again = true;
  }
}

void change_by(Json& input, std::vector<std::string> const& assignments) {
  std::vector<std::string> paths;
  for (auto const& each : assignments) paths.push_back(each.substr(0, each.find('=')));
  change_at(input, paths, [&] { assign_all(input, assignments); });
}

std::vector<std::string> places_of(Json const& input, std::string const& name) {
  std::vector<std::string> out;
  std::set<std::string> seen = {name};
  for (std::vector<std::string> left = {name}; !left.empty();) {
    auto const each = left.back();
    left.pop_back();
    for_texts(input, "", '.', [&](std::string const& text, std::string const& place) {
      for_names(text, [&](std::size_t, std::string const& found) {
        if (found != each) return;
        auto const other = parameter_of(place);
        if (other.empty())
          out.push_back(place);
        else if (seen.insert(other).second)
          left.push_back(other);
      });
    });
  }
  return out;
}

std::vector<std::string> places_alone(Json const& input, std::string const& name) {
  std::vector<std::string> out;
  if (name.empty()) return out;
  for_texts(input, "", '.', [&](std::string const& text, std::string const& place) {
    if (text == "$" + name && parameter_of(place).empty()) out.push_back(place);
  });
  return out;
}

std::string parameter_of(std::string const& path) {
  std::string const begin = std::string(head) + ".";
  if (!path.starts_with(begin)) return "";
  auto const end = path.find('.', begin.size());
  return path.substr(begin.size(), end == path.npos ? end : end - begin.size());
}

}  // namespace orthant
