// The library's defaults, but for the tolerance and for iteration limits: only time limits.
//
// It stops by |F| / max(|q|, |r|, |u|), where we judge by |F| / |q|. Where its answer is not yet as
// good as asked, it goes on from there with the tolerance that follows from the ratio of the two;
// the time of all rounds counts.
#include "bench/peers/siconos/peers.hpp"

#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <SolverOptions.h>

#include <map>

#include "bench/peers/siconos/problem.hpp"
#include "core/cone_problem/cone_measures.hpp"
#include "core/config/error.hpp"

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

constexpr int endless = 1000000000;

/// One `key=value`.
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
      refuse("--solver", text, "storage=blocks|entries, [inner.]iparamK=, [inner.]dparamK=");
    }
  } catch (std::logic_error const&) {  // of the standard's conversions
    refuse("--solver", text, "a number");
  }
}

Options make_options(Peer& peer) {
  Options options(solver_options_create(peer.id));
  options->iparam[SICONOS_IPARAM_MAX_ITER] = endless;
  for (auto const& each : std::vector(peer.settings)) set(peer, *options, each);
  return options;
}

class Prepared final : public PreparedSolve {
 public:
  Prepared(ConeProblem const& problem, Peer peer, double tolerance)
      : problem_(problem), tolerance_(tolerance), options_(make_options(peer)) {
    if (global(peer))
      global_ = global_problem(problem);
    else
      local_ = local_problem(problem, peer.storage);
  }

  Outcome run(Vector& r) override {
    Outcome out;
    Vector u = Vector::Zero(r.size()), v = Vector::Zero(problem_.M.rows());
    double asked = tolerance_;
    for (int round = 0; round < most_rounds; ++round) {
      options_->dparam[SICONOS_DPARAM_TOL] = asked;
      int const info =
          global_ ? gfc3d_driver(global_.get(), r.data(), u.data(), v.data(), options_.get())
                  : fc3d_driver(local_.get(), r.data(), u.data(), options_.get());
      out.iterations += options_->iparam[SICONOS_IPARAM_ITER_DONE];
      auto const m = measure(problem_, r);
      out.converged = m.natural_map <= tolerance_;
      if (out.converged || info != 0 || !r.allFinite()) {
        out.reason = "info " + std::to_string(info) + " after round " + std::to_string(round + 1);
        return out;
      }
      // 0.9: the measures are not quite proportional from here to there.
      asked = std::min(asked / 2, 0.9 * tolerance_ * m.natural_map_max / m.natural_map);
    }
    out.reason = "not as good as it says";
    return out;
  }

 private:
  static constexpr int most_rounds = 30;

  ConeProblem const& problem_;
  double tolerance_;
  Options options_;
  LocalProblem local_;
  GlobalProblem global_;
};

Contender contender(std::string const& name, Peer const& peer) {
  return {"siconos/" + name, [peer](ConeProblem const& problem, ConeStop const& stop) {
            return std::make_unique<Prepared>(problem, peer, stop.tolerance);
          }};
}

}  // namespace

std::vector<Contender> siconos_peers(std::vector<SolverChoice> const& solvers) {
  std::vector<Contender> out;
  for (auto const& [name, assignments] : solvers) {
    auto const found = table().find(name);
    std::vector<std::string> names;
    for (auto const& [each, peer] : table()) names.push_back(each);
    if (found == table().end()) refuse("--solver", name, comma_separated(names));
    Peer peer = found->second;
    std::string label = name;
    for (auto const& each : assignments) {
      peer.settings.push_back(each);
      label += " " + each;
    }
    make_options(peer);  // wrong settings throw here
    out.push_back(contender(label, peer));
  }
  // Not by default: it takes global problems alone.
  if (solvers.empty())
    for (auto const& [name, peer] : table())
      if (!global(peer)) out.push_back(contender(name, peer));
  return out;
}

}  // namespace orthant
