// Compiles the backend of every space of Kokkos.
#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "orthant/backends/batches/grouped_simulation.hpp"
#include "orthant/backends/instances/spaces.hpp"
#include "orthant/backends/kokkos_simulation.hpp"
#include "orthant/backends/simulation/backend.hpp"
#include "orthant/backends/simulation/simulation.hpp"
#include "orthant/backends/standard_plugins.hpp"
#include "orthant/backends/stepping/divided_simulation.hpp"
#include "orthant/core/config/detail/list.hpp"
#include "orthant/core/method/plugins.hpp"
#include "orthant/core/scene/detail/passive.hpp"
#include "orthant/solvers/islands/islands.hpp"

namespace orthant {

namespace {

/// Throws Error if the contacts of a published model would be solved with another law or integrated
/// by another method than the model defines. `config` is the experiment.
template <class Space>
void require_model(Setup const& setup, Method<Space> const& method, Config const& config) {
  auto const& set = setup.scene.contact;
  if (!set.published()) return;
  std::string const model = set.mujoco() ? MujocoModel::name : SapModel::name;
  if (auto const& law = method.solver.law; law.kind != FrictionLaw::Kind::associated)
    refuse(config.where("solver"), text(law) + " beside contact model \"" + model + "\"",
           "\"friction\": \"associated\", of \"newton\" or \"cascade\": the model is convex");
  if (method.integrator.has_stages)
    refuse(config.where("integrator"),
           "a method of two stages beside contact model \"" + model + "\"",
           "one whose step has one: its law is about u- and u+");
  if (set.sap() && !set.speculative && !method.integrator.moves_by_end_twist)
    refuse(config.where("scene") + "/contact/speculative",
           "false beside contact model \"sap\" and this integrator",
           "true, or one of Euler's: others do not damp what is pushed out of an overlap");
  if (auto const* of = set.mujoco(); of && !of->direct() && of->time_constant < 2 * setup.h)
    refuse(config.where("scene") + "/contact/model/time_constant",
           text(of->time_constant) + " beside a step of " + text(setup.h),
           "two steps at least: shorter times do not decay");
}

/// Contacts alone turn no forces that a step could not follow.
template <class Space>
StiffnessUse stiffness_use_of(IntegratorRecipe<Space> const& integrator,
                              System<Space> const& system) {
  if (integrator.stiffness_use != StiffnessUse::at_need) return integrator.stiffness_use;
  bool const joints = std::ranges::any_of(system.constraints, [](auto const& kind) {
    return kind->capacity() > 0 && !kind->comes_and_goes();
  });
  return joints ? StiffnessUse::offered : StiffnessUse::none;
}

/// Reads "solver" and "islands". A batch has none, so that a world has the same bits in every
/// batch; nor has a device, because lists of bodies are made on the host.
template <class Space>
SolverRecipe<Space> read_solver(Plugins<Space> const& plugins, Config& config, Setup const& setup,
                                Demands const& demands) {
  bool const may = on_host<Space> && setup.worlds == 1 && !setup.of_batch;
  bool islands = may;
  config.flag("islands", islands, "");
  if (islands && !may)
    refuse(config.where("islands"), "true",
           on_host<Space> ? "false in a batch of worlds" : "false on a device");
  auto solver =
      plugins.nonlinear_solvers.make(config.plugin("solver", "cascade"), plugins, demands);
  if constexpr (on_host<Space>)
    if (islands) {
      auto const whole = solver;
      solver.make = [whole](Sizes const& n) { return std::make_unique<Islands<Space>>(whole, n); };
    }
  return solver;
}

/// Reads "integrator", "solver" and "islands" of an experiment with this system.
template <class Space>
Method<Space> read_method(Plugins<Space> const& plugins, Config& config, Setup const& setup,
                          System<Space> const& system) {
  Method<Space> out;
  out.integrator = plugins.integrators.make(config.plugin("integrator", "implicit_euler"));
  out.name = config.resolved().at("integrator").at("type");
  if (setup.scene.contact.pushes() && !out.integrator.moves_by_end_twist)
    refuse(config.where("scene") + "/contact/baumgarte", "a value beside this integrator",
           "no such key, or one of Euler's methods: in others the velocity at the end does not "
           "move the bodies in the step alone, and would keep what it adds");
  if (auto const rotor = path_of_rotor(setup.scene); !rotor.empty() && out.integrator.extrapolates)
    refuse(rotor + "/rotor_inertia", "a rotor beside \"" + out.name + "\"",
           "no such key, or another integrator: this one goes on with momentum of bodies from "
           "earlier steps, and would leave out that of rotors");
  out.solver = read_solver(plugins, config, setup,
                           {.stiffness_use = stiffness_use_of(out.integrator, system)});
  require_model(setup, out, config);
  return out;
}

/// A backend on one Kokkos execution space, with the plug-ins that it is given.
template <class Space>
class KokkosBackend final : public Backend {
 public:
  explicit KokkosBackend(Plugins<Space> plugins) : plugins_(std::move(plugins)) {}

  /// Builds groups of worlds on one thread of a host, whose cache holds one group at a time. Worlds
  /// with a given number of contacts share it and form one group.
  std::unique_ptr<Simulation> build(Setup const& asked, Config& config) const override {
    Setup setup = asked;
    bool const chooses = setup.accuracy > 0;  // each world the lengths of its own steps
    if (chooses) setup.scene = with_laws_of_impact(std::move(setup.scene));
    auto const first = chooses
                           ? each_alone(setup.worlds)
                           : groups_of(setup.worlds, static_cast<int>(setup.scene.bodies.size()));
    bool const together = !on_host<Space> || setup.scene.contact.capacity > 0;
    std::optional<Method<Space>> method;
    auto const simulation = [&](Setup const& part) {
      auto system = build_system<Space>(part, plugins_);
      if (!method) method = read_method(plugins_, config, part, system);
      return with_room(part, std::move(system), *method);
    };
    if (first.size() <= 2 || (together && !chooses)) return simulation(setup);
    return std::make_unique<GroupedSimulation>(setup, first, simulation,
                                               on_host<Space> ? concurrency() : 1);
  }

  JointTypes joint_types() const override {
    JointTypes out;
    for (auto const& [name, kind] : plugins_.constraints)
      if (kind.is_joint) out[name] = kind.joint;
    return out;
  }

  std::vector<CatalogEntry> catalog() const override {
    std::vector<CatalogEntry> out;
    for (auto const& [name, kind] : plugins_.constraints)
      out.push_back({"constraint", name, kind.about});
    out.insert(out.end(), plugins_.coordinates.begin(), plugins_.coordinates.end());
    add_list<ContactModels>(out, "contact model");
    add_registry(out, "NCP function", plugins_.ncp_functions);
    add_registry(out, "friction", plugins_.friction_forms);
    add_registry(out, "scaling", plugins_.scalings);
    add_registry(out, "step length", plugins_.step_lengths);
    add_registry(out, "regularisation", plugins_.regularisations);
    add_registry(out, "nonlinear solver", plugins_.nonlinear_solvers);
    add_registry(out, "linear solver", plugins_.linear_solvers);
    add_registry(out, "preconditioner", plugins_.preconditioners);
    add_registry(out, "integrator", plugins_.integrators);
    return out;
  }

  std::string device() const override { return kokkos_space(Space()).name(); }
  int concurrency() const override { return static_cast<int>(kokkos_space(Space()).concurrency()); }

 private:
  static std::vector<int> each_alone(int worlds) {
    std::vector<int> out(nth(worlds) + 1);
    std::iota(out.begin(), out.end(), 0);
    return out;
  }
  static std::unique_ptr<Simulation> stepped(std::unique_ptr<KokkosSimulation<Space>> made,
                                             Setup const& setup) {
    if (!(setup.accuracy > 0)) return made;
    return std::make_unique<DividedSimulation>(std::move(made), setup);
  }
  /// If the start has more contacts than the default has room for, there is room for twice as many.
  std::unique_ptr<Simulation> with_room(Setup const& setup, System<Space> system,
                                        Method<Space> const& method) const {
    auto made = std::make_unique<KokkosSimulation<Space>>(setup, std::move(system), method);
    int const missing = made->missing_contacts();
    if (missing == 0 || setup.scene.contact.capacity > 0) return stepped(std::move(made), setup);
    auto const& scene = setup.scene;
    Setup larger = setup;
    double const found =
        scene.contact.room(setup.worlds, static_cast<int>(scene.bodies.size())) + missing;
    constexpr double most = std::numeric_limits<int>::max();
    larger.scene.contact.capacity = static_cast<int>(std::min(2 * found, most));
    return stepped(std::make_unique<KokkosSimulation<Space>>(
                       larger, build_system<Space>(larger, plugins_), method),
                   setup);
  }

  template <class List>
  static void add_list(std::vector<CatalogEntry>& out, char const* kind) {
    for_each_in<List>([&](auto const& member) {
      out.push_back(
          {kind, member.name, member.about, describer_of<std::remove_cvref_t<decltype(member)>>()});
    });
  }
  template <class R>
  static void add_registry(std::vector<CatalogEntry>& out, char const* kind, R const& registry) {
    for (auto const& [name, entry] : registry.entries())
      out.push_back({kind, name, entry.about, entry.describe});
  }

  Plugins<Space> plugins_;
};

}  // namespace

template <class Space>
std::unique_ptr<Backend> backend_with(Plugins<Space> plugins) {
  return std::make_unique<KokkosBackend<Space>>(std::move(plugins));
}
#define ORTHANT_INSTANCES(Space, name, about) \
  template std::unique_ptr<Backend> backend_with(Plugins<Space>);
ORTHANT_SPACES_COMPILED(ORTHANT_INSTANCES)

}  // namespace orthant
