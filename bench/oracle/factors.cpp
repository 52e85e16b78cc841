// Visits settings and keeps those that can be varied, also of plug-ins within plug-ins.
#include "bench/oracle/factors.hpp"

#include <algorithm>

#include "orthant/core/config/json_file.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant::oracle {
namespace {

/// One setting of a plug-in: another plug-in, or a few values.
struct Key {
  std::string path, kind;
  std::string otherwise;  // of a plug-in: name of the default, if it has one
  std::vector<Json> values;

  bool operator==(Key const& o) const {
    return path == o.path && kind == o.kind && values == o.values;
  }
};

class Keys final : public Fields {
 public:
  std::vector<Key> found;
  bool numbers = true;  // numbers are included

  void real(std::string const& key, double& value, Range r, char const*) override {
    bool const closed =
        std::isfinite(r.low) && std::isfinite(r.high) && !r.low_open && !r.high_open;
    if (!closed || !numbers) return;
    std::vector<Json> values{Json()};
    for (double bound : {r.low, r.high})
      if (bound != value) values.push_back(bound);
    add(key, std::move(values));
  }
  void integer(std::string const&, int&, Range, char const*) override {}
  void flag(std::string const& key, bool& value, char const*) override {
    add(key, {Json(), !value});
  }
  void name(std::string const& key, std::string& value, std::vector<std::string> const& allowed,
            char const*) override {
    std::vector<Json> values{Json()};
    for (auto const& each : allowed)
      if (each != value) values.push_back(each);
    add(key, std::move(values));
  }
  void text(std::string const&, std::string&, char const*) override {}
  void vector(std::string const&, Vec3&, Range, char const*) override {}
  void pair(std::string const&, Vec<2>&, std::function<bool(double, double)> const&,
            char const*) override {}
  void part(std::string const& key, char const* kind, char const* otherwise, char const*) override {
    found.push_back({prefix_ + key, kind, otherwise != nullptr ? otherwise : "", {}});
  }
  void object(std::string const& key, std::function<void(Fields&)> const& fields, char const*,
              std::vector<std::string> const& without) override {
    auto const before = prefix_;
    auto const skipped = without_;
    prefix_ += key + ".";
    without_ = without;
    fields(*this);
    prefix_ = before;
    without_ = skipped;
  }

 private:
  void add(std::string const& key, std::vector<Json> values) {
    if (std::find(without_.begin(), without_.end(), key) == without_.end())
      found.push_back({prefix_ + key, "", "", std::move(values)});
  }

  std::string prefix_;
  std::vector<std::string> without_;
};

class Walk {
 public:
  Walk(std::vector<Factor>& factors, std::vector<CatalogEntry> const& catalog)
      : factors_(factors), catalog_(catalog) {}

  /// Adds the plug-ins of a kind at a path, and below them their settings.
  void plug_in(Key const& key, int parent, std::vector<bool> under) {
    std::vector<CatalogEntry const*> entries;
    for (auto const& e : catalog_)
      if (e.kind == key.kind) entries.push_back(&e);
    Factor factor{key.path, {}, parent, std::move(under)};
    // An absent key is the default. A default with settings is named, because the settings need its
    // name.
    auto const is_default = [&](CatalogEntry const& e) { return e.name == key.otherwise; };
    bool absent = true;
    for (auto const* e : entries) absent = absent && !(is_default(*e) && !keys_of(*e).empty());
    if (absent) {
      factor.values.push_back(Json());
      std::erase_if(entries, [&](auto const* e) { return is_default(*e); });
    }
    std::size_t const first = factor.values.size();
    for (auto const* e : entries) factor.values.push_back(e->name);
    int const self = static_cast<int>(factors_.size());
    factors_.push_back(factor);

    std::vector<std::pair<Key, std::vector<bool>>> settings;  // with their entries
    for (std::size_t i = 0; i < entries.size(); ++i)
      for (auto const& each : keys_of(*entries[i])) {
        auto const same = [&](auto const& s) { return s.first == each; };
        auto at = std::find_if(settings.begin(), settings.end(), same);
        if (at == settings.end())
          at = settings.insert(settings.end(), {each, std::vector<bool>(factor.values.size())});
        at->second[first + i] = true;
      }
    for (auto const& [setting, mask] : settings) add(setting, key.path + ".", self, mask);
  }

  void add(Key key, std::string const& prefix, int parent, std::vector<bool> const& under) {
    key.path = prefix + key.path;
    if (key.kind.empty())
      factors_.push_back({key.path, key.values, parent, under});
    else
      plug_in(key, parent, under);
  }

 private:
  static std::vector<Key> keys_of(CatalogEntry const& entry) {
    Keys keys;
    keys.numbers = entry.kind == "integrator";
    if (entry.describe) entry.describe(keys);
    return keys.found;
  }

  std::vector<Factor>& factors_;
  std::vector<CatalogEntry> const& catalog_;
};

}  // namespace

void add_choices(std::vector<Factor>& factors, std::vector<CatalogEntry> const& catalog,
                 std::vector<bool> const& of_contacts) {
  Walk walk(factors, catalog);
  walk.plug_in({"integrator", "integrator", "implicit_euler", {}}, -1, {});
  walk.plug_in({"solver", "nonlinear solver", "", {}}, -1, {});
  Keys keys;
  ContactSettings{}.fields(keys);
  for (auto const& key : keys.found) walk.add(key, "scene.contact.", 0, of_contacts);
}

void write_choices(std::vector<Factor> const& factors, Row const& row, Json& experiment) {
  for (std::size_t f = 0; f < factors.size(); ++f) {
    auto const& name = factors[f].name;
    bool const is_path = name.starts_with("solver") || name.starts_with("integrator") ||
                         name.starts_with("scene.contact.");
    if (!is_path || row[f] < 0) continue;
    Json const& value = factors[f].values[row[f]];
    if (value.is_null()) continue;
    Json* at = &experiment;
    std::string rest = name;
    for (std::size_t dot; (dot = rest.find('.')) != std::string::npos; rest.erase(0, dot + 1)) {
      at = &(*at)[rest.substr(0, dot)];
      if (at->is_string()) *at = {{"type", at->get<std::string>()}};
    }
    // A plug-in that a trial names with settings keeps them.
    Json& to = (*at)[rest];
    (to.is_object() && value.is_string() ? to["type"] : to) = value;
  }
}

std::string value_name(Json const& value) {
  if (value.is_null()) return "absent";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace orthant::oracle
