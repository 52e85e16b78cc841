// Writes the columns of steps.csv, which are those of the table of metrics.
#include "experiments/app/run/step_table.hpp"

namespace orthant {
namespace {

bool has_column(Metric const& row, Told const& told) { return row.column && row.known(told); }

std::string head(Told const& told) {
  std::string out;
  for (auto const& row : metrics())
    if (has_column(row, told)) out.append(out.empty() ? "" : ",").append(row.column);
  return out;
}

}  // namespace

StepTable::StepTable(std::filesystem::path const& file, Told const& told)
    : told_(told), file_(file, head(told)) {}

void StepTable::add(StepRow const& step) {
  for (auto const& row : metrics()) {
    if (!has_column(row, told_)) continue;
    Cell const cell = row.of_step ? row.of_step(step) : Cell(row.of_world.in(step.measures));
    std::visit([&](auto const& value) { file_.cell(value); }, cell);
  }
  file_.end_row();
}

}  // namespace orthant
