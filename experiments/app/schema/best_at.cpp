// What each part of a method is best at, for the page of plug-ins.
#include "experiments/app/schema/best_at.hpp"

namespace orthant {
namespace {

struct BestAt {
  char const *kind, *name, *what;
};

constexpr BestAt bests[] = {
    {"NCP function", "chks", "the fewest iterations on [stacks](tutorial/3_compare.md)"},
    {"NCP function", "fischer_burmeister", "most steps of a [pile](question_time_step)"},
    {"NCP function", "kanzow_kleinmichel",
     "most [stored problems](solvers.md#which-solver-to-choose) with `adaptive`"},
    {"NCP function", "minimum_map",
     "the fewest iterations of a [table on many feet](question_ncp_scaling)"},
    {"NCP function", "penalised_fischer_burmeister",
     "most [stored problems](solvers.md#which-solver-to-choose) of all functions and scalings"},
    {"friction", "alart_curnier",
     "the fewest iterations on a [slope](question_friction_forms), every step of a "
     "[turn](question_turning_rate)"},
    {"friction", "associated", "convex [laws](question_friction_laws)"},
    {"friction", "de_saxce",
     "as few iterations as any where a cube [sticks](question_friction_forms)"},
    {"friction", "polyhedral", "[laws](question_friction_laws) of facets"},
    {"friction", "soc_fischer_burmeister", "most steps over an [obstacle](question_obstacle)"},
    {"friction", "w_newton",
     "symmetric systems, and nearly as few iterations on a [slope](question_friction_forms)"},
    {"scaling", "adaptive",
     "most [stored problems](solvers.md#which-solver-to-choose) with `fischer_burmeister`"},
    {"scaling", "diagonal",
     "most [stored problems](solvers.md#which-solver-to-choose) of all functions and scalings"},
    {"scaling", "row_sum",
     "the fewest iterations of a [table on many feet](question_ncp_scaling) with "
     "`fischer_burmeister`"},
    {"scaling", "unit", "the fewest iterations of a [table on three feet](question_ncp_scaling)"},
    {"step length", "full", "most steps of a [pile](solvers.md#step-lengths-and-regularisations)"},
    {"step length", "nonmonotone",
     "a [slide](solvers.md#step-lengths-and-regularisations) where full steps cycle"},
    {"regularisation", "falling",
     "friction of least norm where it is [not unique](theory.md#newtons-method)"},
    {"regularisation", "levenberg_marquardt",
     "most steps of [piles](solvers.md#step-lengths-and-regularisations) from 5 to 20 ms"},
    {"nonlinear solver", "cascade", "[scenes of any kind](solvers.md#which-solver-to-choose)"},
    {"nonlinear solver", "newton", "[heavy bodies on light ones](question_mass_ratio)"},
    {"nonlinear solver", "sequence", "lists of one's own"},
    {"nonlinear solver", "sequential_impulses",
     "[piles to a rough tolerance](solvers.md#sequential_impulses)"},
    {"linear solver", "by_size", "[few rows and many](solvers.md#linear-solver-by-size)"},
    {"linear solver", "cholmod", "the same matrix as `multifrontal`, by a library to compare with"},
    {"linear solver", "dense_ldlt", "[few rows](solvers.md#linear-solver-by-size)"},
    {"linear solver", "dense_lu", "exact friction, [few rows](question_friction_forms)"},
    {"linear solver", "gmres", "exact friction on devices"},
    {"linear solver", "multifrontal", "[many rows](solvers.md#linear-solver-by-size)"},
    {"linear solver", "pcr", "devices, where a [preconditioner](question_preconditioners) suits"},
    {"linear solver", "saddle_point", "[taut strings](question_geometric_stiffness)"},
    {"linear solver", "umfpack", "exact friction, many rows: [stored problems](public_problems)"},
    {"preconditioner", "block_jacobi",
     "the fewest [iterations](question_preconditioners) on devices"},
    {"preconditioner", "incomplete_cholesky", "the fewest [iterations](question_preconditioners)"},
    {"preconditioner", "none", "what others are [compared](question_preconditioners) with"},
    {"integrator", "bdf2", "of second order, the fewest [iterations](question_integrators)"},
    {"integrator", "generalised_alpha",
     "[order and damping together](integrators.md), where springs are stiff"},
    {"integrator", "implicit_euler", "every step over an [obstacle](question_obstacle)"},
    {"integrator", "implicit_midpoint",
     "of second order, every step over an [obstacle](question_obstacle)"},
    {"integrator", "linearly_implicit",
     "one linear solve a step of a [taut string](question_geometric_stiffness)"},
    {"integrator", "moreau_jean",
     "[impacts](question_impact_laws) by Newton's law without a gain of energy"},
    {"integrator", "semi_implicit_euler", "the fewest [iterations](question_integrators) of all"},
    {"integrator", "variational", "[accuracy](question_integrators)"},
    {"cone solver", "admm", "[stored problems](public_problems) to 1e-4"},
    {"cone solver", "alart_curnier",
     "every [ratio of masses](question_mass_ratio) to a million, in the fewest iterations"},
    {"cone solver", "hybrid", "all [stored problems](public_problems), to 1e-12"},
    {"cone solver", "interior_point",
     "[ratios of masses](question_mass_ratio) to 10⁴, whatever the start"},
    {"cone solver", "lemke", "[complementarity problems](public_problems); laws of facets"},
    {"cone solver", "newton", "[complementarity problems](public_problems)"},
    {"cone solver", "nsgs", "the sweeps that others are [compared](public_problems) with"},
    {"cone solver", "proximal_newton",
     "steps of piles that Newton's method does not solve, in [cascade](solvers.md#cascade)"},
    {"cone solver", "siconos",
     "[comparison](stored_problems.md#comparison-on-the-public-collection)"},
    {"cone solver", "taylor_path", "[stored problems](public_problems) to 1e-12, from any start"}};

/// Links to an experiment by its name alone become those of its page.
std::string with_pages(std::string text) {
  for (char const* start : {"](question_", "](public_problems"})
    for (auto at = text.find(start); at != text.npos; at = text.find(start, at + 2)) {
      text.insert(text.find(')', at), "/README.md");
      text.insert(at + 2, "../experiments/");
    }
  return text;
}

}  // namespace

std::string best_at(std::string const& kind, std::string const& name) {
  for (auto const& each : bests)
    if (kind == each.kind && name == each.name) return with_pages(each.what);
  // A cone solver solves scenes too.
  return kind == "nonlinear solver" ? best_at("cone solver", name) : "";
}

}  // namespace orthant
