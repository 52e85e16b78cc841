// The edit distance of two words, and the nearest of several names.
#include "orthant/core/config/spelling.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace orthant {
namespace {

/// What other programs and books call something, or write in its place, and the name here.
constexpr std::pair<char const*, char const*> elsewhere[] = {{"actuators", "joints"},
                                                             {"anchor", "point"},
                                                             {"angular_vel", "angular_velocity"},
                                                             {"ball", "sphere"},
                                                             {"child", "b"},
                                                             {"cube", "box"},
                                                             {"cuboid", "box"},
                                                             {"damping", "kd"},
                                                             {"diameter", "radius"},
                                                             {"dt", "step"},
                                                             {"end_time", "duration"},
                                                             {"eps", "tolerance"},
                                                             {"euler", "orientation"},
                                                             {"extents", "size"},
                                                             {"g", "gravity"},
                                                             {"gauss_seidel", "nsgs"},
                                                             {"gs", "nsgs"},
                                                             {"half_extents", "size"},
                                                             {"half_size", "size"},
                                                             {"height", "length"},
                                                             {"initial_position", "position"},
                                                             {"initial_velocity", "velocity"},
                                                             {"ipm", "interior_point"},
                                                             {"max_iter", "max_iterations"},
                                                             {"k", "stiffness"},
                                                             {"maxiter", "max_iterations"},
                                                             {"min", "minimum_map"},
                                                             {"mu", "friction"},
                                                             {"normal", "orientation"},
                                                             {"objects", "bodies"},
                                                             {"parent", "a"},
                                                             {"pgs", "nsgs"},
                                                             {"plot", "figure"},
                                                             {"play", "replay"},
                                                             {"plane", "half_space"},
                                                             {"pos", "position"},
                                                             {"prismatic", "slider"},
                                                             {"psor", "nsgs"},
                                                             {"quat", "orientation"},
                                                             {"quaternion", "orientation"},
                                                             {"rest_length", "rest"},
                                                             {"revolute", "hinge"},
                                                             {"robot", "urdf"},
                                                             {"robots", "assemblies"},
                                                             {"rotation", "orientation"},
                                                             {"rpy", "orientation"},
                                                             {"simulate", "run"},
                                                             {"spherical", "ball"},
                                                             {"static", "fixed"},
                                                             {"symplectic", "semi_implicit_euler"},
                                                             {"stiffness", "kp"},
                                                             {"t_end", "duration"},
                                                             {"time", "duration"},
                                                             {"time_step", "step"},
                                                             {"timestep", "step"},
                                                             {"tol", "tolerance"},
                                                             {"torque", "force"},
                                                             {"validate", "check"},
                                                             {"vel", "velocity"},
                                                             {"weight", "mass"},
                                                             {"weld", "fixed"}};

/// A plug-in that is here no longer, by the key that named it.
struct FormerName {
  char const *key, *name, *instead;  // no key: solvers have many places
  bool in_baselines = true;
};

constexpr FormerName former_names[] = {
    {"ncp", "natural_map", R"("minimum_map", the same to the digit)"},
    {"ncp", "log_exp", R"("chks")"},
    {"ncp", "p_norm_fb", R"("fischer_burmeister")"},
    {"ncp", "smoothed_fischer_burmeister", R"("fischer_burmeister")"},
    {"friction", "w_fixed_point", R"("w_newton")"},
    {"friction", "jourdan_alart_jean", R"("alart_curnier")"},
    {"scaling", "block", R"("diagonal")"},
    {"scaling", "spectral", R"("row_sum")"},
    {"step", "armijo", R"({"type": "nonmonotone", "memory": 1}, the same)", false},
    {"step", "damped", R"("nonmonotone")", false},
    {"step", "parallel", R"("nonmonotone")", false},
    {"regularisation", "none", R"({"type": "falling", "rho": 0, "floor": 0})", false},
    {"regularisation", "proximal", R"("falling")", false},
    {"linear", "cg", R"("pcr")"},
    {"linear", "minres", R"("pcr")"},
    {"linear", "bicgstab", R"("gmres")"},
    {"linear", "klu", R"("umfpack")"},
    {"linear", "spqr", R"("umfpack")"},
    {"preconditioner", "jacobi", R"("block_jacobi")"},
    {"preconditioner", "body_pair", R"("block_jacobi")", false},
    {"preconditioner", "joints_exact", R"("incomplete_cholesky")", false},
    {"preconditioner", "ssor", R"("incomplete_cholesky")"},
    {"", "apgd", R"("admm")"},
    {"", "nncg", R"("nsgs")"},
    {"", "path_following", R"("taylor_path")"}};

/// The parts of a name between "_" and ".".
std::vector<std::string> parts_of(std::string name) {
  std::ranges::replace(name, '.', '_');
  std::vector<std::string> out;
  std::istringstream in(name);
  for (std::string part; std::getline(in, part, '_');)
    if (!part.empty()) out.push_back(part);
  return out;
}

std::size_t shared_parts(std::vector<std::string> const& word, std::string const& name) {
  auto const has = parts_of(name);
  return static_cast<std::size_t>(std::ranges::count_if(
      word, [&](auto const& part) { return std::ranges::find(has, part) != has.end(); }));
}

/// "fb" of fischer_burmeister.
bool has_initials(std::string const& name, std::string const& word) {
  auto const parts = parts_of(name);
  return word.size() > 1 && parts.size() == word.size() &&
         std::ranges::equal(parts, word, {}, [](auto const& part) { return part[0]; });
}

std::string in_small_letters(std::string word) {
  for (char& c : word)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return word;
}

/// Longer words are no names, and take long to compare.
constexpr std::size_t longest_word = 200;

int most_edits(std::size_t length) { return length < 3 ? 0 : length < 6 ? 1 : 2; }

}  // namespace

int edit_distance(std::string const& a, std::string const& b) {
  // Row i has the distances of the first i characters of `a` from the first j of `b`.
  std::vector<int> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      int const replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string nearest_name(std::string const& word, std::vector<std::string> const& names) {
  std::string nearest;
  int least = 3;  // above the limit of any near name
  for (auto const& name : names) {
    int const most = most_edits(std::min(word.size(), name.size()));
    auto const longer = std::max(word.size(), name.size());
    if (longer - std::min(word.size(), name.size()) > static_cast<std::size_t>(most)) continue;
    int const distance = edit_distance(word, name);
    if (distance > most || distance >= least) continue;
    nearest = name;
    least = distance;
  }
  return nearest;
}

std::string name_here(std::string const& word, std::vector<std::string> const& names) {
  for (auto const& [there, here] : elsewhere)
    if (word == there && std::ranges::find(names, here) != names.end()) return here;
  return "";
}

std::string meant_name(std::string const& word, std::vector<std::string> const& names) {
  auto const small = in_small_letters(word);
  if (auto near = nearest_name(small, names); !near.empty()) return near;
  if (auto same = name_here(small, names); !same.empty()) return same;
  if (small.size() > longest_word) return "";
  for (auto const& name : names)
    if (has_initials(name, small)) return name;
  auto const parts = parts_of(small);
  if (parts.empty()) return "";
  std::string out;
  for (auto const& name : names)
    if (shared_parts(parts, name) == parts.size() && (out.empty() || name.size() < out.size()))
      out = name;
  if (!out.empty() || small.size() < 5) return out;
  for (auto const& name : names)
    if (name.size() >= 5 && edit_distance(small, name) <= 2) return name;
  return "";
}

std::string nearest_hint(std::string const& word, std::vector<std::string> const& names) {
  auto const meant = meant_name(word, names);
  return meant.empty() ? "" : "; nearest: \"" + meant + "\"";
}

std::string former_name_hint(std::string const& path, std::string const& name) {
  for (auto const& each : former_names)
    if (name == each.name && (*each.key == 0 || path.ends_with(std::string("/") + each.key)))
      return std::string("; in its place: ") + each.instead +
             (each.in_baselines ? "; bench/baselines has it" : "");
  return "";
}

std::vector<std::string> nearest_names(std::string const& word, std::vector<std::string> names,
                                       std::size_t count) {
  auto const begin = word.substr(0, longest_word);
  auto const parts = parts_of(begin);
  auto const rank = [&](std::string const& name) {
    return std::pair(-static_cast<int>(shared_parts(parts, name)), edit_distance(begin, name));
  };
  std::ranges::stable_sort(names, {}, rank);
  names.resize(std::min(count, names.size()));
  return names;
}

}  // namespace orthant
