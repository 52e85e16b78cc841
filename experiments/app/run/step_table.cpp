// The columns of steps.csv: a line each.
#include "experiments/app/run/step_table.hpp"

#include <variant>

#include "experiments/app/run/measure_table.hpp"

namespace orthant {
namespace {

using Cell = std::variant<int, double, std::string_view>;

struct Column {
  char const* name;
  Cell (*of)(StepRow const&);
};

// Before the measures of which the worst counts, and after them.
constexpr Column of_solver[] = {
    {"step", [](StepRow const& r) -> Cell { return r.step; }},
    {"time_s", [](StepRow const& r) -> Cell { return r.time; }},
    {"contacts", [](StepRow const& r) -> Cell { return r.report.contacts; }},
    {"rows", [](StepRow const& r) -> Cell { return r.report.rows; }},
    {"newton_iterations", [](StepRow const& r) -> Cell { return r.report.solve.iterations; }},
    {"linear_solves", [](StepRow const& r) -> Cell { return r.report.solve.linear_solves; }},
    {"linear_iterations",
     [](StepRow const& r) -> Cell { return r.report.solve.linear_iterations; }},
    {"worlds_converged", [](StepRow const& r) -> Cell { return r.report.solve.worlds_converged; }},
    {"reason", [](StepRow const& r) -> Cell { return text(r.report.solve.reason); }},
    {"solved_by", [](StepRow const& r) -> Cell { return r.solved_by; }},
    {"round_off_m_s", [](StepRow const& r) -> Cell { return r.report.solve.round_off; }},
    {"crossings", [](StepRow const& r) -> Cell { return r.report.crossings; }},
    {"too_stiff", [](StepRow const& r) -> Cell { return r.report.too_stiff; }},
};
constexpr Column of_motion[] = {
    {"kinetic_J", [](StepRow const& r) -> Cell { return r.measures.kinetic; }},
    {"potential_J", [](StepRow const& r) -> Cell { return r.measures.potential; }},
    {"elastic_J", [](StepRow const& r) -> Cell { return r.measures.elastic; }},
    {"momentum_x_N_s", [](StepRow const& r) -> Cell { return r.measures.momentum[0]; }},
    {"momentum_y_N_s", [](StepRow const& r) -> Cell { return r.measures.momentum[1]; }},
    {"momentum_z_N_s", [](StepRow const& r) -> Cell { return r.measures.momentum[2]; }},
    {"angular_momentum_x_N_m_s",
     [](StepRow const& r) -> Cell { return r.measures.angular_momentum[0]; }},
    {"angular_momentum_y_N_m_s",
     [](StepRow const& r) -> Cell { return r.measures.angular_momentum[1]; }},
    {"angular_momentum_z_N_m_s",
     [](StepRow const& r) -> Cell { return r.measures.angular_momentum[2]; }},
    {"step_wall_s", [](StepRow const& r) -> Cell { return r.wall; }},
};

std::string head() {
  std::string out;
  auto const add = [&](char const* name) { out.append(out.empty() ? "" : ",").append(name); };
  for (auto const& each : of_solver) add(each.name);
  for (auto const& each : worst_of) add(each.column);
  for (auto const& each : of_motion) add(each.name);
  return out;
}

}  // namespace

StepTable::StepTable(std::filesystem::path const& file) : file_(file, head()) {}

void StepTable::add(StepRow const& row) {
  auto const put = [&](Cell const& cell) {
    std::visit([&](auto const& value) { file_.cell(value); }, cell);
  };
  for (auto const& each : of_solver) put(each.of(row));
  for (auto const& each : worst_of) put(row.measures.*each.part);
  for (auto const& each : of_motion) put(each.of(row));
  file_.end_row();
}

}  // namespace orthant
