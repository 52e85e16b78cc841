// Worst values of a run, with stable names.
#include "experiments/app/run/summary.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "experiments/app/files/carry.hpp"
#include "experiments/app/run/limits.hpp"
#include "orthant/core/execution/same_bits.hpp"

namespace orthant {
namespace {

/// NaN counts as worse than any number.
void worsen(Real& worst, Real x) {
  if (!(x <= worst) && worst == worst) worst = x;
}

/// Calls f(row, i) for the rows of changes, numbered.
template <class F>
void for_changes(F const& f) {
  std::size_t i = 0;
  for (auto const& row : metrics())
    if (row.change) f(row, i++);
}

}  // namespace

Measures over_worlds(std::vector<Measures> const& worlds) {
  Measures out;
  for (auto const& m : worlds)
    for (auto const& row : metrics()) {
      if (!row.of_world) continue;
      if (row.worlds == Over::sum)
        row.of_world.of(out) += row.of_world.in(m);
      else
        worsen(row.of_world.of(out), row.of_world.in(m));
    }
  return out;
}

RunSummary::RunSummary(Scene const& scene, Real h, KnownOfSteps const& known)
    : h_(h), known_(known) {
  int const scenes = std::max<int>(1, static_cast<int>(scene.worlds.size()));
  for (int w = 0; w < scenes; ++w) {
    auto const& own = scene.of(w);
    Scale of;
    for (auto const& body : own.bodies) {
      if (body.motion != Motion::dynamic) continue;
      Real const weight = body.mass * norm(own.gravity), size = size_of(body);
      of.lift += weight * size;
      of.torque += weight * (size + norm(body.pose.p_WB));
    }
    scale_.push_back(of);
  }
}

Measures const& RunSummary::add(std::vector<Measures> const& worlds) {
  auto const take = [](Measures& worst, Measures const& now) {
    for (auto const& row : metrics())
      if (row.of_world && row.largest) worsen(row.of_world.of(worst), row.of_world.in(now));
  };
  bool const first = world_.empty();
  bool changes = first;
  if (!first) ++steps_;
  world_.resize(worlds.size());
  for (std::size_t w = 0; w < worlds.size(); ++w) {
    auto const& m = worlds[w];
    auto& at = world_[w];
    if (!first && same_bits(at.last, m)) continue;  // nothing is worse
    changes = true;
    if (first) at.start = m;
    take(at.worst, m);
    at.last = m;
    worsen(at.descent, at.start.potential - m.potential);
    for_changes([&](Metric const& row, std::size_t i) {
      if (first) at.change.push_back(0);
      worsen(at.change[i], row.change(at.start, m));
    });
  }
  if (changes) {
    last_ = over_worlds(worlds);
    take(worst_, last_);
  }
  return last_;
}

void RunSummary::add(StepRow const& step) {
  std::size_t i = 0;
  for (auto const& row : metrics()) {
    if (!row.of_step || !row.largest) continue;
    if (i == worst_of_step_.size()) worst_of_step_.push_back(0);
    auto& worst = worst_of_step_[i++];
    worst = std::max(worst, number_in(row.of_step(step)));
  }
}

void RunSummary::carry(Carried& c) {
  c.values(worst_, last_, steps_);
  c.list(worst_of_step_);
  carry_items(c, world_, [&](World& each) {
    c.values(each.start, each.descent, each.worst, each.last);
    c.list(each.change);
  });
}

Real RunSummary::drift(Metric const& row, std::size_t change, std::size_t world) const {
  auto const& at = world_[world];
  auto const& of = scale(world);
  Real const most = row.most({at.start, at.descent, of.lift, of.torque * steps_ * h_});
  return most > 0 ? at.change[change] / most : at.change[change];
}

void RunSummary::write(Json& out) const {
  std::size_t of_step = 0;
  for (auto const& row : metrics()) {
    if (!row.is_in(known_)) {
      if (row.largest) out[row.largest] = nullptr;
      if (row.of_step && row.largest) ++of_step;
      continue;
    }
    if (row.of_world && row.largest) out[row.largest] = row.of_world.in(worst_);
    if (row.of_world && row.last) out[row.last] = row.of_world.in(last_);
    if (row.of_step && row.largest) {
      out[row.largest] = of_step < worst_of_step_.size() ? worst_of_step_[of_step] : 0;
      ++of_step;
    }
  }
  for_changes([&](Metric const& row, std::size_t i) {
    Real worst = 0;
    for (std::size_t w = 0; w < world_.size(); ++w) worsen(worst, drift(row, i, w));
    out[row.drift] = worst;
  });
}

std::vector<std::pair<std::string, Real>> RunSummary::of_world(std::size_t world) const {
  std::vector<std::pair<std::string, Real>> out;
  auto const& at = world_[world];
  for (auto const& row : metrics())
    if (row.of_world && row.largest && row.is_in(known_))
      out.emplace_back(row.largest, row.of_world.in(at.worst));
  for (auto const& row : metrics())
    if (row.of_world && row.last) out.emplace_back(row.last, row.of_world.in(at.last));
  for_changes(
      [&](Metric const& row, std::size_t i) { out.emplace_back(row.drift, drift(row, i, world)); });
  return out;
}

}  // namespace orthant
