// Geoms of MuJoCo's model as shapes, and which of them touch.
#include <algorithm>
#include <cmath>
#include <set>

#include "orthant/core/config/error.hpp"
#include "orthant/core/robots/mjcf_parts.hpp"
#include "orthant/core/robots/model_files.hpp"

namespace orthant {
namespace {

class MjcfShapes {
 public:
  explicit MjcfShapes(MjcfParts& parts) : parts_(parts), m_(parts.m) {}

  void run() {
    int unseen = 0, margins = 0;
    shape_of_.assign(nth(m_.ngeom), -1);
    for (int k = 0; k < m_.npair; ++k) {
      paired_.insert(m_.pair_geom1[k]);
      paired_.insert(m_.pair_geom2[k]);
    }
    for (int g = 0; g < m_.ngeom; ++g) {
      bool const grouped = m_.geom_contype[g] != 0 || m_.geom_conaffinity[g] != 0;
      if (!parts_.contacts() || (!grouped && !paired_.contains(g))) {
        ++unseen;
        continue;
      }
      if (m_.geom_margin[g] != 0 || m_.geom_gap[g] != 0) ++margins;
      shape(g);
    }
    parts_.ignore(unseen, "geoms that touch nothing");
    parts_.ignore(margins, "geoms with margin or gap: contacts act where surfaces touch");
    excludes();
    pairs();
    friction();
  }

 private:
  void shape(int g) {
    RobotShape out;
    out.spot = parts_.geom_spot(g);
    auto& s = out.shape;
    s.X_BS = {parts_.vec(m_.geom_pos + 3 * g), parts_.quat(m_.geom_quat + 4 * g)};
    Vec3 const size = parts_.vec(m_.geom_size + 3 * g);
    s.size = size;
    switch (m_.geom_type[g]) {
      case mjGEOM_PLANE:
        s.kind = kind_of<shapes::HalfSpace>;
        s.size = {};
        break;
      case mjGEOM_SPHERE:
        s.kind = kind_of<shapes::Sphere>;
        break;
      case mjGEOM_CAPSULE:
        s.kind = kind_of<shapes::Capsule>;
        break;
      case mjGEOM_ELLIPSOID:
        s.kind = kind_of<shapes::Ellipsoid>;
        break;
      case mjGEOM_CYLINDER:
        s.kind = kind_of<shapes::Cylinder>;
        break;
      case mjGEOM_BOX:
        s.kind = kind_of<shapes::Box>;
        break;
      case mjGEOM_MESH:
        mesh(m_.geom_dataid[g], out);
        break;
      default:
        parts_.lacks(
            out.spot,
            m_.geom_type[g] == mjGEOM_HFIELD ? "a height field" : "a signed distance field",
            "ground in the \"bodies\" of the scene");
        return;
    }
    bool const slides = m_.geom_condim[g] >= 3;
    mjtNum const* const mu = m_.geom_friction + 3 * g;
    out.has_friction = true;
    s.surface.friction = slides ? mu[0] : 0;
    s.surface.torsional_friction = m_.geom_condim[g] >= 4 ? mu[1] : 0;
    s.surface.rolling_friction = m_.geom_condim[g] >= 6 ? mu[2] : 0;
    s.groups = static_cast<unsigned>(m_.geom_contype[g]);
    s.touches = static_cast<unsigned>(m_.geom_conaffinity[g]);
    Vec3 const at = s.X_BS.p_WB;
    for (Real const x : {dot(at, at), dot(s.size, s.size), mu[0], mu[1], mu[2]})
      if (!(x >= 0) || std::isinf(x)) refuse(where(out.spot), text(x), "finite numbers >= 0");
    int const link = parts_.link_of[nth(m_.geom_bodyid[g])];
    auto& shapes = parts_.robot.links[nth(link)].shapes;
    shape_of_[nth(g)] = static_cast<int>(shapes.size());
    shapes.push_back(std::move(out));
  }

  /// The points that the compiler has centred, with the pose of the geom to go with them.
  void mesh(int id, RobotShape& out) const {
    float const* const x = m_.mesh_vert + 3 * m_.mesh_vertadr[id];
    for (int k = 0; k < m_.mesh_vertnum[id]; ++k)
      out.points.push_back({{x[3 * k], x[3 * k + 1], x[3 * k + 2]}});
  }

  RobotShape& made(int g) {
    int const link = parts_.link_of[nth(m_.geom_bodyid[g])];
    return parts_.robot.links[nth(link)].shapes[nth(shape_of_[nth(g)])];
  }

  bool excluded(int a, int b) const {
    for (int k = 0; k < m_.nexclude; ++k) {
      int const s = m_.exclude_signature[k];
      int const i = a + mjcf_versions::first_body, j = b + mjcf_versions::first_body;
      if (s == (i << 16) + j || s == (j << 16) + i) return true;
    }
    return false;
  }
  /// Whether contacts of two bodies are left out: parts of one body, parent and child.
  bool filtered(int a, int b) const {
    int const v = m_.body_weldid[a], w = m_.body_weldid[b];
    if (v == w) return true;
    int const above_v = m_.body_weldid[m_.body_parentid[v]];
    int const above_w = m_.body_weldid[m_.body_parentid[w]];
    bool const family = v != 0 && w != 0 && (v == above_w || w == above_v);
    return (family && !parts_.disabled(mjDSBL_FILTERPARENT)) || excluded(a, b);
  }
  bool meet(int g, int h) const {
    return (m_.geom_contype[g] & m_.geom_conaffinity[h]) != 0 ||
           (m_.geom_contype[h] & m_.geom_conaffinity[g]) != 0;
  }
  bool touch(int g, int h) const {
    return shape_of_[nth(g)] >= 0 && shape_of_[nth(h)] >= 0 &&
           !filtered(m_.geom_bodyid[g], m_.geom_bodyid[h]) && meet(g, h);
  }

  void excludes() {
    std::set<int> bodies;
    for (int g = 0; g < m_.ngeom; ++g)
      if (shape_of_[nth(g)] >= 0) bodies.insert(m_.geom_bodyid[g]);
    for (int const a : bodies)
      for (int const b : bodies)
        if (a < b && filtered(a, b) && !(parts_.is_still(a) && parts_.is_still(b)))
          parts_.robot.apart.emplace_back(parts_.link_of[nth(a)], parts_.link_of[nth(b)]);
  }

  /// A bit for each pair that no other geom has. Shapes touch if a group of the one is among those
  /// that the other touches, either way round.
  void pairs() {
    unsigned used = 0;
    for (int g = 0; g < m_.ngeom; ++g)
      used |=
          static_cast<unsigned>(m_.geom_contype[g]) | static_cast<unsigned>(m_.geom_conaffinity[g]);
    for (int k = 0; k < m_.npair; ++k) {
      int const g = m_.pair_geom1[k], h = m_.pair_geom2[k];
      auto const name = parts_.named(mjOBJ_PAIR, k);
      auto const spot = parts_.text.spot("pair", name, k, m_.npair);
      if (shape_of_[nth(g)] < 0 || shape_of_[nth(h)] < 0) continue;
      if (filtered(m_.geom_bodyid[g], m_.geom_bodyid[h])) {
        parts_.lacks(spot, "a pair of bodies of which all other contacts are left out",
                     "no <exclude>, and bodies that no joint connects");
        continue;
      }
      if (!meet(g, h)) {
        if (used == ~0U) {
          parts_.lacks(spot, "more pairs than there are bits of groups", "contype, conaffinity");
          continue;
        }
        unsigned const bit = ~used & (used + 1);
        used |= bit;
        made(g).shape.groups |= bit;
        made(h).shape.touches |= bit;
      }
      mjtNum const* const mu = m_.pair_friction + 5 * k;
      note(g, h, m_.pair_dim[k] >= 3 ? mu[0] : 0, spot);
      if (m_.pair_dim[k] >= 3 && mu[0] != mu[1])
        parts_.lacks(spot, "friction that differs in two directions", "one coefficient");
    }
  }

  /// MuJoCo takes the friction of the geom of the higher priority, else the larger; and the larger
  /// condim. Orthant has one rule for a scene.
  void friction() {
    for (int g = 0; g < m_.ngeom; ++g)
      for (int h = g + 1; h < m_.ngeom; ++h) {
        if (!touch(g, h)) continue;
        auto const own = [&](int i) { return std::max(0.0, m_.geom_friction[3 * i]); };
        int const p = m_.geom_priority[g], q = m_.geom_priority[h];
        int const dim = p > q   ? m_.geom_condim[g]
                        : q > p ? m_.geom_condim[h]
                                : std::max(m_.geom_condim[g], m_.geom_condim[h]);
        Real const mu = p > q ? own(g) : q > p ? own(h) : std::max(own(g), own(h));
        note(g, h, dim >= 3 ? mu : 0, parts_.geom_spot(g));
      }
    if (rules_[0]) return;  // the rule of a scene, unless it has another
    constexpr char const* names[] = {"geometric_mean", "minimum", "maximum", "average"};
    for (int r = 1; r < 4; ++r)
      if (rules_[r]) {
        parts_.robot.ignored.push_back(
            "the rule for the friction of two geoms: it is that of the file with "
            "\"friction_combination\": \"" +
            std::string(names[r]) + "\"");
        return;
      }
    parts_.lacks(
        differs_, "condim, priority or a pair whose friction no rule for two surfaces gives",
        "one condim and priority of all geoms; with \"lenient\" each keeps its own friction");
  }

  /// Excludes the rules of Orthant that give another friction of two shapes.
  void note(int g, int h, Real mu, FileSpot const& spot) {
    Real const a = made(g).shape.surface.friction, b = made(h).shape.surface.friction;
    bool any = false;
    for (int r = 0; r < 4; ++r) {
      Real const has = combined(static_cast<Combination>(r), a, b);
      rules_[r] = rules_[r] && std::abs(has - mu) <= 1e-12 * (1 + mu);
      any = any || rules_[r];
    }
    if (!any && differs_.file.empty()) differs_ = spot;
  }

  MjcfParts& parts_;
  mjModel const& m_;
  std::vector<int> shape_of_;  // in its link; -1: none
  std::set<int> paired_;
  bool rules_[4] = {true, true, true, true};  // as Combination
  FileSpot differs_;
};

}  // namespace

void add_mjcf_shapes(MjcfParts& parts) { MjcfShapes(parts).run(); }

}  // namespace orthant
