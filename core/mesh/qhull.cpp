// Facets of convex hulls by Qhull [Barber, Dobkin, Huhdanpaa 1996].
#include <cstdio>
#include <memory>

#include "orthant/core/config/error.hpp"
#include "orthant/core/mesh/hull_faces.hpp"
#include "orthant/core/mesh/mesh.hpp"

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace orthant {
namespace {

struct Run {
  qhT state;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> nowhere{std::fopen("/dev/null", "w"),
                                                          std::fclose};

  explicit Run() { qh_zero(&state, nowhere.get()); }
  ~Run() {
    int a = 0, b = 0;
    qh_freeqhull(&state, !qh_ALL);
    qh_memfreeshort(&state, &a, &b);
  }
  Run(Run const&) = delete;
  Run& operator=(Run const&) = delete;
};

}  // namespace

bool have_hulls() { return true; }

std::vector<Facet> hull_facets(std::vector<Vec3> const& points, std::string const& where) {
  Run run;
  qhT* const qh = &run.state;
  std::vector<double> coordinates;
  for (auto const& p : points) coordinates.insert(coordinates.end(), {p[0], p[1], p[2]});
  char command[] = "qhull Pp";
  int const failed = qh_new_qhull(qh, 3, static_cast<int>(points.size()), coordinates.data(), False,
                                  command, run.nowhere.get(), run.nowhere.get());
  if (failed != 0)
    refuse(where, std::to_string(points.size()) + " points whose convex hull has no volume",
           "points that do not lie in a plane");
  std::vector<Facet> out;
  facetT* facet = nullptr;
  FORALLfacet_(qh->facet_list) {
    Facet next;
    next.normal = {{facet->normal[0], facet->normal[1], facet->normal[2]}};
    setT* const around = qh_facet3vertex(qh, facet);
    vertexT *vertex = nullptr, **vertexp = nullptr;
    FOREACHvertex_(around) next.corners.push_back(qh_pointid(qh, vertex->point));
    qh_settempfree(qh, const_cast<setT**>(&around));
    Vec3 area;
    auto const corner = [&](std::size_t k) -> Vec3 const& {
      return points[nth(next.corners[k % next.corners.size()])];
    };
    for (std::size_t k = 1; k + 1 < next.corners.size(); ++k)
      area += cross(corner(k) - corner(0), corner(k + 1) - corner(0));
    if (dot(area, next.normal) < 0) std::reverse(next.corners.begin(), next.corners.end());
    out.push_back(std::move(next));
  }
  return out;
}

}  // namespace orthant
