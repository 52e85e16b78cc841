// Written problems read back bit for bit.
#include "orthant/core/cone_problem/problem_files.hpp"
#include "tests/cone_problem/stored.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

void expect_same(Sparse const& a, Sparse const& b) {
  ASSERT_EQ(a.nonZeros(), b.nonZeros());
  EXPECT_EQ(Matrix(a), Matrix(b));
}

TEST(Writing, ReadsBackBitForBit) {
  Folder const folder;
  auto const path = (folder / "b.dat").string();
  // 8 velocities do not form blocks of three.
  for (auto const& text : {local_text(Storage::dense), global_text(6, Storage::dense),
                           global_text(8, Storage::dense)}) {
    auto const p = read_cone_problem(folder.write("a.dat", text));
    write_cone_problem(p, path);
    auto const back = read_cone_problem(path);
    EXPECT_EQ(back.has_velocities(), p.has_velocities());
    expect_same(back.W, p.W);
    expect_same(back.M, p.M);
    expect_same(back.H, p.H);
    EXPECT_EQ(back.q, p.q);
    EXPECT_EQ(back.f, p.f);
    EXPECT_EQ(back.w, p.w);
    EXPECT_EQ(back.mu, p.mu);
  }
}

TEST(Writing, NowhereIsRefused) {
  Folder const folder;
  auto const p = read_cone_problem(folder.write("a.dat", local_text(Storage::dense)));
  EXPECT_THAT(refusal([&] { write_cone_problem(p, "/nowhere/a.dat"); }),
              HasSubstr("/nowhere/a.dat: found no place"));
}

}  // namespace
}  // namespace orthant::test
