// Writes the columns of steps.csv, which are those of the table of metrics.
#include "experiments/app/run/step_table.hpp"

namespace orthant {
namespace {

bool has_column(Metric const& row, KnownOfSteps const& known) {
  return row.column && row.is_in(known);
}

std::string head(KnownOfSteps const& known, std::vector<std::string> const& own) {
  std::string out;
  for (auto const& row : metrics())
    if (has_column(row, known)) out.append(out.empty() ? "" : ",").append(row.column);
  for (auto const& each : own) out.append(",").append(each);
  return out;
}

}  // namespace

StepTable::StepTable(std::filesystem::path const& file, KnownOfSteps const& known,
                     std::vector<std::string> const& own, Writing how)
    : known_(known), file_(file, head(known, own), how) {}

void StepTable::add(StepRow const& step, std::vector<double> const& own) {
  for (auto const& row : metrics()) {
    if (!has_column(row, known_)) continue;
    Cell const cell = row.of_step ? row.of_step(step) : Cell(row.of_world.in(step.measures));
    std::visit([&](auto const& value) { file_.cell(value); }, cell);
  }
  for (double const each : own) file_.cell(each);
  file_.end_row();
}

}  // namespace orthant
