// The columns of steps.csv: those of the metrics' rows that have one.
#include "experiments/app/run/step_table.hpp"

namespace orthant {
namespace {

std::string head() {
  std::string out;
  for (auto const& row : metrics())
    if (row.column) out.append(out.empty() ? "" : ",").append(row.column);
  return out;
}

}  // namespace

StepTable::StepTable(std::filesystem::path const& file) : file_(file, head()) {}

void StepTable::add(StepRow const& step) {
  for (auto const& row : metrics()) {
    if (!row.column) continue;
    Cell const cell = row.of_step ? row.of_step(step) : Cell(row.of_world.in(step.measures));
    std::visit([&](auto const& value) { file_.cell(value); }, cell);
  }
  file_.end_row();
}

}  // namespace orthant
