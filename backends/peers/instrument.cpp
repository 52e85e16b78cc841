// The parts of a simulation that measure, without those that move bodies.
#include "orthant/backends/peers/instrument.hpp"

#include "orthant/backends/instances/detail/instances.hpp"
#include "orthant/backends/stepping/measuring.hpp"
#include "orthant/core/execution/detail/spaces.hpp"
#include "orthant/core/step/detail/row_table.hpp"

namespace orthant {
namespace {

using Space = SpaceOnHost;

Plugins<Space> constraints_alone() {
  Plugins<Space> plugins;
  register_constraints(plugins);
  return plugins;
}

}  // namespace

struct Instrument::Parts {
  explicit Parts(Setup const& setup)
      : h(setup.h),
        system(build_system<Space>(setup, constraints_alone())),
        state(build_state<Space>(setup)),
        before("orthant::instrument::before", system.model.all_bodies()),
        sizes(RowTable<Space>::sizes(system.model, system.constraints)),
        table(sizes, system.constraints.size()),
        measuring(setup, system, sizes.rows) {
    // Rows of joints, whose errors are measured. No rows of contacts exist.
    table.lay_out(space, system.model, system.constraints, {h});
  }

  void go_to(Snapshot const& to) {
    Kokkos::deep_copy(before, state.pose);
    Kokkos::deep_copy(state.pose, to_device<Space>("orthant::instrument::pose", to.pose));
    Kokkos::deep_copy(state.twist, to_device<Space>("orthant::instrument::twist", to.twist));
    ++state.version;
  }
  void find_contacts() {
    missing = 0;
    for (auto const& kind : system.constraints)
      if (kind->comes_and_goes())
        missing += kind->refresh(space, {system.model, state, state.twist, h});
  }

  Space space;
  Real h;
  System<Space> system;
  State<Space> state;
  Array<Space, Pose<>*> before;
  Sizes sizes;
  RowTable<Space> table;
  Measuring<Space> measuring;
  int missing = 0, crossings = 0;
};

Instrument::Instrument(Setup const& setup) : parts_(std::make_unique<Parts>(setup)) {}
Instrument::~Instrument() = default;

void Instrument::start(Snapshot const& at) {
  auto& p = *parts_;
  p.state.time = 0;
  p.go_to(at);
  p.crossings = 0;
  p.find_contacts();
  p.measuring.start(p.space, p.state);
}

void Instrument::follow(Snapshot const& to) {
  auto& p = *parts_;
  p.go_to(to);
  p.state.time += p.h;
  p.crossings = 0;
  if (auto* const search = p.system.constraints.search())
    p.crossings = search->missed(p.space, p.before, p.state.pose, false, {}).crossings;
  p.find_contacts();
  p.measuring.follow(p.space, p.state);
}

std::vector<Measures> const& Instrument::measure() {
  auto& p = *parts_;
  return p.measuring.measure(
      p.space, p.state,
      StepData<Space>{.rows = p.table.rows(), .inverse_mass = {}, .free_twist = p.state.twist});
}

std::vector<Contact> Instrument::contacts() const {
  auto const list = parts_->system.constraints.contacts();
  return to_host<Space, Contact>(list.contact, list.count);
}

int Instrument::missing_contacts() const { return parts_->missing; }
int Instrument::crossings() const { return parts_->crossings; }

}  // namespace orthant
