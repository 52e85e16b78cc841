// Each table is read once, for all terms of all expressions.
#include "experiments/app/report/curves.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "experiments/app/expressions/expression.hpp"
#include "experiments/app/files/table_reader.hpp"
#include "experiments/app/report/history.hpp"
#include "experiments/app/run/metrics.hpp"
#include "experiments/app/run/quantities.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/config/spelling.hpp"

namespace orthant {
namespace {

constexpr char const* option = "--of";

struct TableOf {
  char const *name, *of, *setting;  // of: the column of names
};
constexpr TableOf steps_table{"steps", "", ""};
constexpr TableOf bodies_table{"trajectory", "body", "output.trajectory_every=1"};
constexpr TableOf joints_table{"joints", "joint", "output.joints=true"};
constexpr TableOf contacts_table{"contacts", "", "output.contacts=true"};
constexpr TableOf reactions_table{"reactions", "joint", "output.joint_reactions=true"};

constexpr std::array reactions{"fx_N",       "fy_N",         "fz_N",         "tx_N_m",
                               "ty_N_m",     "tz_N_m",       "fx_joint_N",   "fy_joint_N",
                               "fz_joint_N", "tx_joint_N_m", "ty_joint_N_m", "tz_joint_N_m"};

struct Series {
  std::vector<int> step;
  std::vector<double> time, value;

  void add(int at, double when, double x) {
    step.push_back(at);
    time.push_back(when);
    value.push_back(x);
  }
};

/// A term, and where its numbers are.
struct Source {
  Term term;
  TableOf const* table = nullptr;
  Quantity const* quantity = nullptr;  // else the column of the table that is its name
  std::string unit = {};
  Series series = {};
};

/// "box.z" as z(box).
Term dotted(std::string const& text) {
  auto const dot = text.rfind('.');
  if (dot == text.npos || text.find_first_of(" +-*/^()<>", dot) != text.npos) return {text};
  return {text.substr(dot + 1), {text.substr(0, dot)}};
}

class Tables {
 public:
  explicit Tables(fs::path directory) : directory_(std::move(directory)) {
    for (auto const* table : {&bodies_table, &joints_table, &reactions_table})
      if (has_run_table(directory_, table->name)) names_[table->name] = first_names(*table);
  }

  std::vector<std::string> const& bodies() const { return names_.at(bodies_table.name); }
  bool has_bodies() const { return names_.contains(bodies_table.name); }
  bool has_column(std::string const& name) const {
    auto const known = columns();
    return std::ranges::find(known, name) != known.end();
  }

  /// Without a rule the one term is the value.
  std::vector<Term> terms_of(std::string const& text, std::unique_ptr<Expression>& rule) const {
    if (auto const one = dotted(text); !one.arguments.empty()) {
      auto const& of = one.arguments[0];  // one that does not move is known to contacts alone
      if (is_name(of) || (of_contacts(one.name) && of.find_first_of("()") == of.npos)) return {one};
    }
    rule = std::make_unique<Expression>(text, option);
    auto out = rule->terms();
    for (auto& each : out)
      if (each.arguments.empty() && each.name.find('.') != each.name.npos) each = dotted(each.name);
    return out;
  }

  /// The number of a term among the sources.
  std::size_t add(Term const& term) {
    auto const known = std::ranges::find(sources_, term, &Source::term);
    if (known != sources_.end()) return nth(known - sources_.begin());
    sources_.push_back(source_of(term));
    return sources_.size() - 1;
  }

  void read() {
    read_steps();
    for (auto const* table : {&bodies_table, &joints_table, &reactions_table}) read_named(*table);
    read_contacts();
  }

  Source const& operator[](std::size_t k) const { return sources_[k]; }

 private:
  static bool of_contacts(std::string const& name) {
    return std::ranges::any_of(quantities(), [&](Quantity const& each) {
      return each.of == Quantity::Of::contacts && name == each.name;
    });
  }

  bool is_name(std::string const& name) const {
    return std::ranges::any_of(names_, [&](auto const& of) {
      return std::ranges::find(of.second, name) != of.second.end();
    });
  }

  std::unique_ptr<TableRows> open(TableOf const& table) const {
    return open_run_table(directory_, table.name);
  }

  /// Those of the first step of a table.
  std::vector<std::string> first_names(TableOf const& table) const {
    auto const rows = open(table);
    int const of = rows->column(table.of);
    std::vector<std::string> out;
    std::set<std::string> seen;
    while (rows->next() && seen.emplace(rows->text(of)).second) out.emplace_back(rows->text(of));
    return out;
  }

  std::vector<std::string> columns() const {
    auto const file = directory_ / "steps.csv";
    if (!fs::exists(file)) return {};
    auto out = TableReader(file, BrokenRows::skip).head();
    std::erase_if(out, [](auto const& each) {
      return each == "step" || each == "time_s" || each == "reason" || each == "solved_by";
    });
    return out;
  }

  [[noreturn]] void refuse_name(Term const& term) const {
    auto const& [name, of] = term;
    auto names = names_of(quantities());
    names.insert(names.end(), reactions.begin(), reactions.end());
    auto const known = columns();
    if (of.empty()) names = known;
    auto meant = formula_meant(name, of.empty() ? "body" : of[0]);
    if (meant.empty()) meant = nearest_hint(name, names);
    refuse(option, "\"" + term.text() + "\"",
           (of.empty() ? "a column of steps.csv: " + comma_separated(known) +
                             "; or of a body or joint, as box.z"
                       : comma_separated(names)) +
               meant);
  }

  Source source_of(Term const& term) const {
    auto const& [name, of] = term;
    Source out{.term = term};
    if (of.empty()) {
      if (!has_column(name)) refuse_name(term);
      out.table = &steps_table;
      for (auto const& row : metrics())
        if (row.column && name == row.column) out.unit = row.unit;
      return out;
    }
    for (auto const& each : quantities())
      if (name == each.name) {
        out.quantity = &each;
        out.unit = each.unit;
        out.table = each.of == Quantity::Of::body    ? &bodies_table
                    : each.of == Quantity::Of::joint ? &joints_table
                                                     : &contacts_table;
      }
    if (std::ranges::find(reactions, name) != reactions.end()) {
      out.table = &reactions_table;
      out.unit = name.ends_with("_N_m") ? "N m" : "N";
    }
    if (!out.table) refuse_name(term);
    bool const two = out.table == &contacts_table;
    if (of.size() > (two ? 2u : 1u))
      refuse(option, "\"" + term.text() + "\"", name + (two ? "(body, other)" : " of one name"));
    for (auto const* table : {out.table, two ? &bodies_table : out.table})
      if (!has_run_table(directory_, table->name))
        refuse(option, "\"" + term.text() + "\" of " + directory_.string(),
               std::string("a run with ") + table->name + ".csv: orthant run FILE --set " +
                   table->setting);
    if (!two) require(term, names_.at(out.table->name));
    return out;
  }

  void require(Term const& term, std::vector<std::string> const& names) const {
    for (auto const& each : term.arguments)
      if (std::ranges::find(names, each) == names.end()) {
        refuse(option, "\"" + each + "\" in \"" + term.text() + "\"",
               comma_separated(names) + nearest_hint(each, names));
      }
  }

  std::vector<Source*> of_table(TableOf const& table) {
    std::vector<Source*> out;
    for (auto& each : sources_)
      if (each.table == &table) out.push_back(&each);
    return out;
  }

  void read_steps() {
    auto const wanted = of_table(steps_table);
    if (wanted.empty()) return;
    TableReader rows(directory_ / "steps.csv", BrokenRows::skip);
    int const step = rows.column("step"), time = rows.column("time_s");
    while (rows.next())
      for (auto* each : wanted)
        each->series.add(rows.count(step), rows.number(time),
                         rows.number_or_nan(rows.column(each->term.name)));
  }

  /// Of rows of the first world, each of a body or a joint.
  void read_named(TableOf const& table) {
    auto const wanted = of_table(table);
    bool const grid = &table == &bodies_table && !of_table(contacts_table).empty();
    if (wanted.empty() && !grid) return;
    std::map<std::string, std::vector<Source*>, std::less<>> of_name;
    for (auto* each : wanted) of_name[each->term.arguments[0]].push_back(each);
    auto const rows = open(table);
    int const step = rows->column("step"), time = rows->column("time_s"),
              world = rows->column("world"), of = rows->column(table.of);
    while (rows->next()) {
      if (rows->count(world) != 0) continue;
      int const at = rows->count(step);
      double const when = rows->number(time);
      if (grid && (grid_.step.empty() || grid_.step.back() != at)) grid_.add(at, when, 0);
      auto const found = of_name.find(rows->text(of));
      if (found == of_name.end()) continue;
      for (auto* each : found->second)
        each->series.add(at, when,
                         &table == &bodies_table ? of_row(*rows, *each->quantity)
                                                 : rows->number(rows->column(each->term.name)));
    }
  }

  static double of_row(TableRows const& rows, Quantity const& quantity) {
    auto const number = [&](char const* name) { return rows.number(rows.column(name)); };
    Pose<> const pose{Vec3{{number("x_m"), number("y_m"), number("z_m")}},
                      Quat<>{number("qw"), number("qx"), number("qy"), number("qz")}};
    return of_body(quantity, pose,
                   stacked(Vec3{{number("vx_m_s"), number("vy_m_s"), number("vz_m_s")}},
                           Vec3{{number("wx_rad_s"), number("wy_rad_s"), number("wz_rad_s")}}));
  }

  /// Steps without contacts have no rows.
  void read_contacts() {
    auto const wanted = of_table(contacts_table);
    if (wanted.empty()) return;
    auto const rows = open(contacts_table);
    std::vector<std::map<int, ContactSum>> sums(wanted.size());
    std::set<std::string> names(bodies().begin(), bodies().end());
    auto const three = [&](std::string const& front, std::string const& back) {
      Vec3 out;
      for (int i = 0; i < 3; ++i) out[i] = rows->number(rows->column(front + "xyz"[i] + back));
      return out;
    };
    int const step = rows->column("step"), world = rows->column("world");
    while (rows->next()) {
      if (rows->count(world) != 0) continue;
      std::string const a(rows->text(rows->column("body_a"))),
          b(rows->text(rows->column("body_b")));
      names.insert({a, b});
      for (std::size_t k = 0; k < wanted.size(); ++k) {
        auto const& of = wanted[k]->term.arguments;
        if (of[0] != a && of[0] != b) continue;
        if (of.size() > 1 && of[1] != (of[0] == a ? b : a)) continue;
        Real const side = of[0] == b ? 1 : -1;
        sums[k][rows->count(step)].add(side * three("force_", "_N"), side * three("normal_", ""));
      }
    }
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      require(wanted[k]->term, {names.begin(), names.end()});
      for (std::size_t i = 0; i < grid_.step.size(); ++i)
        wanted[k]->series.add(grid_.step[i], grid_.time[i],
                              sums[k][grid_.step[i]].of(*wanted[k]->quantity));
    }
  }

  fs::path directory_;
  std::map<std::string, std::vector<std::string>> names_;  // by tables
  std::vector<Source> sources_;
  Series grid_;  // the steps of the trajectory
};

/// One term, as text or as box.z?
bool is_alone(std::vector<Source const*> const& of, std::string const& text) {
  return of.size() == 1 && (of[0]->term.text() == text || of[0]->term == dotted(text));
}

/// That of its terms, if it is a sum of terms with one unit; else "".
std::string unit_of(std::vector<Source const*> const& of, std::string rest) {
  for (auto const* each : of) {
    if (each->unit != of[0]->unit) return "";
    auto const& [name, names] = each->term;
    for (auto const& word : {each->term.text(), names.empty() ? name : names[0] + "." + name})
      for (auto at = rest.find(word); at != rest.npos; at = rest.find(word))
        rest.erase(at, word.size());
  }
  return rest.find_first_not_of(" +-0123456789.") == rest.npos ? of[0]->unit : "";
}

/// At the steps that all terms have.
Json combined(std::vector<Source const*> const& of, Expression const* rule, int most) {
  std::vector<double> time, value, terms(of.size());
  std::vector<std::size_t> at(of.size(), 0);
  auto const& first = of[0]->series;
  for (std::size_t i = 0; i < first.step.size(); ++i) {
    bool all = true;
    for (std::size_t k = 0; k < of.size() && all; ++k) {
      auto const& s = of[k]->series;
      while (at[k] < s.step.size() && s.step[at[k]] < first.step[i]) ++at[k];
      all = at[k] < s.step.size() && s.step[at[k]] == first.step[i];
      if (all) terms[k] = s.value[at[k]];
    }
    if (!all) continue;
    time.push_back(first.time[i]);
    value.push_back(rule ? (*rule)(terms) : terms[0]);
  }
  std::vector<double> times, values;
  for (auto const i : spread(time.size(), most)) {
    times.push_back(time[i]);
    values.push_back(value[i]);
  }
  return {{"time_s", rounded(times, 7)}, {"values", rounded(values, 7)}};
}

}  // namespace

Json run_curves(fs::path const& directory, std::vector<std::string> const& expressions, int most) {
  Tables tables(directory);
  struct Wanted {
    std::vector<std::size_t> sources = {};
    std::unique_ptr<Expression> rule = {};
  };
  std::vector<Wanted> wanted;
  for (auto const& text : expressions) {
    Wanted one;
    for (auto const& term : tables.terms_of(text, one.rule))
      one.sources.push_back(tables.add(term));
    if (one.sources.empty()) refuse(option, "\"" + text + "\"", "a quantity of a run, as box.z");
    wanted.push_back(std::move(one));
  }
  tables.read();
  Json out = Json::array();
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    std::vector<Source const*> of;
    for (auto const i : wanted[k].sources) of.push_back(&tables[i]);
    Json one = combined(of, wanted[k].rule.get(), most);
    auto const& text = expressions[k];
    one["of"] = text;
    one["name"] = is_alone(of, text) ? of[0]->term.name : "";
    one["unit"] = unit_of(of, text);
    out.push_back(std::move(one));
  }
  return out;
}

Json first_curves(fs::path const& directory, int most) {
  Tables const tables(directory);
  std::vector<std::string> wanted;
  for (char const* each : {"kinetic_J", "potential_J", "elastic_J"})
    if (tables.has_column(each)) wanted.emplace_back(each);
  std::string sum;
  for (auto const& each : run_curves(directory, wanted, most)) {
    bool const is_zero = std::ranges::all_of(each["values"], [](auto const& x) { return x == 0; });
    if (is_zero) std::erase(wanted, each["of"].get<std::string>());
    if (!is_zero) sum += (sum.empty() ? "" : " + ") + each["of"].get<std::string>();
  }
  if (wanted.size() > 1) wanted.push_back(sum);
  constexpr int most_bodies = 6;
  if (tables.has_bodies())
    for (int k = 0; auto const& each : tables.bodies())
      if (k++ < most_bodies) wanted.push_back(each + ".z");
  return run_curves(directory, wanted, most);
}

}  // namespace orthant
