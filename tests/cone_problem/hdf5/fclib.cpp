// FCLIB files, written by the test: every storage, and refusals.
#include <hdf5.h>

#include "orthant/core/cone_problem/problem_files.hpp"
#include "tests/cone_problem/stored.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

/// Writes data sets of one file.
class Fclib {
 public:
  explicit Fclib(std::string const& path)
      : file_(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)),
        links_(H5Pcreate(H5P_LINK_CREATE)) {
    H5Pset_create_intermediate_group(links_, 1);
  }
  ~Fclib() {
    H5Pclose(links_);
    H5Fclose(file_);
  }
  Fclib(Fclib const&) = delete;

  void integers(std::string const& name, std::vector<int> const& values) const {
    write(name, H5T_NATIVE_INT, values.size(), values.data());
  }
  void reals(std::string const& name, Vector const& values) const {
    write(name, H5T_NATIVE_DOUBLE, static_cast<std::size_t>(values.size()), values.data());
  }
  /// A data set without data: nothing is allocated for it.
  void empty(std::string const& name, std::size_t size) const {
    write(name, H5T_NATIVE_DOUBLE, size, nullptr);
  }

  /// nz: -1 by columns, -2 by rows, otherwise triplets.
  void matrix(std::string const& name, Matrix const& A, int nz) const {
    Sparse const S = nz == -2 ? Matrix(A.transpose()).sparseView() : A.sparseView();
    std::vector<int> p(S.outerIndexPtr(), S.outerIndexPtr() + S.outerSize() + 1);
    std::vector<int> i(S.innerIndexPtr(), S.innerIndexPtr() + S.nonZeros());
    if (nz >= 0) {
      p.clear();
      for (int j = 0; j < S.outerSize(); ++j) p.insert(p.end(), S.col(j).nonZeros(), j);
      nz = static_cast<int>(S.nonZeros());
    }
    sizes(name, A, nz);
    integers(name + "/p", p);
    integers(name + "/i", i);
    reals(name + "/x", Eigen::Map<Vector const>(S.valuePtr(), S.nonZeros()));
  }

  /// Row by row, with pointers that are all zero.
  void dense(std::string const& name, Matrix const& A) const {
    Matrix const rows = A.transpose();
    sizes(name, A, -2);
    integers(name + "/p", std::vector<int>(A.rows() + 1, 0));
    integers(name + "/i", std::vector<int>(A.size(), 0));
    reals(name + "/x", Eigen::Map<Vector const>(rows.data(), rows.size()));
  }

  void vectors(std::string const& top, std::string const& velocities) const {
    integers(top + "/spacedim", {3});
    reals(top + "/vectors/" + velocities, contact_velocities());
    reals(top + "/vectors/mu", coefficients());
  }

 private:
  void sizes(std::string const& name, Matrix const& A, int nz) const {
    integers(name + "/m", {static_cast<int>(A.rows())});
    integers(name + "/n", {static_cast<int>(A.cols())});
    integers(name + "/nz", {nz});
  }

  /// Replaces the data set of this name.
  void write(std::string const& name, hid_t type, hsize_t size, void const* values) const {
    H5E_BEGIN_TRY { H5Ldelete(file_, name.c_str(), H5P_DEFAULT); }
    H5E_END_TRY
    hid_t const space = H5Screate_simple(1, &size, nullptr);
    hid_t const data =
        H5Dcreate2(file_, name.c_str(), type, space, links_, H5P_DEFAULT, H5P_DEFAULT);
    EXPECT_GE(data, 0) << name;
    if (values && size > 0) H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    H5Dclose(data);
    H5Sclose(space);
  }

  hid_t file_, links_;
};

class FclibFiles : public ::testing::Test {
 protected:
  Folder folder_;
  std::string path_ = (folder_ / "a.hdf5").string();

  /// The refusal of a local problem with one change.
  template <class Change>
  std::string refusal_after(Change&& change) const {
    {
      Fclib const file(path_);
      file.vectors("/fclib_local", "q");
      file.matrix("/fclib_local/W", contact_matrix(), -1);
      change(file);
    }
    auto const message = refusal([&] { read_cone_problem(path_); });
    EXPECT_THAT(message, HasSubstr("a.hdf5"));
    EXPECT_EQ(message.find('\n'), std::string::npos);
    return message;
  }
};

TEST_F(FclibFiles, EveryStorageGivesTheSameLocalProblem) {
  for (int const storage : {-1, -2, 0, 1}) {
    SCOPED_TRACE(storage);
    Matrix W = contact_matrix();
    W(0, 5) = 17.5;  // transposed, it would be another matrix
    {
      Fclib const file(path_);
      file.vectors("/fclib_local", "q");
      if (storage == 1)
        file.dense("/fclib_local/W", W);
      else
        file.matrix("/fclib_local/W", W, storage);
    }
    auto const p = read_cone_problem(path_);
    EXPECT_EQ(p.name, "a.hdf5");
    EXPECT_FALSE(p.has_velocities());
    EXPECT_EQ(Matrix(p.W), W);
    EXPECT_EQ(p.W.nonZeros(), (W.array() != 0).count());
    EXPECT_EQ(p.q, contact_velocities());
    EXPECT_EQ(p.mu, coefficients());
  }
}

/// M v = f + H r, u = H^T v + w, as in the text files.
TEST_F(FclibFiles, AGlobalProblemIsThatOfTheText) {
  for (int const storage : {-1, -2, 0}) {
    {
      Fclib const file(path_);
      file.vectors("/fclib_global", "w");
      file.reals("/fclib_global/vectors/f", forces(5));
      file.matrix("/fclib_global/M", mass_matrix(5), storage);
      file.matrix("/fclib_global/H", contact_jacobian(5), storage);
    }
    auto const p = read_cone_problem(path_);
    auto const text = read_cone_problem(folder_.write("a.dat", global_text(5, Storage::triplets)));
    EXPECT_EQ(Matrix(p.M), Matrix(text.M));
    EXPECT_EQ(Matrix(p.H), Matrix(text.H));
    EXPECT_EQ(p.f, text.f);
    EXPECT_EQ(p.w, text.w);
    EXPECT_EQ(Matrix(p.W), Matrix(text.W));
    EXPECT_EQ(p.q, text.q);
  }
}

TEST_F(FclibFiles, WhatDoesNotFitIsRefusedByItsPath) {
  std::string const W = "/fclib_local/W", v = "/fclib_local/vectors";
  using File = Fclib const&;
  auto const expect = [&](auto change, std::vector<std::string> const& parts) {
    auto const message = refusal_after(change);
    for (auto const& part : parts) EXPECT_THAT(message, HasSubstr(part));
  };
  expect([](File f) { f.integers("/fclib_local/spacedim", {4}); },
         {"spacedim: found 4, allowed: an integer from 2 to 3"});
  expect([](File f) { f.integers("/fclib_local/spacedim", {2}); }, {W + "/m: found 6, allowed: 4"});
  expect([&](File f) { f.integers(W + "/m", {7}); }, {W + "/m: found 7, allowed: 6"});
  expect([&](File f) { f.integers(W + "/nz", {-3}); }, {W + "/nz: found -3"});
  expect([&](File f) { f.integers(W + "/nz", {99}); }, {W + "/nz: found 99, allowed: at most 7"});
  expect([&](File f) { f.integers(W + "/p", {0, 1, 2}); }, {W + "/p: found pointers"});
  expect(
      [&](File f) {
        f.integers(W + "/p", {0, 6, 5, 18, 24, 30, 36});
      },
      {W + "/p: found pointers"});
  expect(
      [&](File f) {
        f.integers(W + "/p", {0, 6, 12, 18, 24, 30, 999});
      },
      {W + "/p: found pointers"});
  expect([&](File f) { f.integers(W + "/i", std::vector<int>(36, 6)); }, {W + ": found ", "row 6"});
  expect([&](File f) { f.integers(W + "/i", std::vector<int>(36, -1)); },
         {W + ": found ", "row -1"});
  expect([&](File f) { f.reals(W + "/x", Vector::Constant(36, NAN)); }, {W + ": found nan"});
  expect([&](File f) { f.integers(W + "/x", {1}); }, {W + "/x: found another type"});
  expect([&](File f) { f.empty(W + "/x", 1'000'000'000'000); },
         {W + "/x: found a size", "without data"});
  expect([&](File f) { f.reals(v + "/q", Vector::Zero(5)); },
         {v + "/q: found 5 numbers, allowed: 6"});
  expect([&](File f) { f.reals(v + "/q", Vector::Constant(6, INFINITY)); },
         {v + "/q: found a number"});
  expect([&](File f) { f.reals(v + "/mu", Vector::Constant(2, -1)); }, {v + "/mu: found ", ">= 0"});
  expect([&](File f) { f.reals(v + "/mu", Vector()); }, {v + "/mu: found none"});
  expect([](File f) { f.integers("/fclib_local/V/n", {2}); }, {"/fclib_local/V: found equality"});
}

TEST_F(FclibFiles, WhatIsMissingIsNamed) {
  { Fclib const file(path_); }
  EXPECT_THAT(refusal([&] { read_cone_problem(path_); }),
              HasSubstr("/fclib_local or /fclib_global"));
  {
    Fclib const file(path_);
    file.integers("/fclib_local/spacedim", {3});
  }
  EXPECT_THAT(refusal([&] { read_cone_problem(path_); }),
              HasSubstr("/fclib_local/vectors/mu: found nothing"));
}

TEST_F(FclibFiles, TruncatedOnesAreOneMessage) {
  refusal_after([](Fclib const& f) { f.integers("/fclib_local/spacedim", {4}); });
  auto const whole = contents(path_);
  for (std::size_t eighth = 1; eighth < 8; ++eighth) {
    auto const cut = folder_.write("cut.hdf5", whole.substr(0, whole.size() * eighth / 8));
    EXPECT_THAT(refusal([&] { read_cone_problem(cut); }),
                HasSubstr("cut.hdf5: found an HDF5 file"));
  }
}

}  // namespace
}  // namespace orthant::test
