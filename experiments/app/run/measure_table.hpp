// The measures of which the worst counts: one line each, for steps.csv and the metrics alike.
#pragma once
#include "core/metrics/measures.hpp"

namespace orthant {

/// Its column in steps.csv, over the worlds, and its metric over all steps too.
struct WorstOf {
  Real Measures::*part;
  char const *column, *metric;
};
inline constexpr WorstOf worst_of[] = {
    {&Measures::penetration, "penetration_m", "penetration_max_m"},
    {&Measures::joint_error, "joint_error_m", "joint_error_max_m"},
    {&Measures::joint_error_angular, "joint_error_rad", "joint_error_max_rad"},
    {&Measures::drift, "drift_m", "drift_max_m"},
    {&Measures::speed, "speed_m_s", "speed_max_m_s"},
    {&Measures::spin, "spin_rad_s", "spin_max_rad_s"},
    {&Measures::ncp_residual, "ncp_residual_m_s", "ncp_residual_max"},
    {&Measures::natural_map, "natural_map_m_s", "natural_map_max_m_s"},
    {&Measures::cone_violation, "cone_violation", "cone_violation_max"},
    {&Measures::dual_violation, "dual_violation_m_s", "dual_violation_max_m_s"},
    {&Measures::complementarity, "complementarity_J", "complementarity_max_J"},
    {&Measures::momentum_balance, "momentum_balance_N_s", "momentum_balance_max_N_s"},
    {&Measures::momentum_balance_angular, "momentum_balance_N_m_s", "momentum_balance_max_N_m_s"},
};

/// Metrics of the end of the last step.
struct EndOf {
  Real Measures::*part;
  char const* metric;
};
inline constexpr EndOf end_of[] = {{&Measures::speed, "speed_end_m_s"},
                                   {&Measures::spin, "spin_end_rad_s"}};

}  // namespace orthant
