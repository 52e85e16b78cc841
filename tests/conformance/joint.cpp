// Every joint, every coordinate, and the point of a contact.
#include "orthant/tests/conformance/joint.hpp"

#include "orthant/tests/conformance/relation_items.hpp"

namespace orthant::test {
namespace {

using Parts = std::tuple<CentreAngle>;  // of coordinates
using OfJoints = decltype(std::tuple_cat(Joints{}, Coordinates{}));
using Relations = decltype(std::tuple_cat(OfJoints{}, Parts{}, std::tuple<ContactPointRelation>{}));

/// A coordinate may have the name of a joint.
struct ByRole {
  template <class T>
  static std::string GetName(int) {
    bool const joint = requires { T::type(); };
    bool const contact = std::is_same_v<T, ContactPointRelation>;
    return (joint || contact ? "" : "coordinate_") + std::string(T::name);
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(All, RelationConformance, AsTypes<Relations>, ByRole);
INSTANTIATE_TYPED_TEST_SUITE_P(All, StiffnessConformance, AsTypes<OfJoints>, ByRole);
INSTANTIATE_TYPED_TEST_SUITE_P(All, JointConformance, AsTypes<Joints>, ByName);

}  // namespace
}  // namespace orthant::test
