// Joints as rows: the reacting bodies, and the compliance and impulse at the start of a step.
#include "orthant/core/step/detail/row_table.hpp"
#include "orthant/tests/built_rows.hpp"
#include "orthant/tests/conformance/relation_items.hpp"
#include "orthant/tests/conformance/types.hpp"
#include "tests/registered.hpp"

namespace orthant::test::joint_block {
namespace {

/// Two worlds; a dynamic body is joined to one with prescribed motion, and to the world.
template <class Joint>
class JointRows : public ::testing::Test {
 protected:
  static constexpr int worlds = 2, bodies = 2;
  using List = ConstraintSet<Space>;

  JointRows() : active(BuiltRows::ints(worlds)) {
    Dice dice(91);
    state.pose = Array<Space, Pose<>*>("orthant::test", worlds * bodies);
    state.twist = Array<Space, Twist*>("orthant::test", worlds * bodies);
    for (int b = 0; b < worlds * bodies; ++b) {
      state.pose(b) = b < bodies ? dice.pose(1) : state.pose(b - bodies);
      state.twist(b) = stacked(dice.direction(), dice.direction());
    }
    scene.add({});
    scene.add({});
    scene.bodies[0].pose = state.pose(0);
    scene.bodies[1].pose = state.pose(1);
    for (int a : {0, -1}) {
      JointSpec joint;
      joint.type = Joint::name;
      joint.a = a;
      joint.b = 1;
      if (a < 0) joint.compliance = joint.angular_compliance = diagonal({{1e-3, 1e-3, 1e-3}});
      place<Joint>(scene, joint, {{0.3, 0.2, 0.1}}, {{1, 1, 0}}, {{0, 1, 1}});
      scene.joints.push_back(joint);
    }
    JointSpec another;
    another.type = "another";
    another.a = 0;
    another.b = 1;
    scene.joints.push_back(another);
    model.worlds = worlds;
    model.bodies = bodies;
    model.body = Array<Space, Body*>("orthant::test", worlds * bodies);
    for (int w = 0; w < worlds; ++w) {
      active(w) = 1;
      model.body(bodies * w + 1).mass = 2;
    }
    registered().constraints.at(Joint::name).add(model, scene, list);
    table = std::make_unique<RowTable<Space>>(RowTable<Space>::sizes(model, list), 1);
    table->lay_out({}, model, list, {h});
  }

  StepPoint<Space> point() const {
    return {{h}, h, state.pose, state.pose, state.twist, state.twist, active, {}};
  }

  Real const h = 0.01;
  Scene scene;
  Model<Space> model;
  State<Space> state;
  Array<Space, int*> active;
  List list;
  std::unique_ptr<RowTable<Space>> table;
};
TYPED_TEST_SUITE(JointRows, AsTypes<Joints>, ByName);

/// Of lengths or angles, but not both in a block; what does not react is no body of theirs.
TYPED_TEST(JointRows, EachWorldHasTheJointsOfItsType) {
  auto const& rows = this->table->rows();
  EXPECT_EQ(rows.rows, 2 * 2 * TypeParam::rows);
  EXPECT_EQ(rows.contacts, 0);
  EXPECT_EQ(rows.world_row(1), 2 * TypeParam::rows);
  EXPECT_EQ(rows.block_row(rows.blocks), rows.rows);
  for (int k = 0; k < rows.blocks; ++k) {
    EXPECT_EQ(rows.block_world(k), k / (rows.blocks / 2));
    EXPECT_TRUE(rows.law(k) == Law::free);
    EXPECT_EQ(rows.body(k, 0), -1);  // prescribed, or the world
    EXPECT_EQ(rows.body(k, 1), this->bodies * rows.block_world(k) + 1);
    for (int i = rows.block_row(k); i < rows.block_row(k + 1); ++i) {
      EXPECT_EQ(rows.angular(i), rows.angular(rows.block_row(k)));
      EXPECT_EQ(rows.angular(i), i % TypeParam::rows >= TypeParam::linear_rows);
    }
  }
}

TYPED_TEST(JointRows, ComplianceIsDividedByTheSquareOfTheStep) {
  auto const& rows = this->table->rows();
  for (int i = 0; i < rows.rows; ++i) {
    bool const to_world = i / TypeParam::rows % 2 == 1;
    int const row = i % TypeParam::rows, linear = TypeParam::linear_rows;
    int const own = row < linear ? row : row - linear;
    for (int j = 0; j < max_block_rows; ++j)
      EXPECT_NEAR(rows.compliance(i, j), to_world && j == own ? 1e-3 / (this->h * this->h) : 0,
                  1e-14);
  }
}

TYPED_TEST(JointRows, ValuesAreGapsOverTheStepAndSeeThePrescribedBody) {
  auto const& rows = this->table->rows();
  auto const value = [&] {
    this->list[0].jacobian({}, this->state.pose, rows, this->active);  // values may depend on it
    this->list[0].value({}, this->point(), rows);
    std::vector<Real> out;
    for (int i = 0; i < rows.rows; ++i) out.push_back(rows.value(i));
    return out;
  };
  for (Real const x : value()) EXPECT_NEAR(x, 0, 1e-15 / this->h * 4);  // closed
  Pose<> const here = this->state.pose(0);
  this->state.pose(0) = Pose<>{{{0.02, 0.03, -0.05}}, rotation({{0.6, 0, 0.8}}, 0.1)} * here;
  auto const moved = value();  // of the body with prescribed motion in the first world
  auto const gap = TypeParam::gap(placed_item(this->scene.joints[0], 0, 0), this->state.pose(0),
                                  this->state.pose(1));
  EXPECT_GT(norm(gap), 1e-3);
  for (int i = 0; i < rows.rows; ++i)
    EXPECT_NEAR(moved[i], i < TypeParam::rows ? gap[i] / this->h : 0, 1e-12) << i;
}

TYPED_TEST(JointRows, ImpulsesAreKeptFromStepToStep) {
  auto const& rows = this->table->rows();
  for (int i = 0; i < rows.rows; ++i) {
    EXPECT_EQ(rows.impulse(i), 0);
    rows.impulse(i) = 1 + i;
  }
  this->list[0].store_warm_start({}, rows);
  for (int i = 0; i < rows.rows; ++i) rows.impulse(i) = -1;
  this->table->lay_out({}, this->model, this->list, {this->h});
  for (int i = 0; i < rows.rows; ++i) EXPECT_EQ(rows.impulse(i), 1 + i);
}

TYPED_TEST(JointRows, AWorldThatRestsKeepsItsNumbers) {
  auto const& rows = this->table->rows();
  for (int i = 0; i < rows.rows; ++i) {
    rows.value(i) = 7;
    rows.J(i, 1, 0) = 7;
  }
  this->active(0) = 0;
  this->list[0].value({}, this->point(), rows);
  this->list[0].jacobian({}, this->state.pose, rows, this->active);
  for (int i = 0; i < rows.rows; ++i) {
    bool const rests = i < rows.rows / 2;
    EXPECT_EQ(rows.value(i) == 7, rests);
    EXPECT_EQ(rows.J(i, 1, 0) == 7, rests);
  }
}

}  // namespace
}  // namespace orthant::test::joint_block
