// Differences of the equations F along parameters and changed starts, and the choice of sides at
// kinks.
#include "orthant/backends/derivatives/equation_slopes.hpp"

#include <algorithm>
#include <cmath>

#include "orthant/core/config/error.hpp"
#include "orthant/core/math/pose.hpp"

namespace orthant {
namespace {

using Eigen::VectorXd;

constexpr double beside = 1e-5;    // distance from a kink to which gaps are shifted [m]
constexpr double touching = 1e-7;  // a gap closer than this to the kink counts as open [m]

[[noreturn]] void none(std::string const& why) {
  throw Error("there is no derivative of this step: " + why);
}

/// The speed that a unit impulse of a row gives to the row itself.
double weight_of(WorldStage const& stage, WorldStage::Block const& block, int i) {
  double out = 0;
  for (std::size_t side = 0; side < 2; ++side) {
    int const b = block.body[side];
    auto const& J = stage.J[nth(block.row + i)][side];
    if (b >= 0) out += dot(J, stage.inverse_mass[nth(b)] * J);
  }
  return out > 0 ? out : 1;
}

/// Whether a step that is evaluated anew ends where the solved step ended, with the same equations.
bool same(WorldStep const& made, WorldStep const& again) {
  auto const close = [](Vec6 const& a, Vec6 const& b, double to) {
    return dot(a - b, a - b) <= to * to * (1 + dot(b, b));
  };
  for (std::size_t b = 0; b < made.end.size(); ++b)
    if (!close(apart(made.end[b], again.end[b]), {}, 1e-7) ||
        !close(again.twist[b], made.twist[b], 1e-5))
      return false;
  for (auto const& stage : made.stages) {
    auto const* other = again.stage(stage.name);
    if (!other) return false;
    for (std::size_t b = 0; b < stage.defect.size(); ++b)
      if (!close(other->defect[b], stage.defect[b], 1e-7)) return false;
  }
  return true;
}

/// That of the same contact: steps beside each other may find them in another order. Null: of none.
Vec3 const* impulse_of(Contact const& contact, WorldStep const& step, std::size_t likely) {
  auto at = likely;
  if (at >= step.contacts.size() || step.contacts[at].key != contact.key)
    at = nth(std::ranges::find(step.contacts, contact.key, &Contact::key) - step.contacts.begin());
  return at < step.impulses.size() ? &step.impulses[at] : nullptr;
}

}  // namespace

void move_start(WorldStep& step, StartSlope const& along, double by) {
  auto const n = static_cast<long>(step.start.size());
  for (long b = 0; b < n; ++b)
    for (int i = 0; i < 6; ++i) {
      move_along(step.start[nth(b)], i, by * along[6 * b + i]);
      step.old_twist[nth(b)][i] += by * along[6 * (n + b) + i];
    }
}

EquationSlopes::EquationSlopes(GivenSteps& at, GivenStep const& solution, double h)
    : at_(at), solution_(solution), h_(h), wrenches_(at.wrenches()) {
  auto const as_given = at_.evaluate(solution_);
  for (std::size_t w = 0; w < as_given.size(); ++w)
    if (auto& why = solution_.worlds[w].why_not;
        why.empty() && !same(solution_.worlds[w], as_given[w]))
      why = "steps that depend on more than the state at their start";
  base_ = choose_sides(as_given) ? at_.evaluate(solution_) : as_given;
  worlds_.resize(base_.size());
  for (std::size_t w = 0; w < base_.size(); ++w) {
    auto& world = worlds_[w];
    for (auto const& stage : solution_.worlds[w].stages) {
      auto& laws = world.laws.emplace_back();
      auto& weights = world.weight.emplace_back();
      for (auto const& block : stage.blocks) {
        Vec3 weight;
        for (int i = 0; i < block.size; ++i) weight[i] = weight_of(stage, block, i);
        laws.push_back(law_rows(stage, block, weight));
        weights.push_back(weight);
      }
      world.first.push_back(world.size);
      world.size += stage.unknowns();
    }
  }
}

/// Shifts the gaps that are close to the kink of max(c, 0): to the open side where the surfaces
/// touch, to the other side where they overlap. Returns whether any gap was shifted.
bool EquationSlopes::choose_sides(std::vector<WorldStep> const& as_given) {
  if (std::ranges::all_of(solution_.worlds, [](auto const& w) { return w.contacts.empty(); }))
    return false;
  auto const probed = [&](double by) {
    for (auto& world : solution_.worlds) world.gap_shift.assign(world.contacts.size(), by);
    return at_.evaluate(solution_);
  };
  auto const above = probed(beside), slightly = probed(touching), below = probed(-beside);
  for (std::size_t w = 0; w < as_given.size(); ++w) {
    auto& world = solution_.worlds[w];
    for (std::size_t c = 0; c < world.contacts.size(); ++c) {
      world.gap_shift[c] = side_of({world.contacts[c].key + 1, 0}, world, as_given[w], below[w],
                                   slightly[w], above[w]);
      shifted_ = shifted_ || world.gap_shift[c] != 0;
    }
  }
  return shifted_;
}

/// The shift of a gap [m]; 0 if the value has no kink between the probes in any stage.
double EquationSlopes::side_of(BlockName const& name, WorldStep const& of, WorldStep const& middle,
                               WorldStep const& below, WorldStep const& slightly,
                               WorldStep const& above) const {
  for (auto const& each : of.stages) {
    auto const value = [&](WorldStep const& step) {
      auto const* stage = step.stage(each.name);
      auto const* block = stage ? stage->block(name, stage->blocks.size()) : nullptr;
      return block ? stage->value[block->row] : HUGE_VAL;
    };
    // Where a value depends on its gap, the slope is at least 1/h.
    double const up = (value(above) - value(middle)) * h_,
                 down = (value(middle) - value(below)) * h_;
    if (!std::isfinite(up) || !std::isfinite(down) || std::abs(up - down) < 1e-3 * beside) continue;
    // max(c, 0) rises on its open side, min(c, most) on the other side.
    bool const rises = (value(slightly) - value(middle)) * h_ > 0.5 * touching;
    return rises == (up > down) ? beside : -beside;
  }
  return 0;
}

/// Row values are linear in the shifts of the gaps. So two evaluations extrapolate them to the
/// unshifted gaps.
std::vector<WorldStep> EquationSlopes::evaluated_at(GivenSteps& side) const {
  GivenStep given = solution_;
  if (!given.wrench.empty()) {
    auto const own = side.wrenches();
    for (std::size_t b = 0; b < own.size(); ++b) given.wrench[b] += own[b] - wrenches_[b];
  }
  auto out = side.evaluate(given);
  if (!shifted_) return out;
  for (auto& world : given.worlds)
    for (auto& shift : world.gap_shift) shift *= 2;
  auto const twice = side.evaluate(given);
  for (std::size_t w = 0; w < out.size(); ++w)
    for (std::size_t s = 0; s < out[w].stages.size(); ++s) {
      if (twice[w].stages.size() != out[w].stages.size()) continue;
      auto& value = out[w].stages[s].value;
      auto const& further = twice[w].stages[s].value;
      if (value.size() == further.size()) value = 2 * value - further;
    }
  return out;
}

double EquationSlopes::speed() const { return std::min(displacement / h_, 1e-3); }
double EquationSlopes::smooth() const { return 0.01 * displacement / h_; }

GivenSizes EquationSlopes::sizes(std::size_t world) const {
  auto const& of = solution_.worlds[world];
  return {static_cast<int>(of.start.size()), static_cast<int>(of.contacts.size()), 0};
}

double EquationSlopes::arm(std::size_t w, int body) const {
  auto const& of = solution_.worlds[w];
  double out = 1;
  for (auto const& c : of.contacts)
    if (c.a == body || c.b == body)
      out = std::max(out, norm(of.start[nth(c.a)].p_WB - of.start[nth(c.b)].p_WB));
  return out;
}

VectorXd EquationSlopes::slope(std::size_t w, Difference const& ends) const {
  auto const& [low, high, base, width, smooth, impulse] = ends;
  auto const& world = worlds_[w];
  VectorXd out = VectorXd::Zero(world.size);
  auto const& stages = solution_.worlds[w].stages;
  for (std::size_t s = 0; s < stages.size(); ++s) {
    auto const& stage = stages[s];
    auto const *below = low.stage(stage.name), *above = high.stage(stage.name),
               *middle = base ? base->stage(stage.name) : below;
    if (!below || !above || !middle) none("positions that are hardly corrected after the step");
    int const bodies = stage.bodies(), first = world.first[s];
    for (int b = 0; b < bodies; ++b) {
      auto const k = nth(b);
      for (int i = 0; i < 6; ++i)
        out[first + 6 * b + i] = (above->defect[k][i] - below->defect[k][i]) / width;
    }
    std::vector<double> change(stage.J.size()), bend(change.size());
    std::vector<double> friction(stage.blocks.size()), bound(friction.size());
    double most = 0;
    for (std::size_t k = 0; k < stage.blocks.size(); ++k) {
      auto const& block = stage.blocks[k];
      bool const open = world.laws[s][k].by_value.isZero();
      auto const *l = below->block(stage.names[k], k), *h = above->block(stage.names[k], k),
                 *m = middle->block(stage.names[k], k);
      if (!l || !h || !m) {
        if (open) continue;
        none("contacts that are there in some steps near it, and not in others");
      }
      friction[k] = (h->friction - l->friction) / width;
      bound[k] = (h->bound - l->bound) / width;
      for (int i = 0; i < block.size; ++i) {
        auto const total = [&](WorldStage const* of, WorldStage::Block const* at) {
          return of->value[at->row + i] + of->yielding(*at, i);
        };
        auto const r = nth(block.row + i);
        double const upper = total(above, h), lower = total(below, l);
        change[r] = (upper - lower) / width;
        if (!open && base) bend[r] = std::abs(upper + lower - 2 * total(middle, m)) / width;
        most = std::max(most, std::abs(change[r]));
      }
    }
    for (std::size_t k = 0; k < stage.blocks.size(); ++k) {
      auto const& block = stage.blocks[k];
      auto const& law = world.laws[s][k];
      Eigen::Vector3d da = Eigen::Vector3d::Zero(), dl = da, Sdl = da;
      for (int i = 0; i < block.size; ++i) {
        auto const r = nth(block.row + i);
        if (bend[r] > 0.02 * (std::abs(change[r]) + 1e-3 * most) + 1e-5 + smooth / width)
          none(
              "its equations have a kink there: a limit that is touched at its start, or the "
              "larger of two numbers that are the same");
        da[i] = change[r];
        int const at = first + 6 * bodies + block.row + i;
        dl[i] = at == impulse;
      }
      for (int i = 0; i < block.size; ++i)
        for (int j = 0; j < block.size; ++j)
          Sdl[i] += stage.compliance[nth(block.row + i)][j] * dl[j];
      int const on = block.normal;
      double const normal = on >= 0 && first + 6 * bodies + stage.blocks[nth(on)].row == impulse;
      Eigen::Vector3d const d = law.by_value * (da - Sdl) + law.by_impulse * dl +
                                law.by_friction * friction[k] + law.by_bound * bound[k] +
                                law.by_normal * normal;
      for (int i = 0; i < block.size; ++i) out[first + 6 * bodies + block.row + i] = d[i];
    }
  }
  return out;
}

VectorXd EquationSlopes::left(std::size_t w, WorldStep const& low, WorldStep const& high,
                              double width) const {
  auto const& contacts = solution_.worlds[w].contacts;
  auto const n = static_cast<int>(low.end.size());
  VectorXd out = VectorXd::Zero(12 * n + 3 * static_cast<long>(contacts.size()));
  for (int b = 0; b < n; ++b) {
    auto const k = nth(b);
    Vec6 const moved = apart(low.end[k], high.end[k]);
    for (int i = 0; i < 6; ++i) {
      out[6 * b + i] = moved[i] / width;
      out[6 * (n + b) + i] = (high.twist[k][i] - low.twist[k][i]) / width;
    }
  }
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    Vec3 const *from = impulse_of(contacts[c], low, c), *to = impulse_of(contacts[c], high, c);
    for (int i = 0; from && to && i < 3; ++i)
      out[12 * n + 3 * static_cast<long>(c) + i] = ((*to)[i] - (*from)[i]) / width;
  }
  return out;
}

std::vector<ParameterSlope> EquationSlopes::along(GivenSteps& low, GivenSteps& high, double below,
                                                  double above) const {
  auto const less = evaluated_at(low), more = evaluated_at(high);
  bool const both = below == above;
  auto const middle = both && shifted_ ? evaluated_at(at_) : base_;
  std::vector<ParameterSlope> out(solution_.worlds.size());
  for (std::size_t w = 0; w < out.size(); ++w)
    out[w] = {slope(w, {.low = less[w],
                        .high = more[w],
                        .middle = both ? &middle[w] : nullptr,
                        .width = below + above}),
              left(w, less[w], more[w], below + above)};
  return out;
}

/// The width of the difference is set by the largest displacement and speed, whatever the length of
/// the direction.
std::vector<ParameterSlope> EquationSlopes::along(std::vector<StartSlope> const& starts) {
  std::vector<ParameterSlope> out(starts.size());
  double by = HUGE_VAL;
  for (auto const& each : starts) {
    auto const n = each.size() / 2;
    by = std::min({by, displacement / each.head(n).lpNorm<Eigen::Infinity>(),
                   speed() / each.tail(n).lpNorm<Eigen::Infinity>()});
  }
  std::vector<WorldStep> ends[2];
  for (int side = 0; side < 2; ++side) {
    GivenStep given = solution_;
    if (std::isfinite(by))
      for (std::size_t w = 0; w < starts.size(); ++w)
        move_start(given.worlds[w], starts[w], side == 0 ? -by : by);
    ends[side] = at_.evaluate(given);
  }
  if (!std::isfinite(by)) by = 1;  // no start changes
  for (std::size_t w = 0; w < out.size(); ++w)
    out[w] = {slope(w, {.low = ends[0][w],
                        .high = ends[1][w],
                        .middle = &base_[w],
                        .width = 2 * by,
                        .smooth = smooth()}),
              left(w, ends[0][w], ends[1][w], 2 * by)};
  return out;
}

}  // namespace orthant
