// Which law of friction contacts obey.
#pragma once
#include <string>

namespace orthant {

/// Coulomb's law, or one that a method solves in its place.
struct FrictionLaw {
  enum class Kind : int {
    coulomb,     // |lambda_f| <= mu lambda_n, against the sliding where that is an equality
    associated,  // of the whole contact: K* contains u, without De Saxce's shift
    polyhedral   // a regular polygon in the disc: see RegularPolygon
  };
  Kind kind = Kind::coulomb;
  int facets = 0;  // of a polygon

  friend bool operator==(FrictionLaw const&, FrictionLaw const&) = default;
};

/// As messages call it.
inline std::string text(FrictionLaw const& law) {
  switch (law.kind) {
    case FrictionLaw::Kind::coulomb:
      return "Coulomb's law";
    case FrictionLaw::Kind::associated:
      return "the associated law";
    case FrictionLaw::Kind::polyhedral:
      return "polyhedral friction of " + std::to_string(law.facets) + " facets";
  }
  return "";
}

}  // namespace orthant
