// Runs Siconos Numerics with its defaults, except for the tolerance and the limit of iterations.
//
// The library stops by |F| / max(|q|, |r|, |u|), Orthant by |F| / |q|. If the result does not reach
// the tolerance, the library continues from it with a tolerance scaled by the ratio of the two
// measures. The time of all rounds counts.
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <SolverOptions.h>

#include <map>
#include <sstream>

#include "orthant/core/cone_problem/cone_measures.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/solvers/siconos/register.hpp"
#include "orthant/solvers/siconos/storage.hpp"

namespace orthant {
namespace {

struct FreeOptions {
  void operator()(SolverOptions* o) const { solver_options_delete(o); }
};
using Options = std::unique_ptr<SolverOptions, FreeOptions>;

struct Peer {
  int id;
  Storage storage;
  std::vector<std::string> settings = {};
};

bool global(Peer const& peer) { return peer.id >= 600 && peer.id < 700; }

std::string number(int index) { return std::to_string(index); }

std::map<std::string, Peer> const& table() {
  using enum Storage;
  std::string const strategy = "iparam" + number(SICONOS_FRICTION_3D_PROXIMAL_IPARAM_STRATEGY);
  static std::map<std::string, Peer> const all = {
      {"nsgs", {SICONOS_FRICTION_3D_NSGS, blocks}},
      {"nsn_ac", {SICONOS_FRICTION_3D_NSN_AC, entries}},
      {"nsn_ac_test", {SICONOS_FRICTION_3D_NSN_AC_TEST, entries}},
      {"nsn_fb", {SICONOS_FRICTION_3D_NSN_FB, entries}},
      {"nsn_nm", {SICONOS_FRICTION_3D_NSN_NM, entries}},
      {"prox_nsn_ac", {SICONOS_FRICTION_3D_PROX, entries}},
      {"prox_nsn_ac_regularised",
       {SICONOS_FRICTION_3D_PROX,
        entries,
        {strategy + "=" + number(SICONOS_FRICTION_3D_PROXIMAL_REGULARIZATION)}}},
      {"prox_nsn_fb",
       {SICONOS_FRICTION_3D_PROX, entries, {"inner=" + number(SICONOS_FRICTION_3D_NSN_FB)}}},
      {"prox_nsgs",
       {SICONOS_FRICTION_3D_PROX, blocks, {"inner=" + number(SICONOS_FRICTION_3D_NSGS)}}},
      {"admm", {SICONOS_FRICTION_3D_ADMM, entries}},
      {"vi_eg", {SICONOS_FRICTION_3D_VI_EG, blocks}},
      {"vi_fpp", {SICONOS_FRICTION_3D_VI_FPP, blocks}},
      {"tresca", {SICONOS_FRICTION_3D_TFP, blocks}},
      {"aclm", {SICONOS_FRICTION_3D_ACLMFP, blocks}},
      {"global_ipm", {SICONOS_GLOBAL_FRICTION_3D_IPM, entries}}};
  return all;
}

/// Sets one option given as `key=value`.
void set(Peer& peer, SolverOptions& options, std::string const& text) {
  auto const equals = text.find('=');
  std::string key = text.substr(0, equals), value = text.substr(equals + 1);
  SolverOptions* at = &options;
  if (key.starts_with("inner.") && options.numberOfInternalSolvers > 0) {
    at = options.internalSolvers[0];
    key = key.substr(6);
  }
  try {
    if (key == "storage" && (value == "blocks" || value == "entries")) {
      peer.storage = value == "blocks" ? Storage::blocks : Storage::entries;
    } else if (key == "inner" && options.numberOfInternalSolvers > 0) {
      solver_options_update_internal(&options, 0, std::stoi(value));
    } else if (key.starts_with("iparam")) {
      at->iparam[std::min(std::stoul(key.substr(6)), OPTIONS_PARAM_SIZE - 1ul)] = std::stoi(value);
    } else if (key.starts_with("dparam")) {
      at->dparam[std::min(std::stoul(key.substr(6)), OPTIONS_PARAM_SIZE - 1ul)] = std::stod(value);
    } else {
      refuse("options", text, "storage=blocks|entries, [inner.]iparamK=, [inner.]dparamK=");
    }
  } catch (std::logic_error const&) {  // of the conversions of the standard library
    refuse("options", text, "a number");
  }
}

Options make_options(Peer& peer, int max_iterations) {
  Options options(solver_options_create(peer.id));
  options->iparam[SICONOS_IPARAM_MAX_ITER] = max_iterations;
  for (auto const& each : std::vector(peer.settings)) set(peer, *options, each);
  return options;
}

class Siconos final : public ConeSolver {
 public:
  explicit Siconos(SiconosSettings const& settings)
      : ConeSolver(settings), peer_(table().at(settings.method)) {
    std::istringstream more(settings.options);
    for (std::string each; more >> each;) peer_.settings.push_back(each);
    options_ = make_options(peer_, settings.max_iterations);
  }

 private:
  static constexpr int most_rounds = 30;

  ConeReport do_solve(ConeProblem const& problem, Vector& r, ConeStop const& stop) const override {
    LocalProblem local;
    GlobalProblem whole;
    if (global(peer_))
      whole = global_problem(problem);
    else
      local = local_problem(problem, peer_.storage);
    Vector u = Vector::Zero(r.size()), v = Vector::Zero(problem.M.rows());
    ConeReport report;
    double asked = stop.tolerance;
    for (int round = 0; round < most_rounds; ++round) {
      options_->dparam[SICONOS_DPARAM_TOL] = asked;
      int const info = whole
                           ? gfc3d_driver(whole.get(), r.data(), u.data(), v.data(), options_.get())
                           : fc3d_driver(local.get(), r.data(), u.data(), options_.get());
      report.iterations += options_->iparam[SICONOS_IPARAM_ITER_DONE];
      if (!r.allFinite()) {
        r.setZero();
        report.reason = StopReason::not_finite;
        report.natural_map = natural_map(problem, r);
        return report;
      }
      auto const m = measure(problem, r);
      report.natural_map = m.natural_map;
      if (m.natural_map <= stop.tolerance) return report;
      report.reason = info != 0 ? StopReason::iteration_limit : StopReason::stalled;
      if (info != 0) return report;
      // 0.9, because the two measures are not exactly proportional.
      asked = std::min(asked / 2, 0.9 * stop.tolerance * m.natural_map_max / m.natural_map);
    }
    return report;
  }

  Peer peer_;
  Options options_;
};

}  // namespace

std::unique_ptr<ConeSolver> make_siconos(SiconosSettings const& settings) {
  return std::make_unique<Siconos>(settings);
}

}  // namespace orthant
