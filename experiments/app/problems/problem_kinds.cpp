// The kinds by name, each with its reader.
#include "experiments/app/problems/problem_kinds.hpp"

#include "orthant/core/cone_problem/lcp_problem.hpp"
#include "orthant/core/cone_problem/problem_files.hpp"
#include "orthant/core/config/config.hpp"

namespace orthant {
namespace {

struct Kind {
  char const* name;
  ConeProblem (*read)(std::string const& path);
};
Kind const kinds[] = {
    {"contact", read_cone_problem},
    {"lcp", [](std::string const& path) { return as_contacts(read_lcp_problem(path)); }},
    {"mixed_lcp",
     [](std::string const& path) { return as_contacts(read_mixed_lcp_problem(path)); }}};

}  // namespace

std::vector<std::string> problem_kinds() {
  std::vector<std::string> out;
  for (auto const& kind : kinds) out.emplace_back(kind.name);
  return out;
}

ConeProblem read_problem(std::string const& kind, std::string const& path) {
  for (auto const& each : kinds)
    if (kind == each.name) return each.read(path);
  refuse("kind", "\"" + kind + "\"", comma_separated(problem_kinds()));
}

}  // namespace orthant
