// The contacts of a step: their problem against dense algebra, and the recovered joint impulses.
#include "orthant/core/cone_problem/detail/step_contacts.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "orthant/core/cone_problem/cone_measures.hpp"
#include "orthant/tests/built_rows.hpp"

namespace orthant::test::step_contacts {
namespace {

/// Two worlds of four bodies, with contacts (one with the ground) and joints.
class Step {
 public:
  Step(bool joints, bool redundant) : dice_(7), built_(2, 4, blocks(joints, redundant)) {
    for (int b = 0; b < 8; ++b) {
      built_.inverse_mass(b) = random_inverse_mass(dice_);
      for (int i = 0; i < 6; ++i) {
        free_(b)[i] = dice_.between(-1, 1);
        u_(b)[i] = dice_.between(-1, 1);
      }
    }
    for (int i = 0; i < built_.rows.rows; ++i) {
      built_.rows.value(i) = dice_.between(-1, 1);
      built_.rows.impulse(i) = dice_.between(0, 1);
    }
    if (!redundant) return;  // the same row twice, with the same value
    built_.rows.value(row_of_twin(0)) = built_.rows.value(row_of_twin(1));
  }

  WorldRows world(int w) const {
    return world_rows<Space>({}, built_.rows, built_.inverse_mass, free_, u_, w);
  }

  Rows<Space>& rows() { return built_.rows; }

  /// a(u) + C lambda of all rows, for impulses of world 1; u = u_free + K^-1 J^T lambda.
  Eigen::VectorXd values(Vector const& impulses) const {
    auto const& rows = built_.rows;
    Eigen::VectorXd lambda = Eigen::VectorXd::Zero(rows.rows);
    lambda.segment(rows.world_row(1), impulses.size()) = impulses;
    Eigen::MatrixXd const J = dense_jacobian(rows),
                          M_inverse = dense_inverse_mass(built_.inverse_mass);
    Eigen::VectorXd change(J.cols()), a(rows.rows);
    for (int b = 0; b < 8; ++b)
      for (int i = 0; i < 6; ++i) change[6 * b + i] = free_(b)[i] - u_(b)[i];
    for (int k = 0; k < rows.blocks; ++k)
      for (int i = rows.block_row(k); i < rows.block_row(k + 1); ++i) {
        a[i] = rows.value(i);
        for (int j = 0; j < rows.size(k); ++j)
          a[i] += rows.compliance(i, j) * lambda[rows.block_row(k) + j];
      }
    a += J * (change + M_inverse * J.transpose() * lambda);
    return a.segment(rows.world_row(1), impulses.size());
  }

 private:
  std::vector<BlockSpec> blocks(bool joints, bool redundant) {
    std::vector<BlockSpec> out;
    for (int w = 0; w < 2; ++w) {
      for (auto const& [a, b] : {std::pair{-1, 0}, {0, 1}, {1, 2}, {2, 1}}) {
        BlockSpec block{.world = w, .body = {a, b}, .law = Law::coulomb, .mu = 0.1 * (b + 1)};
        randomise(dice_, block);
        out.push_back(block);
      }
      if (!joints) continue;
      BlockSpec joint{.world = w, .body = {2, 3}, .rows = 2};
      randomise(dice_, joint);
      out.push_back(joint);
      if (!redundant) continue;
      joint.rows = 1;
      out.push_back(joint);
    }
    return out;
  }
  int row_of_twin(int which) const {
    int const end = built_.rows.rows;
    return which == 0 ? end - 1 : end - 3;
  }

  Dice dice_;
  BuiltRows built_;
  Array<Space, Twist*> free_{"orthant::test", 8}, u_{"orthant::test", 8};
};

using Matrix = Eigen::MatrixXd;

/// The entries are near one: round-off of a few hundred products.
constexpr double round_off = 1e-12;

void expect_contacts_as_in_rows(Step const& step, StepContacts const& contacts) {
  auto const& problem = contacts.problem();
  Vector r(problem.q.size());
  for (int i = 0; i < r.size(); ++i) r[i] = 0.1 * (i % 7) - 0.2;
  Vector const u = velocities(problem, r), a = step.values(contacts.impulses(r));
  ASSERT_EQ(u.size(), 12);
  EXPECT_LT((u - a.head(12)).norm(), round_off);
  EXPECT_LT(a.tail(a.size() - 12).norm(), round_off) << "joints hold";
}

TEST(StepContacts, AreTheRowsOfTheirWorld) {
  Step const step(false, false);
  StepContacts const contacts(step.world(1));
  auto const& p = contacts.problem();
  EXPECT_TRUE(p.has_velocities());
  EXPECT_EQ(p.M.rows(), 18) << "no contact touches the fourth body";
  Matrix const W(p.W), H(p.H), Z(p.Z);
  EXPECT_EQ(W, Matrix(W.transpose())) << "to the last bit";
  EXPECT_LT((W - H.transpose() * Matrix(p.M).inverse() * H).norm(), round_off * W.norm());
  EXPECT_LT((W - Z.transpose() * Z).norm(), round_off * W.norm());
  EXPECT_LT((velocities(p, contacts.start()) - step.values(contacts.start())).norm(), round_off);
  EXPECT_EQ(contacts.start(), step.world(1).impulse);
  for (int c = 0; c < 4; ++c) EXPECT_EQ(p.mu[c], step.world(1).blocks[c].friction);
  expect_contacts_as_in_rows(step, contacts);
}

TEST(StepContacts, FollowTheirJointsAlsoRedundantOnesAndCompliance) {
  Step const step(true, false), redundant(true, true);
  StepContacts const contacts(step.world(1));
  EXPECT_FALSE(contacts.problem().has_velocities());
  expect_contacts_as_in_rows(step, contacts);
  expect_contacts_as_in_rows(redundant, StepContacts(redundant.world(1)));
  for (int row : {0, 13}) {  // of a contact, of a joint
    Step yielding(true, false);
    auto& rows = yielding.rows();
    rows.compliance(rows.world_row(1) + row, row == 0 ? 0 : 1) = 0.5;
    expect_contacts_as_in_rows(yielding, StepContacts(yielding.world(1)));
  }
}

/// A limit has no friction, and a disc has the impulse of its normal as bound: at the solution of
/// one body held by two limits and two discs, as computed by hand.
TEST(StepContacts, HoldLimitsAndDryFriction) {
  BlockSpec limit{.body = {-1, 0}, .rows = 1, .law = Law::nonnegative};
  limit.J[0][1][2] = 1;
  BlockSpec disc{.body = {-1, 0}, .rows = 2, .law = Law::disc, .mu = 0.1, .disc = {0.5, 0}};
  disc.J[0][1][0] = disc.J[1][1][1] = 1;
  BlockSpec line{.body = {-1, 0}, .rows = 1, .law = Law::disc, .disc = {0.25, -1}};
  line.J[0][1][5] = 1;
  BuiltRows built(1, 1, {limit, disc, line});
  built.inverse_mass(0) = {1, diagonal({{1, 1, 1}})};
  built.rows.impulse(0) = 2;  // the radius of the first disc is taken at the iterate: 0.5 + 0.2
  Array<Space, Twist*> const free("orthant::test", 1), u("orthant::test", 1);
  free(0) = {{3, 4, -2, 0, 0, 0.2}};
  for (int i = 0; i < 4; ++i) built.rows.value(i) = 0;  // at u = 0
  StepContacts const step(world_rows<Space>({}, built.rows, built.inverse_mass, free, u, 0));
  auto const& p = step.problem();
  ASSERT_EQ(p.contacts(), 3);
  EXPECT_EQ(p.mu[0], 0);
  Vector r = step.start();
  r << 2, 0, 0, 0.7, -0.7 * 0.6, -0.7 * 0.8, 0.25, -0.2, 0;
  EXPECT_LT(natural_map(p, r), 1e-15);
  Vector const impulses = step.impulses(r);
  ASSERT_EQ(impulses.size(), 4);
  EXPECT_EQ(impulses[0], 2);
  EXPECT_EQ(impulses[1], -0.7 * 0.6);
  EXPECT_EQ(impulses[3], -0.2);
  r[4] = -0.6;  // below the bound of the disc, while it slides
  EXPECT_GT(natural_map(p, r), 1e-3);
}

/// Joints only: nothing is left for a cone solver.
TEST(StepContacts, MayBeNone) {
  BlockSpec joint{.body = {-1, 0}, .rows = 1};
  joint.J[0][1][2] = 1;
  BuiltRows built(1, 1, {joint});
  built.inverse_mass(0) = {0.5, diagonal({{1, 1, 1}})};
  Array<Space, Twist*> const u("orthant::test", 1);
  built.rows.value(0) = 3;
  StepContacts const contacts(world_rows<Space>({}, built.rows, built.inverse_mass, u, u, 0));
  EXPECT_EQ(contacts.problem().contacts(), 0);
  EXPECT_NEAR(contacts.impulses(Vector())[0], -6, round_off);
}

}  // namespace
}  // namespace orthant::test::step_contacts
