// Reads one JSON object strictly.
#include "orthant/core/config/config.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "orthant/core/config/over_worlds.hpp"
#include "orthant/core/config/spelling.hpp"

namespace orthant {
namespace {

[[noreturn]] void wrong(std::string const& where, std::string const& found,
                        std::string const& allowed) {
  throw WrongValue(where, "found " + found + ", allowed: " + allowed);
}

/// Where a part of `of` has a key, as "/shapes/0"; "" if none has it. For a key of a part that is
/// given to the whole.
std::string part_with(std::string const& key, Json const& of) {
  if (!of.is_structured()) return "";
  for (auto const& [name, part] : of.items()) {
    if (part.is_object() && part.contains(key)) return "/" + name;
    if (auto const below = part_with(key, part); !below.empty()) return "/" + name + below;
  }
  return "";
}

/// The numbers of a text, as of "0 0 1"; none if it has anything else.
std::vector<double> numbers_in(std::string const& text) {
  std::vector<double> out;
  for (char const *at = text.data(), *end = at + text.size(); at != end;) {
    if (std::string_view(" ,;[]()").find(*at) != std::string_view::npos) {
      ++at;
      continue;
    }
    double x = 0;
    auto const read = std::from_chars(at, end, x);
    if (read.ec != std::errc() || !std::isfinite(x)) return {};
    out.push_back(x);
    at = read.ptr;
  }
  return out;
}

std::vector<std::string> as_texts(std::vector<double> const& numbers) {
  std::vector<std::string> out(numbers.size());
  std::ranges::transform(numbers, out.begin(), [](double x) { return orthant::text(x); });
  return out;
}

/// What one number or a text stands for in place of an array: an axis by its name, a direction
/// along z, a size the same along all axes.
std::string array_meant(std::string const& key, Json const& found, int count) {
  bool const three = count == 3;
  if (found.is_number() && three) {
    bool const is_size = key == "size" || key == "inertia" || key == "semi_axes";
    auto const x = shown(found);
    return is_size ? "; such as [" + x + ", " + x + ", " + x + "]" : "; along z: [0, 0, " + x + "]";
  }
  if (found.is_array() && found.size() == 6 && key == "velocity")
    return "; \"angular_velocity\" has the other three";
  if (!found.is_string()) return "";
  auto const& text = found.get_ref<std::string const&>();
  auto const letter = text.empty() ? '\0' : text.back();
  if (three && letter >= 'x' && letter <= 'z' && text.size() <= 2) {
    std::vector<int> axis = {letter == 'x', letter == 'y', letter == 'z'};
    if (text[0] == '-')
      for (int& each : axis) each = -each;
    return "; along " + text + ": " + Json(axis).dump();
  }
  auto const numbers = numbers_in(text);
  return numbers.size() == nth(count)
             ? "; without quotes: [" + comma_separated(as_texts(numbers)) + "]"
             : "";
}

/// "0.02" of "0,02"; "" of a text that is no number with a decimal comma.
std::string with_point(std::string text) {
  constexpr char const* digits = "0123456789";
  auto const comma = text.find_first_not_of(digits, text.starts_with('-') ? 1 : 0);
  if (comma == text.npos || text[comma] != ',' || comma + 1 == text.size() ||
      text.find_first_not_of(digits, comma + 1) != text.npos)
    return "";
  text[comma] = '.';
  return text;
}

/// A number that a text begins with, as of "1 kg" or "10 ms": numbers stand without quotes and
/// units, in kg, m and s.
std::string number_meant(Json const& found) {
  if (!found.is_string()) return "";
  auto const& text = found.get_ref<std::string const&>();
  double x = 0;
  auto const read = std::from_chars(text.data(), text.data() + text.size(), x);
  if (read.ec != std::errc() || !std::isfinite(x)) return "";
  if (std::string const point = with_point(text); !point.empty())
    return "; with a decimal point: " + point;
  if (text.find_first_of(",;:") != text.npos) return "";  // several numbers
  constexpr std::pair<char const*, double> units[] = {{"g", 1e3},  {"mm", 1e3}, {"cm", 1e2},
                                                      {"ms", 1e3}, {"us", 1e6}, {"km", 1e-3}};
  std::string unit(read.ptr, text.data() + text.size());
  unit.erase(0, unit.find_first_not_of(' '));
  for (auto const& [name, parts] : units)
    if (unit == name) x /= parts;
  return "; without quotes and unit: " + orthant::text(x);
}

/// A negative number's size, where that is allowed.
std::string size_meant(double x, Range const& range) {
  return x < 0 && range.contains(-x) ? "; without its sign: " + orthant::text(-x) : "";
}

/// One line of a short array of plain values, or what `shown` says.
std::string shown_array(Json const& value) {
  auto const plain = [](Json const& each) { return each.is_primitive(); };
  if (!value.is_array() || value.size() > 12 || !std::ranges::all_of(value, plain))
    return shown(value);
  auto const text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  return shown(value) + (text.size() <= 80 ? ", " + text : "");
}

}  // namespace

std::string Range::says() const {
  if (low == high) return "the number " + orthant::text(low);
  bool const has_low = std::isfinite(low), has_high = std::isfinite(high);
  std::string const above = (low_open ? "> " : ">= ") + orthant::text(low);
  std::string const below = (high_open ? "< " : "<= ") + orthant::text(high);
  if (has_low && has_high) return "a number " + above + " and " + below;
  return has_low ? "a number " + above : has_high ? "a number " + below : "a finite number";
}

bool are_numbers(Json const& value, std::size_t count) {
  return value.is_array() && value.size() == count && std::ranges::all_of(value, [](Json const& x) {
           return x.is_number() && std::isfinite(x.get<double>());
         });
}

std::string shown(Json const& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array of " + std::to_string(value.size());
  std::string const full = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  return full.size() <= 80 ? full : full.substr(0, 77) + "...";
}

Config::Config(Json const& input, Json& resolved, std::string path)
    : input_(&input), resolved_(&resolved), path_(std::move(path)) {
  if (!input.is_object()) wrong(path_, shown(input), "an object");
  if (!resolved.is_object()) resolved = Json::object();
}

Json const* Config::find(std::string const& key) {
  known_.insert(key);
  auto const it = input_->find(key);
  return it == input_->end() ? nullptr : &*it;
}

bool Config::has(std::string const& key) const {
  known_.insert(key);
  return input_->contains(key);
}

bool Config::has_object(std::string const& key) const {
  return has(key) && input_->at(key).is_object() &&
         !(over_ && OverWorlds::is_spread(input_->at(key)));
}

Json Config::here(Json const& given, std::string const& where) const {
  if (over_ && OverWorlds::is_many(given)) return over_->value(given, where);
  return given;
}

std::string Config::or_many(Json const& found) const {
  return over_ && found.is_structured() ? "; or " + OverWorlds::forms() : "";
}

std::string Config::not_many(Json const& found) const {
  return over_ && OverWorlds::is_many(found) ? ", the same in all worlds" : "";
}

Config Config::within(Json const& input, Json& resolved, std::string path) const {
  Config out(input, resolved, std::move(path));
  out.over_ = over_;
  return out;
}

bool Config::is_given(std::string const& key) {
  Json const* found = find(key);
  return found && !found->is_null();
}

std::vector<std::string> Config::keys() const {
  std::vector<std::string> out;
  for (auto const& [key, value] : input_->items()) out.push_back(key);
  return out;
}

void Config::need(std::string const& key, char const* allowed) const {
  if (!has(key)) refuse_missing(key, allowed);
}

void Config::allow(std::vector<std::string> const& keys) const {
  known_.insert(keys.begin(), keys.end());
}

void Config::refuse_misspelt(std::string const& key, std::string const& allowed) const {
  std::vector<std::string> unread;
  for (auto const& [given, value] : input_->items())
    if (!known_.contains(given)) unread.push_back(given);
  auto misspelt = nearest_name(key, unread);
  for (auto const& word : unread)
    if (misspelt.empty() && !name_here(word, {key}).empty()) misspelt = word;
  if (misspelt.empty()) return;
  throw WrongValue(where(misspelt), "unknown key, nearest: \"" + key +
                                        "\", which is needed and missing, allowed: " + allowed);
}

void Config::refuse_missing(std::string const& key, std::string const& allowed) const {
  refuse_misspelt(key, allowed);
  wrong(where(key), "nothing", allowed);
}

void Config::real(std::string const& key, double& value, Range range, char const*) {
  Json const* found = find(key);
  // JSON has no infinity: a limit that is off resolves to null, and null switches it off.
  bool const off = found && found->is_null() && !std::isfinite(value);
  if (found && !off) {
    Json const number = here(*found, where(key));
    if (!number.is_number())
      wrong(where(key), shown(number), range.says() + number_meant(number) + or_many(number));
    value = number.get<double>();
    if (!std::isfinite(value) || !range.contains(value))
      wrong(where(key), shown(number), range.says() + size_meant(value, range));
  }
  (*resolved_)[key] = std::isfinite(value) ? Json(value) : Json(nullptr);
}

void Config::integer(std::string const& key, int& value, Range range, char const*) {
  if (Json const* found = find(key)) {
    std::string const allowed = "an integer, " + range.says() + not_many(*found);
    if (!found->is_number_integer())
      wrong(where(key), shown(*found), allowed + number_meant(*found));
    double const wide = found->get<double>();
    constexpr int most = std::numeric_limits<int>::max();
    if (!range.contains(wide)) wrong(where(key), shown(*found), allowed);
    if (std::abs(wide) > most)
      wrong(where(key), shown(*found), allowed + " of a size up to " + std::to_string(most));
    value = found->get<int>();
  }
  (*resolved_)[key] = value;
}

void Config::flag(std::string const& key, bool& value, char const*) {
  if (Json const* found = find(key)) {
    bool const quoted = *found == "true" || *found == "false";
    if (!found->is_boolean())
      wrong(where(key), shown(*found),
            "true or false" + not_many(*found) +
                (quoted ? "; without quotes: " + found->get<std::string>() : ""));
    value = found->get<bool>();
  }
  (*resolved_)[key] = value;
}

void Config::text(std::string const& key, std::string& value, char const*) {
  if (Json const* found = find(key)) {
    if (!found->is_string()) wrong(where(key), shown(*found), "a string" + not_many(*found));
    value = found->get<std::string>();
  }
  (*resolved_)[key] = value;
}

void Config::name(std::string const& key, std::string& value,
                  std::vector<std::string> const& allowed, char const* about) {
  bool const given = has(key);
  if (!given && key == "type" && !type_.empty()) value = type_;
  text(key, value, about);
  if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return;
  if (!given) refuse_misspelt(key, "one of " + comma_separated(allowed));
  std::string hint = former_name_hint(path(), value);
  if (given && hint.empty()) hint = nearest_hint(value, allowed);
  throw WrongValue(where(key), (given ? shown(Json(value)) : "nothing") + " is not one of " +
                                   comma_separated(allowed) + hint);
}

std::vector<double> Config::reals(std::string const& key, int count) {
  Json const* found = find(key);
  std::string const allowed = "an array of " + std::to_string(count) + " finite numbers";
  if (!found) refuse_missing(key, allowed);
  if (!found->is_array() || found->size() != nth(count)) {
    wrong(where(key), shown_array(*found), allowed + array_meant(key, *found, count));
  }
  std::vector<double> out;
  for (int i = 0; i < count; ++i) {
    auto const at = where(key) + "/" + std::to_string(i);
    Json const each = here((*found)[i], at);
    if (!each.is_number() || !std::isfinite(each.get<double>()))
      wrong(at, shown(each), "a finite number" + or_many(each));
    out.push_back(each.get<double>());
  }
  (*resolved_)[key] = out;
  return out;
}

void Config::pair(std::string const& key, Vec<2>& value,
                  std::function<bool(double, double)> const& accepts, char const* allowed) {
  if (find(key)) {
    auto const found = reals(key, 2);
    value = {{found[0], found[1]}};
  }
  (*resolved_)[key] = {value[0], value[1]};
  if (!accepts(value[0], value[1]))
    refuse(where(key), orthant::text(value[0]) + ", " + orthant::text(value[1]), allowed);
}

void Config::vector(std::string const& key, Vec3& value, Range range, char const*) {
  if (has(key)) {
    auto const found = reals(key, 3);
    for (int i = 0; i < 3; ++i) {
      if (!range.contains(found[i]))
        wrong(where(key) + "/" + std::to_string(i), orthant::text(found[i]),
              range.says() + size_meant(found[i], range));
      value[i] = found[i];
    }
  }
  find(key);
  (*resolved_)[key] = {value[0], value[1], value[2]};
}

Config Config::child(std::string const& key) {
  static Json const none = Json::object();
  Json const* found = find(key);
  return within(found ? *found : none, (*resolved_)[key], where(key));
}

Config Config::plugin(std::string const& key, char const* otherwise) {
  Json const* found = is_given(key) ? find(key) : nullptr;
  if (!found && !otherwise) refuse_missing(key, "a name, or an object with a \"type\"");
  if (found && !found->is_string() && !found->is_object())
    wrong(where(key), shown(*found),
          std::string("a name, or an object with a \"type\"") +
              (found->is_array() ? "; a \"sweep\" over \"" + key + "\" tries several" : ""));
  Json& resolved = (*resolved_)[key];
  if (found && !found->is_string()) {
    Config out = within(*found, resolved, where(key));
    if (otherwise) out.type_ = otherwise;
    return out;
  }
  // The resolved tree has the long form in place of the short one.
  resolved = Json::object({{"type", found ? *found : Json(otherwise)}});
  return within(resolved, resolved, where(key));
}

std::vector<Config> Config::children(std::string const& key) {
  std::vector<Config> out;
  Json const* found = find(key);
  if (!found) return out;
  if (!found->is_array())
    wrong(where(key), shown(*found),
          std::string("an array of objects") +
              (found->is_object() ? ", in brackets also of one: \"" + key + "\": [{...}]" : ""));
  Json& resolved = (*resolved_)[key] = Json(found->size(), nullptr);
  for (std::size_t i = 0; i < found->size(); ++i)
    out.push_back(within((*found)[i], resolved[i], where(key) + "/" + std::to_string(i)));
  return out;
}

Json const& Config::raw(std::string const& key) {
  Json const* found = find(key);
  if (!found) refuse_missing(key, "a value");
  Json& kept = (*resolved_)[key];
  if (!over_) return kept = *found, *found;
  return kept = over_->settled(*found, where(key));
}

Json const* Config::given(std::string const& key) const {
  auto const at = input_->find(key);
  return at == input_->end() ? nullptr : &*at;
}

void Config::done() const {
  for (auto const& [key, value] : input_->items())
    if (!known_.contains(key)) {
      auto hint = nearest_hint(key, {known_.begin(), known_.end()});
      if (auto const place = hint.empty() ? part_with(key, *resolved_) : ""; !place.empty())
        hint = "; such a key stands in \"" + place.substr(1) + "\"";
      throw WrongValue(where(key), "unknown key, allowed: " + comma_separated(known_) + hint);
    }
}

}  // namespace orthant
