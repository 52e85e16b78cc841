// Collects verdicts on cases and derives which values are wrong.
#include "experiments/app/comparison/acceptance.hpp"

#include <algorithm>

#include "experiments/app/runnable/runnable.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/config/json_path.hpp"

namespace orthant {
namespace {

/// Whether one path is a prefix of the other: a setting inside the value, or a key above it.
bool one_contains_other(std::string const& a, std::string const& b) {
  auto const& [shorter, longer] = a.size() < b.size() ? std::tie(a, b) : std::tie(b, a);
  return (longer + "/").starts_with(shorter + "/");
}

std::string with_slashes(std::string key) {
  std::replace(key.begin(), key.end(), '.', '/');
  return key;
}

}  // namespace

Verdict::Verdict(Json const& json)
    : refusal(json["refusal"].get<std::string>()),
      where(json["where"].get<std::string>()),
      device(json["device"]) {}

Json Verdict::json() const { return {{"refusal", refusal}, {"where", where}, {"device", device}}; }

Verdict judged(Json const& input, Sweep const& sweep, SweepCase const& chosen,
               std::string const& path) {
  Verdict out;
  try {
    out.device = build_runnable(sweep.apply(input, chosen), path)->device();
  } catch (WrongValue const& error) {
    out.refusal = error.what();
    out.where = error.where();
  } catch (std::exception const& error) {
    out.refusal = error.what();
  }
  return out;
}

Acceptance::Acceptance(Sweep const& sweep, Json const& input, std::string path)
    : sweep_(&sweep), input_(&input), path_(std::move(path)) {}

/// Calls f(path in the experiment, path of the value in the sweep).
template <class F>
void Acceptance::for_each_value(SweepCase const& chosen, F&& f) const {
  auto const path = [&](SweepAxis const& axis) {
    return path_ + "/" + with_slashes(numbered_path(*input_, axis.key));
  };
  for (auto const& axis : sweep_->axes) {
    auto const at = axis.place.at(chosen.settings.at(axis.key));
    f(path(axis), axis.where + "/" + std::to_string(at));
  }
  if (auto const& seeds = sweep_->seeds) f(path(*seeds), seeds->where);  // any seed will do
}

bool Acceptance::needs(SweepCase const& chosen) const {
  if (refused_.contains(chosen.settings)) return false;
  bool out = !any_taken_;
  for_each_value(chosen, [&](std::string const&, std::string const& value) {
    out = out || !taken_.contains(value);
  });
  return out;
}

void Acceptance::accept(SweepCase const& chosen) {
  any_taken_ = true;
  for_each_value(chosen,
                 [&](std::string const&, std::string const& value) { taken_.insert(value); });
}

void Acceptance::add(SweepCase const& chosen, Verdict const& verdict) {
  if (verdict.accepted()) return accept(chosen);
  refused_.insert(chosen.settings);
  if (first_refusal_.empty()) first_refusal_ = verdict.refusal;
  if (verdict.where.empty()) return;
  for_each_value(chosen, [&](std::string const& path, std::string const& value) {
    if (one_contains_other(path, verdict.where)) suspects_.emplace(value, verdict.refusal);
  });
}

void Acceptance::require() const {
  for (auto const& [value, refusal] : suspects_)
    if (!taken_.contains(value)) throw Error(value + ": refused: " + refusal);
  if (any_taken_) return;
  throw Error(!sweep_->varies() ? first_refusal_
                                : path_ + "/sweep: every case is refused: " + first_refusal_);
}

}  // namespace orthant
