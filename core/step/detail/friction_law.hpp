// The friction law of contacts.
#pragma once
#include <string>

namespace orthant {

/// Coulomb's law, or another law that a method solves instead.
struct FrictionLaw {
  enum class Kind : int {
    coulomb,     // |lambda_f| <= mu lambda_n, opposite to sliding where they are equal
    associated,  // for the whole contact: u in K*, without De Saxce's shift
    polyhedral   // a regular polygon in the disc: see RegularPolygon
  };
  Kind kind = Kind::coulomb;
  int facets = 0;  // corners of the polygon

  friend bool operator==(FrictionLaw const&, FrictionLaw const&) = default;
};

/// The law in messages.
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
