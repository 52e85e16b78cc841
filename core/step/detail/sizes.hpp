// The sizes for which the parts of a method allocate.
#pragma once

namespace orthant {

/// Over all worlds.
struct Sizes {
  int worlds = 0;     // W
  int bodies = 0;     // over all worlds
  int rows = 0;       // largest number, over all worlds
  int blocks = 0;     // largest number, over all worlds
  int couplings = 0;  // blocks of a given Delassus operator
};

}  // namespace orthant
