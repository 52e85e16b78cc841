// Wrong files: one message, and no memory allocated for announced sizes.
#include <random>

#include "orthant/core/cone_problem/lcp_problem.hpp"
#include "orthant/core/cone_problem/problem_files.hpp"
#include "tests/cone_problem/stored.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/process.hpp"

namespace orthant::test::refusals {
namespace {

std::string refusal_of_text(std::string const& text) {
  static Folder const folder;  // one for all thousands of texts
  auto const file = folder.write("a.dat", text);
  return refusal([&] { read_cone_problem(file); });
}

void expect_one_line(std::string const& message) {
  EXPECT_THAT(message, HasSubstr("a.dat"));
  EXPECT_THAT(message, HasSubstr("allowed: "));
  EXPECT_LT(message.size(), 400u);
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

struct Bad {
  std::string name, text;
  std::vector<std::string> parts;
};

class Refusals : public ::testing::TestWithParam<Bad> {};

TEST_P(Refusals, NameTheFileTheLineAndWhatIsAllowed) {
  auto const message = refusal_of_text(GetParam().text);
  expect_one_line(message);
  for (auto const& part : GetParam().parts) EXPECT_THAT(message, HasSubstr(part));
}

std::string const identity = "0 3 3 3 3 1 0 0 0 1 0 0 0 1 ";
std::string const blocks = "3 2 1 6 6 2 2 2 3 6 3 6 3 2 ";
std::string const nine = "1 0 0 0 1 0 0 0 1 ";

std::vector<Bad> bad_texts() {
  return {
      {"Empty", "", {"the end of the file", "the dimension of a contact"}},
      {"Dimension", "1\n1\n", {"a.dat:1", "\"1\"", "from 2 to 3"}},
      {"NegativeContacts", "3\n-1\n", {"a.dat:2", "\"-1\"", "the number of contacts"}},
      {"ManyContacts", "3 1000000 0 3 3", {"\"1000000\"", "the number of contacts"}},
      {"Garbage", "3\none\n", {"a.dat:2", "\"one\"", "an integer"}},
      {"Storage", "3 1 3 3 3", {"\"3\"", "0 dense, 1 sparse by blocks"}},
      {"Rows", "3 1 0 99999999 99999999 99999999 99999999 1", {"\"99999999\"", "the rows"}},
      {"NegativeRows", "3 1 0 -3 3 3 3 1", {"\"-3\"", "the rows"}},
      {"Overflow", "3 1 0 99999999999 3", {"\"99999999999\"", "the rows"}},
      {"TwoSizes", "3 1 0 3 3 3 4 1 2 3 4 5", {"\"4\"", "the columns once more"}},
      {"NotSquare", "3 1 0 1 2 1 2 1 2 3 4 5 6", {"1 by 2", "a square W or M"}},
      {"NaN", "3 1 0 3 3 3 3 1 0 nan", {"\"nan\"", "a finite number"}},
      {"Infinity", "3 1 0 3 3 3 3 1 0 1e999", {"\"1e999\"", "a finite number"}},
      {"NanVelocity", "3 1 " + identity + "0 NaN 0 .5", {"\"NaN\"", "q, a finite number"}},
      {"NegativeMu", "3 1 " + identity + "0 0 0 -.5", {"mu = -0.5", "mu >= 0"}},
      {"NoMu", "3 1 " + identity + "0 0 0", {"the end of the file", "mu"}},
      {"BlockEnds", "3 2 1 6 6 1 2 2 3 5 3 6", {"up to 5", "up to 6"}},
      {"BlockEndsFall", "3 2 1 6 6 1 2 2 3 3", {"\"3\"", "the end of a block"}},
      {"BlockPointer", blocks + "0 2 1", {"\"1\"", "a row pointer"}},
      {"BlockColumn", blocks + "0 1 2 0 2", {"\"2\"", "the column of a block"}},
      {"BlockTwice", blocks + "0 1 2 0 1 0 " + nine + "0 " + nine, {"block 0 twice"}},
      {"BlockNumber", blocks + "0 1 2 0 1 7 " + nine, {"\"7\"", "the number of a block"}},
      {"NoBanner", "3 1 2 3 3 0 " + std::string(200, 'x') + " y", {"the end of the file"}},
      {"LongBanner", "3 1 2 3 3 0 " + blocks + blocks + blocks + blocks, {"no \"-by-\""}},
      {"SparseSize", "3 1 2 3 3 0 a banner 4-by-3, nzmax: 1 nnz: 1", {"4-by-3", "3-by-3"}},
      {"SparseRow", "3 1 2 3 3 0 triplet: 3-by-3, nzmax: 1 nnz: 1 3 0 : 1", {"\"3\"", "a row"}},
      {"SparseCount", "3 1 2 3 3 0 triplet: 3-by-3, nzmax: 1 nnz: 1000", {"\"1000\"", "entries"}},
      {"MassSize", "3 1 0 2 2 2 2 1 0 0 1 0 3 3 3 3 " + nine + nine, {"H of 3 by 3", "2 by 3"}},
      {"MassSign",
       "3 1 0 1 1 1 1 -1 0 1 3 1 3 1 1 1 0 0 0 0 .5",
       {"no Cholesky factor", "a positive definite M"}},
      {"VelocityOverflows",
       "3 1 0 1 1 1 1 1e-300 0 1 3 1 3 1 1 1 1e300 0 0 0 .5",
       {"q overflows", "finite"}},
      {"MobilityOverflows",
       "3 1 0 1 1 1 1 1 0 1 3 1 3 1e200 0 0 0 0 0 0 .5",
       {"W or q overflows", "finite"}},
      {"MassAsymmetry",
       "3 1 0 2 2 2 2 1 .1 0 1 0 2 3 2 3 0 0 0 0 0 0 0 0 0 0 0 .5",
       {"|M - M^T|", "at most 1e-06"}},
  };
}

INSTANTIATE_TEST_SUITE_P(Texts, Refusals, ::testing::ValuesIn(bad_texts()),
                         [](auto const& p) { return p.param.name; });

/// A file truncated at any byte is refused, or is the whole problem without the ignored rest.
TEST(Truncated, IsRefusedWherever) {
  for (auto const storage : storages) {
    auto const whole = global_text(5, storage);
    auto const mu = whole.rfind("0\n");                        // the token behind
    auto const last = whole.rfind(' ', whole.rfind("0e+00"));  // the last coefficient
    for (std::size_t length = 0; length < last; length += 7) {
      auto const message = refusal_of_text(whole.substr(0, length));
      ASSERT_FALSE(message.empty()) << length << " of " << whole.size();
      expect_one_line(message);
    }
    EXPECT_EQ(refusal_of_text(whole.substr(0, mu)), "");
  }
}

TEST(Garbage, RandomBytesAreOneMessage) {
  std::mt19937 random(7);
  std::string bytes(10'000'000, ' ');
  for (char& c : bytes) c = static_cast<char>(random());
  expect_one_line(refusal_of_text(bytes));
  expect_one_line(refusal_of_text("3\n1\n0 3 3 3 3 " + bytes));
  expect_one_line(refusal_of_text(std::string(10'000'000, '1')));
  expect_one_line(refusal_of_text("\x89HDF\r\n\x1a\n" + bytes + "allowed: "));
}

TEST(Garbage, NoFileIsOneMessage) {
  EXPECT_THAT(refusal([] { read_cone_problem("/nowhere/a.dat"); }),
              HasSubstr("/nowhere/a.dat: found no readable file, allowed: "));
  EXPECT_THAT(refusal([] { read_cone_problem("/"); }), HasSubstr("found a directory"));
  EXPECT_THAT(refusal([] { read_lcp_problem("/dev/zero"); }), HasSubstr("found a device"));
}

TEST(ComplementarityProblems, AreRefusedLikeContacts) {
  Folder const folder;
  auto const refused = [&](std::string const& text) {
    auto const file = folder.write("a.dat", text);
    return refusal([&] { read_lcp_problem(file); });
  };
  EXPECT_THAT(refused("2 0 3 3 3 3 " + nine + "1 1 1"), HasSubstr("3 by 3"));
  EXPECT_THAT(refused("3 " + identity + "1 1"), HasSubstr("q"));
  EXPECT_THAT(refused("9999999 " + identity), HasSubstr("the number of unknowns"));
}

}  // namespace
}  // namespace orthant::test::refusals
