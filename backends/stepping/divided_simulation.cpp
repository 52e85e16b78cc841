// Halves parts of an interval until their error is small enough.
#include "orthant/backends/stepping/divided_simulation.hpp"

#include <algorithm>
#include <utility>

#include "orthant/backends/simulation/build.hpp"
#include "orthant/backends/stepping/impact_way.hpp"
#include "orthant/core/cone_problem/cone_problem.hpp"
#include "orthant/core/config/carried.hpp"
#include "orthant/core/math/detail/straight_motion.hpp"

namespace orthant {

Scene with_laws_of_impact(Scene scene) {
  constexpr double least = 1e-9;  // moves a body by less than round-off of its impact
  if (scene.contact.stabilised() || scene.contact.published()) return scene;
  for (auto& body : scene.bodies)
    for (auto& shape : body.shapes)
      if (shape.surface.compliance == 0)
        shape.surface.restitution = larger(shape.surface.restitution, least);
  for (auto& world : scene.worlds) world = with_laws_of_impact(std::move(world));
  return scene;
}

ConeProblem DividedSimulation::Record::problem(int world) const {
  return of_.last_step().problem(world);
}

void DividedSimulation::Sum::add(StepReport const& step) {
  StepReport const before = std::exchange(sum_, step);
  sum_.crossings += before.crossings;
  sum_.overlaps += before.overlaps;
  sum_.ghosts += before.ghosts;
  sum_.ghost_impulse += before.ghost_impulse;
  sum_.judged += before.judged;
  sum_.too_stiff = std::max(step.too_stiff, before.too_stiff);
  sum_.gains_energy = std::max(step.gains_energy, before.gains_energy);
  sum_.few_digits = std::max(step.few_digits, before.few_digits);
  sum_.impact_way = std::max(step.impact_way, before.impact_way);
  solves_.begin_attempt();
  if (std::exchange(any_, true))
    solves_.then(step.solve);
  else
    solves_.instead(step.solve);
}

void DividedSimulation::Sum::take_back(StepReport const& step) {
  solves_.begin_attempt();
  solves_.take_back(step.solve);
}

StepReport DividedSimulation::Sum::report() {
  StepReport out = sum_;
  out.solve = solves_.all();
  return out;
}

void DividedSimulation::set_sizes(Scene const& scene) {
  for (auto const& spec : scene.of(0).bodies) {
    body_.push_back(body_of(spec, {}));
    size_.push_back(spec.motion == Motion::dynamic ? gyration_of(body_.back()) : 0);
  }
}

Real DividedSimulation::error(std::vector<Pose<>> const& a, std::vector<Pose<>> const& b) const {
  Real most = 0;
  for (std::size_t k = 0; k < size_.size(); ++k) {
    if (size_[k] == 0) continue;
    most = larger(most, relative_way(motion_between(a[k], b[k]), size_[k]));
  }
  return most;
}

DividedSimulation::End DividedSimulation::make(Real h, Sum& sum) {
  length_.set_step(h);
  StepReport const& step = inner_->step();
  sum.add(step);
  bool const strikes = h_ * step.impact_way > slight * accuracy_ * h;
  return {.pose = inner_->snapshot().pose,
          .solved = step.missing_contacts == 0 && step.solved(),
          .ended_slip = strikes ? 0 : step.ended_slip,
          .slips = strikes ? EndForces{} : step.slips,
          .efforts = strikes ? EndForces{} : step.efforts};
}

/// Of the halves, by forces of the end of a step, which are of first order: the change of u by the
/// difference of their impulses, relative to the radius of gyration, if they are of the same rows.
Real DividedSimulation::speed_error(EndForces const& whole, EndForces const& first,
                                    EndForces const& second, std::vector<Pose<>> const& at) const {
  if (whole.names.empty() || whole.names != first.names || whole.names != second.names) return 0;
  Real most = 0;
  for (std::size_t k = 0; k < size_.size(); ++k) {
    if (size_[k] == 0) continue;
    Vec6 const missed = whole.impulse[k] - first.impulse[k] - second.impulse[k];
    Vec3 const spin = body_[k].inverse_inertia_B * rotate_back(at[k].q_WB, angular(missed));
    most = larger(most, norm(linear(missed)) / (body_[k].mass * size_[k]) + norm(spin));
  }
  return most;
}

/// A shortest part is kept if it is solved: a shorter one would be no more accurate.
DividedSimulation::Made DividedSimulation::make_part(Real length, bool shortest) {
  std::string const before = inner_->save();
  if (!whole_) {
    part_.clear();
    whole_ = make(length, part_);
    interval_.take_back(part_.report());
    inner_->restore(before);
  }
  End const whole = *std::exchange(whole_, std::nullopt);
  if (!whole.solved && !shortest) return Made::unsolved;
  part_.clear();
  End const middle = make(length / 2, part_);
  End const end = middle.solved ? make(length / 2, part_) : middle;
  StepReport const made = part_.report();
  error_ = error(whole.pose, end.pose);
  Real const by_efforts = h_ * speed_error(whole.efforts, middle.efforts, end.efforts, end.pose);
  bool const accurate = whole.solved && error_ <= accuracy_ && made.impact_way <= accuracy_ &&
                        h_ * std::max(middle.ended_slip, end.ended_slip) <= accuracy_ &&
                        by_efforts <= accuracy_;
  if (!end.solved || !(accurate || shortest)) {
    interval_.take_back(made);
    inner_->restore(before);
    whole_ = middle;
    return end.solved ? Made::inaccurate : Made::unsolved;
  }
  if (!accurate) division_.inaccurate = 1;
  interval_.add(made);
  keep(length / 2, 2);
  division_.error = std::max(division_.error, error_);
  division_.by_slip =
      std::max(division_.by_slip, h_ * speed_error(whole.slips, middle.slips, end.slips, end.pose));
  return Made::kept;
}

void DividedSimulation::keep(Real h, int steps) {
  division_.shortest = division_.steps == 0 ? h : std::min(division_.shortest, h);
  division_.steps += steps;
}

void DividedSimulation::complete(int at) {
  division_.inaccurate = 1;
  whole_.reset();
  halvings_ = 0;
  while (at < ticks) {
    int const size = at == 0 ? ticks : at & -at;
    make(h_ * size / ticks, interval_);
    if (inner_->last_step().missing_contacts > 0) return;
    at += size;
    keep(h_ * size / ticks, 1);
  }
}

StepRecord const& DividedSimulation::step() {
  interval_.clear();
  division_ = {};
  for (int at = 0; at < ticks;) {
    int const size = ticks >> halvings_;
    bool const ends = division_.steps / 2 + division_.rejected >= most_parts;
    Made const made = ends ? Made::unsolved : make_part(h_ * size / ticks, shortest());
    if (made == Made::kept) {
      at += size;
      bool const grows = error_ <= accuracy_ / growth && halvings_ > 0 && at % (2 * size) == 0;
      if (grows) --halvings_;
    } else if (ends || shortest()) {
      complete(at);
      break;
    } else {
      ++division_.rejected;
      ++halvings_;
    }
  }
  StepReport report = interval_.report();
  report.division = division_;
  record_.set(report);
  return record_;
}

void DividedSimulation::set_state(Snapshot const& state) {
  length_.set_step(h_);
  inner_->set_state(state);
  halvings_ = 0;
  record_.set({});
}

std::string DividedSimulation::save() {
  std::string inner = inner_->save();
  return saved([&](Carried& c) {
    c.part("chosen steps");
    c.values(halvings_);
    c.list(inner);
  });
}

void DividedSimulation::restore(std::string_view bytes) {
  int halvings = 0;
  std::string inner;
  read_saved(bytes, [&](Carried& c) {
    c.part("chosen steps");
    c.values(halvings);
    c.list(inner);
  });
  inner_->restore(inner);
  halvings_ = halvings;
  record_.set({});
}

}  // namespace orthant
