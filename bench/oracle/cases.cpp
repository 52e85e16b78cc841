// Runs a row of choices and gives its verdict.
#include "bench/oracle/cases.hpp"

#include <set>

#include "bench/oracle/frames.hpp"
#include "orthant/core/config/child.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant::oracle {
namespace {

enum First { trial, step, mass, restitution, fraction, beside, frame };

std::vector<bool> trials_with(std::string const& what) {
  std::vector<bool> out;
  for (auto const& t : trials()) out.push_back(t.with(what));
  return out;
}

std::vector<Json> frames() {
  std::vector<Json> out{Json()};
  for (auto const& name : Frame::names()) out.push_back(name);
  return out;
}

double number(Factor const& factor, int value) {
  return value < 0 ? factor.values[0].get<double>() : factor.values[value].get<double>();
}

}  // namespace

std::vector<Factor> all_factors() {
  std::vector<Factor> out;
  Factor scenes{"trial", {}};
  for (auto const& t : trials()) scenes.values.push_back(t.name);
  out.push_back(scenes);
  out.push_back({"step", {0.01, 0.002}});
  out.push_back({"mass", {1.0, 1e-6, 1e6}});
  out.push_back({"restitution", {0.0, 0.5, 1.0}, trial, trials_with("restitution")});
  out.push_back({"fraction", {0.0, 0.3, 0.5, 0.9, 1.0}, trial, trials_with("fraction")});
  out.push_back({"beside", {Json(), "held"}});
  out.push_back({"frame", frames()});
  add_choices(out, catalog(), trials_with("contact"));
  return out;
}

std::vector<Forbidden> refused_beside_convex(std::vector<Factor> const& factors) {
  std::map<std::string, std::set<std::string>> const taken{
      {"solver", {"absent", "newton", "cascade"}},
      {"solver.friction", {"absent", "associated"}},
      {"solver.ncp", {"absent"}},
      {"scene.contact.baumgarte", {"absent"}},
      {"scene.contact.restitution_form", {"absent"}},
      {"scene.contact.least_norm", {"absent"}}};
  std::vector<Forbidden> out;
  for (std::size_t f = 0; f < factors.size(); ++f) {
    auto const found = taken.find(factors[f].name);
    if (found == taken.end()) continue;
    for (int v = 0; v < factors[f].size(); ++v)
      for (int t = 0; t < factors[trial].size(); ++t)
        if (trials()[t].with("convex") && !found->second.contains(value_name(factors[f].values[v])))
          out.push_back({{trial, t}, {static_cast<int>(f), v}});
  }
  return out;
}

std::vector<Forbidden> left_out_of_frames(std::vector<Factor> const& factors) {
  std::vector<std::pair<int, int>> polygons;
  for (std::size_t f = 0; f < factors.size(); ++f)
    for (int v = 0; v < factors[f].size(); ++v)
      if ((factors[f].name == "solver.friction" && factors[f].values[v] == "polyhedral") ||
          (factors[f].name == "solver" && factors[f].values[v] == "lemke"))
        polygons.push_back({static_cast<int>(f), v});
  std::vector<Forbidden> out;
  for (int v = 1; v < factors[frame].size(); ++v) {
    auto const in = Frame::named(factors[frame].values[v]);
    for (int t = 0; t < factors[trial].size(); ++t)
      if (!why_no_image(trials()[t].experiment({}), in).empty())
        out.push_back({{trial, t}, {frame, v}});
    if (in.mirrors()) continue;
    for (auto const& polygon : polygons) out.push_back({{frame, v}, polygon});
  }
  return out;
}

Trial const& trial_of(std::vector<Factor> const&, Row const& row) { return trials()[row[trial]]; }

Parameters parameters_of(std::vector<Factor> const& f, Row const& row) {
  return {.h = number(f[step], row[step]),
          .e = number(f[restitution], row[restitution]),
          .fraction = number(f[fraction], row[fraction]),
          .mass = number(f[mass], row[mass])};
}

Json experiment_of(std::vector<Factor> const& factors, Row const& row) {
  Json out = trial_of(factors, row).experiment(parameters_of(factors, row));
  write_choices(factors, row, out);
  if (row[beside] > 0 && !out.contains("worlds")) out["beside"] = parameters_of(factors, row).mass;
  if (row[frame] > 0) out["frame"] = factors[frame].values[row[frame]];
  return out;
}

char const* text(Verdict verdict) {
  switch (verdict) {
    case Verdict::right:
      return "right";
    case Verdict::refused:
      return "refused";
    case Verdict::reported:
      return "reported";
    case Verdict::wrong:
      return "WRONG";
    case Verdict::crash:
      return "CRASH";
  }
  return "";
}

Judgement judge(Trial const& t, Parameters const& p, Json const& experiment) {
  try {
    Look look(p, experiment, run);
    look.motion();  // all trials use it
    if (t.with("sliding") && look.choice("solver.friction", "") == "associated")
      return {Verdict::right, "not judged: another law of friction"};
    Findings findings(experiment);
    t.judge(look, findings);
    if (findings.count() > 0) return {Verdict::wrong, findings.first()};
    return {};
  } catch (Unsolved const& unsolved) {
    return {Verdict::reported, unsolved.what};
  } catch (Error const& error) {
    return {Verdict::refused, error.what()};
  }
}

Judgement judged_apart(double seconds, std::function<Judgement()> const& judge) {
  auto const end = run_in_child(ChildLimits::of_time(seconds), [&] {
    auto const found = judge();
    return std::to_string(static_cast<int>(found.verdict)) + found.why;
  });
  if (end.how != ChildEnd::How::returned)
    return {end.how == ChildEnd::How::too_long ? Verdict::reported : Verdict::crash, end.text};
  return {static_cast<Verdict>(end.text[0] - '0'), end.text.substr(1)};
}

Judgement judge_apart(Trial const& t, Parameters const& p, Json const& experiment, double seconds) {
  return judged_apart(seconds, [&] { return judge(t, p, experiment); });
}

namespace {

/// Removes values whose parents exclude them, and gives every other factor its first value.
void settle(std::vector<Factor> const& factors, Row& row) {
  for (std::size_t f = 0; f < factors.size(); ++f) {
    int const p = factors[f].parent;
    bool const exists = p < 0 || (row[p] >= 0 && factors[f].under[row[p]]);
    row[f] = exists ? std::max(row[f], 0) : -1;
  }
}

bool is_refused(std::vector<Factor> const& factors, Row const& row) {
  return !refusal(experiment_of(factors, row)).empty();
}

}  // namespace

Forbidden why_refused(std::vector<Factor> const& factors, Row const& row) {
  // Replaces as many values as possible by the first of their factors, beginning with the last
  // factors, which belong to nested plug-ins.
  Row least = row;
  for (std::size_t f = factors.size(); f-- > 1;) {
    Row plain = least;
    if (plain[f] <= 0) continue;
    plain[f] = 0;
    settle(factors, plain);
    if (is_refused(factors, plain)) least = plain;
  }
  // Of the remaining values, and of the first values, keeps those whose change alone makes the row
  // accepted.
  Forbidden out;
  for (std::size_t f = 0; f < factors.size(); ++f) {
    bool helps = false;
    for (int v = 0; least[f] >= 0 && v < factors[f].size() && !helps; ++v) {
      Row other = least;
      other[f] = v;
      settle(factors, other);
      bool whole = v != least[f];
      for (std::size_t g = 0; g < factors.size(); ++g)
        whole = whole && (g == f || least[g] <= 0 || other[g] == least[g]);
      helps = whole && !is_refused(factors, other);
    }
    if (helps) out.push_back({static_cast<int>(f), least[f]});
  }
  return out;
}

}  // namespace orthant::oracle
