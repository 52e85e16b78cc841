// Properties of the forms of friction, from their list.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "orthant/constraints/friction/list.hpp"
#include "orthant/core/config/detail/list.hpp"

namespace orthant::test {

struct FrictionForm {
  std::string name;
  bool symmetric;      // its systems are symmetric
  bool whole_contact;  // it includes the normal row and needs no NCP function
  bool other_law;      // not Coulomb's law
};

inline std::vector<FrictionForm> friction_forms() {
  std::vector<FrictionForm> out;
  for_each_in<FrictionForms>([&](auto form) {
    using Form = decltype(form);
    out.push_back(
        {form.name, form.symmetric, treats_whole_contact<Form>, law_of(form) != FrictionLaw{}});
  });
  return out;
}

inline FrictionForm friction_form(std::string const& name) {
  auto const all = friction_forms();
  return *std::find_if(all.begin(), all.end(), [&](auto const& each) { return each.name == name; });
}

}  // namespace orthant::test
