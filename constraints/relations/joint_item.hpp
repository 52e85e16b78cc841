// What every joint stores: its bodies and a joint frame on each; and the rows that joints share.
#pragma once
#include "constraints/elasticity.hpp"
#include "core/scene/scene.hpp"

namespace orthant {

struct JointItem {
  int a = -1, b = -1;  // bodies, in the flat count; -1: the world
  int world = 0;
  Pose<> X_AJ, X_BJ;           // joint frame on each body
  Elasticity linear, angular;  // of the rows in metres, and of those in radians
  bool rigid = true;           // neither has any compliance
  bool velocity = false;       // held at velocity level, J u + Y c(q-)/h
  Real correction = 1;         // Y: share of the error that a step removes there [-]
};

/// Rows of the coincidence of two body points, world axes; r: from the centre of mass to the point.
template <int R>
KOKKOS_FUNCTION void point_rows(Vec3 const& r_A, Vec3 const& r_B, Mat<R, 6>& J_A, Mat<R, 6>& J_B) {
  for (int i = 0; i < 3; ++i) {
    Vec3 e;
    e[i] = 1;
    Vec3 const turn_A = cross(r_A, e), turn_B = cross(r_B, e);  // e . (w x r) = w . (r x e)
    J_A[i][i] = -1;
    J_B[i][i] = 1;
    for (int k = 0; k < 3; ++k) {
      J_A[i][3 + k] = -turn_A[k];
      J_B[i][3 + k] = turn_B[k];
    }
  }
}

}  // namespace orthant
