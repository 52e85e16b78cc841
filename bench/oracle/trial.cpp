// The stated properties of integrators, the list of trials, and the evaluation of a case.
#include "bench/oracle/trial.hpp"

namespace orthant::oracle {
namespace {

std::string name_of(Json const& value, std::string const& otherwise) {
  if (value.is_null()) return otherwise;
  if (value.is_string()) return value.get<std::string>();
  if (value.is_object())
    return value.contains("type") ? value["type"].get<std::string>() : otherwise;
  return value.dump();
}

Json at_path(Json const& root, std::string path) {
  Json here = root;
  while (!path.empty()) {
    auto const dot = path.find('.');
    auto const key = path.substr(0, dot);
    if (!here.is_object() || !here.contains(key)) return {};
    here = Json(here[key]);
    path = dot == std::string::npos ? "" : path.substr(dot + 1);
  }
  return here;
}

}  // namespace

Stated stated_of(Json const& experiment) {
  auto const type = name_of(at_path(experiment, "integrator"), "implicit_euler");
  if (type == "implicit_euler") return {.contacts_at_end = true};
  if (type == "moreau_jean") {
    bool const half = at_path(experiment, "integrator.theta").is_null() ||
                      at_path(experiment, "integrator.theta") == 0.5;
    return {.free = half ? 2 : 1, .momentum = true};
  }
  if (type == "implicit_midpoint")
    return {.free = 2, .joints = 2, .springs = 2, .rolling = 2, .momentum = true, .energy = true};
  if (type == "bdf2" || type == "generalised_alpha")
    return {.free = 2, .joints = 2, .springs = 2, .rolling = 2, .parts = 2, .momentum = true};
  if (type == "variational")
    return {.free = 2,
            .joints = 2,
            .springs = 2,
            .rolling = 2,
            .parts = 2,
            .momentum = true,
            .contacts_at_end = true};
  return {};
}

Findings::Findings(Json const& experiment) {
  Json const nu = at_path(experiment, "scene.contact.least_norm");
  constexpr double parts = 10;  // (1 + e) of an impact, over its contacts, and over several steps
  if (nu.is_number()) bias_ = parts * nu.get<double>();
}

void Findings::near(std::string const& what, double seen, double right, double within) {
  if (bias_ > 0) within += bias_ * (1 + std::abs(right));
  if (std::abs(seen - right) <= within) return;
  if (count_++ == 0)
    first_ = what + " " + orthant::text(seen) + ", right " + orthant::text(right) + " within " +
             orthant::text(within);
}

void Findings::below(std::string const& what, double seen, double bound) {
  if (bias_ > 0) bound += bias_ * (1 + std::abs(bound));  // the bound may be infinite
  if (seen <= bound) return;
  if (count_++ == 0)
    first_ = what + " " + orthant::text(seen) + ", at most " + orthant::text(bound);
}

Look::Look(Parameters const& parameters, Json input, std::function<Motion(Json const&)> run)
    : p(parameters), input_(std::move(input)), run_(std::move(run)), stated(stated_of(input_)) {
  Json const contact = at_path(input_, "scene.contact");
  for (auto const& [key, value] : contact.items()) contact_keys_ += key != "overlap_tolerance";
}

Motion const& Look::motion(int parts) {
  auto const found = runs_.find(parts);
  if (found != runs_.end()) return found->second;
  if (parts == 1) return runs_.emplace(1, run_(input_)).first->second;
  Json input = input_;
  input["step"] = p.h / parts;
  if (input.contains("steps")) input["steps"] = input["steps"].get<int>() * parts;
  return runs_.emplace(parts, run_(input)).first->second;
}

std::string Look::choice(std::string const& path, std::string const& otherwise) const {
  return name_of(at_path(input_, path), otherwise);
}

std::vector<Trial> const& trials() {
  static std::vector<Trial> const all = [] {
    std::vector<Trial> out;
    add_free(out);
    add_impacts(out);
    add_friction(out);
    add_resting(out);
    add_compliance(out);
    add_joints(out);
    add_limits(out);
    add_motors(out);
    add_moving(out);
    add_dry(out);
    add_gears(out);
    add_tables(out);
    add_loads(out);
    add_open(out);
    add_links(out);
    add_worlds(out);
    add_friction_laws(out);
    add_published(out);
    add_edges(out);
    return out;
  }();
  return all;
}

}  // namespace orthant::oracle
