// Included by every file that has a mutant: the one that $ORTHANT_MUTANT turns on.
#pragma once
#include <cstdlib>

inline int orthant_read_mutant() {
  char const* number = std::getenv("ORTHANT_MUTANT");
  return number ? std::atoi(number) : 0;
}
inline int const orthant_mutant = orthant_read_mutant();  // 0: none
