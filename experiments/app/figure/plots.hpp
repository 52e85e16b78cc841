// The kinds of plots, from studies to panels.
#pragma once
#include <string>
#include <vector>

#include "experiments/app/drawing/drawing.hpp"
#include "experiments/app/figure/study.hpp"

namespace orthant::figures {

/// What is asked of the plots; empty: what decides.
struct PlotChoice {
  std::vector<std::string> metrics;
  std::vector<std::string> against;  // paths; two: a map
  std::string work = "";
  std::string reference = "finest";
};

struct PlotKind {
  char const *name, *about;
  std::vector<Panel> (*panels)(Study&, PlotChoice const&);
  bool of_work = false;  // whether --work changes it
};
std::vector<PlotKind> const& plot_kinds();

/// The names of the kinds for a study.
std::vector<std::string> kinds_for(Study const& study, PlotChoice const& choice);

// Of one search, and of one run.
std::vector<Panel> search_panels(Study& study, PlotChoice const& choice);
std::vector<Panel> residual_panels(Study& study, PlotChoice const& choice);
std::vector<Panel> energy_panels(Study& study, PlotChoice const& choice);
// Of several cases.
std::vector<Panel> accuracy_panels(Study& study, PlotChoice const& choice);
std::vector<Panel> work_panels(Study& study, PlotChoice const& choice);
std::vector<Panel> time_panels(Study& study, PlotChoice const& choice);
std::vector<Panel> metric_panels(Study& study, PlotChoice const& choice);
std::vector<Panel> map_panels(Study& study, PlotChoice const& choice);
std::vector<Panel> profile_panels(Study& study, PlotChoice const& choice);

/// Refuses more curves than a reader can tell apart.
void require_few(std::vector<StudyGroup> const& groups, Study const& study);

/// The numbers that are asked for, or that decide; without those, the work.
std::vector<std::string> metrics_of(Study const& study, PlotChoice const& choice);

/// The full name of the work that is asked for; else linear systems if every method made some in
/// every case, else wall time. Throws Error if the work asked for is zero in a solved case.
std::string work_of(Study const& study, PlotChoice const& choice);

/// Why the work that is drawn is not the number of linear systems, if nobody chose it.
std::vector<std::string> work_note(Study const& study, PlotChoice const& choice,
                                   std::string const& shown);

/// The mark of the values of equal cases: median and quartiles; `dots` gets the values if there
/// are several. Each value is of one case.
Mark median_mark(double x, std::vector<double> values, std::vector<Mark>& dots);

/// Of measured numbers: whether they are positive and the largest is 20 times the least or more.
bool wants_log(std::vector<double> const& values);

/// The quantile of sorted values, between 0 and 1, interpolated.
double quantile(std::vector<double> const& sorted, double part);

}  // namespace orthant::figures
