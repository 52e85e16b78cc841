// Reads, evaluates and sums up stated metrics.
#include "experiments/app/run/own_metrics.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "orthant/core/config/spelling.hpp"

namespace orthant {
namespace {

constexpr char const* parts_of_metric[] = {"max", "min", "mean", "end"};

/// NaN is beyond any number.
double further(double a, double b, bool up) {
  if (a != a || b != b) return a + b;
  return up ? std::max(a, b) : std::min(a, b);
}

bool is_plain(std::string const& name) {
  auto const letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !name.empty() && letter(name[0]) &&
         std::ranges::all_of(name, [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

/// Why a name is no name of a metric; "": it may be.
std::string taken_by(std::string const& name) {
  if (name == "search") return "a key of the experiment";
  if (name == "pi" || name == "and" || name == "or" || name == "not")
    return "a word of expressions";
  for (auto const& each : Expression::functions())
    if (name == each) return "a function of expressions";
  for (auto const& each : quantities())
    if (name == each.name) return "a quantity of bodies, joints or contacts";
  for (auto const& row : metrics())
    if (row.column && name == row.column) return "a column of steps.csv";
  for (auto const& each : named_metrics())
    if (std::string const other = each.name; other == name || other.starts_with(name + "."))
      return "a metric of every run";
  return "";
}

}  // namespace

std::vector<std::string> own_names(Json const& metrics, std::string const& where) {
  std::vector<std::string> out;
  if (metrics.is_null()) return out;
  if (!metrics.is_object()) refuse(where, shown(metrics), "an object of names and expressions");
  for (auto const& [name, text] : metrics.items()) {
    auto const at = where + "/" + name;
    if (!is_plain(name))
      refuse(at, shown(Json(name)), "a name of letters, digits and \"_\", with no digit before");
    if (auto const by = taken_by(name); !by.empty())
      refuse(at, shown(Json(name)) + ", which is " + by, "a name that nothing else has");
    if (!text.is_string()) refuse(at, shown(text), "an expression, such as \"vx(box)\"");
    out.push_back(name);
  }
  return out;
}

std::vector<std::string> own_numbers(std::vector<std::string> const& names) {
  std::vector<std::string> out;
  for (auto const& name : names)
    for (auto const* part : parts_of_metric) out.push_back(name + "." + part);
  return out;
}

Json own_metrics_schema() {
  return {{"type", "object"},
          {"description", "expressions of one's own, evaluated after every step, by their names"},
          {"propertyNames", {{"pattern", "^[A-Za-z_][A-Za-z0-9_]*$"}}},
          {"additionalProperties", {{"type", "string"}}}};
}

OwnMetrics::OwnMetrics(Experiment const& e) : quantities_(e), worlds_(nth(e.simulation->worlds())) {
  Json const given = e.resolved.value("metrics", Json());
  for (auto const& name : own_names(given, e.path + "/metrics")) {
    auto const where = e.path + "/metrics/" + name;
    One each{name, Expression(given[name], where), {}};
    for (auto const& term : each.expression.terms())
      each.places.push_back(quantities_.number_of(term, where));
    terms_.resize(std::max(terms_.size(), each.places.size()));
    metrics_.push_back(std::move(each));
  }
  over_.resize(worlds_ * metrics_.size());
}

std::vector<std::string> OwnMetrics::names() const { return names_of(metrics_); }

void OwnMetrics::after(StepRow const& step, std::vector<Measures> const& worlds) {
  if (empty()) return;
  quantities_.read(step, worlds);
  bool const first = steps_++ == 0;
  auto* to = over_.data();
  for (std::size_t w = 0; w < worlds_; ++w) {
    auto const quantities = quantities_.in(static_cast<int>(w));
    for (auto const& each : metrics_) {
      for (std::size_t i = 0; i < each.places.size(); ++i) terms_[i] = quantities[each.places[i]];
      auto& [max, min, sum, end] = *to++;
      end = each.expression(terms_);
      max = first ? end : further(max, end, true);
      min = first ? end : further(min, end, false);
      sum += end;
    }
  }
}

std::vector<double> OwnMetrics::values() const {
  std::vector<double> out;
  for (std::size_t i = 0; i < metrics_.size(); ++i) {
    out.push_back(over_[i].end);
    for (std::size_t w = 1; w < worlds_; ++w)
      out.back() = further(out.back(), over_[w * metrics_.size() + i].end, true);
  }
  return out;
}

std::array<std::optional<double>, 4> OwnMetrics::of(Over const& over) const {
  if (steps_ == 0) return {};
  return {over.max, over.min, over.sum / steps_, over.end};
}

void OwnMetrics::write(Json& metrics) const {
  for (std::size_t i = 0; i < metrics_.size(); ++i)
    for (std::size_t part = 0; part < 4; ++part) {
      std::optional<double> worst;
      for (std::size_t w = 0; w < worlds_; ++w)
        if (auto const each = of(over_[w * metrics_.size() + i])[part])
          worst = further(worst.value_or(*each), *each, part != 1);
      metrics[metrics_[i].name][parts_of_metric[part]] = worst ? Json(*worst) : Json();
    }
}

std::vector<std::pair<std::string, Real>> OwnMetrics::of_world(std::size_t world) const {
  std::vector<std::pair<std::string, Real>> out;
  for (std::size_t i = 0; i < metrics_.size(); ++i)
    for (std::size_t part = 0; part < 4; ++part)
      out.emplace_back(metrics_[i].name + "." + parts_of_metric[part],
                       of(over_[world * metrics_.size() + i])[part].value_or(NAN));
  return out;
}

}  // namespace orthant
