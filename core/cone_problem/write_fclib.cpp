// Writes a contact problem to an FCLIB file.
#include "orthant/core/cone_problem/problem_files.hpp"
#include "orthant/core/hdf5/hdf5_file.hpp"

namespace orthant {
namespace {

void write_vector(Hdf5Writer& file, std::string const& name, Vector const& v) {
  file.reals(name, {v.begin(), v.end()});
}

void write_matrix(Hdf5Writer& file, std::string const& name, Sparse A) {
  A.makeCompressed();
  auto const number = [&](char const* key, std::int64_t x) {
    file.integers(name + "/" + key, {x});
  };
  number("nzmax", A.nonZeros());
  number("m", A.rows());
  number("n", A.cols());
  number("nz", -1);  // by columns
  file.integers(name + "/p", {A.outerIndexPtr(), A.outerIndexPtr() + A.cols() + 1});
  file.integers(name + "/i", {A.innerIndexPtr(), A.innerIndexPtr() + A.nonZeros()});
  file.reals(name + "/x", {A.valuePtr(), A.valuePtr() + A.nonZeros()});
}

}  // namespace

void write_fclib(ConeProblem const& p, std::string const& path) {
  Hdf5Writer file(path);
  bool const global = p.has_velocities();
  std::string const top = global ? "/fclib_global" : "/fclib_local", vectors = top + "/vectors";
  file.integers(top + "/spacedim", {3});
  if (global) {
    write_matrix(file, top + "/M", p.M);
    write_matrix(file, top + "/H", p.H);
    write_vector(file, vectors + "/f", p.f);
    write_vector(file, vectors + "/w", p.w);
  } else {
    write_matrix(file, top + "/W", p.W);
    write_vector(file, vectors + "/q", p.q);
  }
  write_vector(file, vectors + "/mu", p.mu);
  file.close();
}

}  // namespace orthant
