// Data sets through the C interface of HDF5.
#include "core/hdf5/hdf5_file.hpp"

#include <hdf5.h>

#include "core/config/error.hpp"

namespace orthant {
namespace {

using Handle = Hdf5Handle;

/// Deflate packs 1032 bytes into one at best: a larger array cannot be in the file.
constexpr double best_compression = 1032;

/// Errors are ours to report.
void be_quiet() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

hid_t opened(std::string const& path) {
  be_quiet();
  return H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
}

hid_t created(std::string const& path) {
  be_quiet();
  return H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
}

}  // namespace

bool have_hdf5() { return true; }

Hdf5File::Hdf5File(std::string const& path) : path_(path), file_(opened(path), H5Fclose) {
  if (!file_.valid()) refuse(path, "an HDF5 file that cannot be opened", "a whole HDF5 file");
}

bool Hdf5File::has(std::string const& name) const {
  // Each group on the way must be asked for: HDF5 calls a missing one an error.
  for (auto slash = name.find('/', 1);; slash = name.find('/', slash + 1)) {
    if (H5Lexists(file_, name.substr(0, slash).c_str(), H5P_DEFAULT) <= 0) return false;
    if (slash == std::string::npos) return true;
  }
}

template <class Array>
Array Hdf5File::array(std::string const& name, std::int64_t native_type, int type_class) const {
  char const* const allowed =
      type_class == H5T_INTEGER ? "an array of integers" : "an array of floating-point numbers";
  if (!has(name)) refuse(where(name), "nothing", allowed);
  Handle const data(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), H5Dclose);
  if (!data.valid()) refuse(where(name), "what cannot be opened", allowed);
  Handle const type(H5Dget_type(data), H5Tclose), space(H5Dget_space(data), H5Sclose);
  if (!type.valid() || !space.valid() || H5Tget_class(type) != type_class)
    refuse(where(name), "another type", allowed);
  hssize_t const size = H5Sget_simple_extent_npoints(space);
  double const bytes = static_cast<double>(size) * static_cast<double>(H5Tget_size(type));
  if (size < 0 || bytes > best_compression * static_cast<double>(H5Dget_storage_size(data)))
    refuse(where(name), "a size of " + std::to_string(size) + " without data", allowed);
  Array out(static_cast<std::size_t>(size));
  if (size > 0 && H5Dread(data, native_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out.data()) < 0)
    refuse(where(name), "data that cannot be read", allowed);
  return out;
}

std::vector<int> Hdf5File::integers(std::string const& name) const {
  return array<std::vector<int>>(name, H5T_NATIVE_INT, H5T_INTEGER);
}

Eigen::VectorXd Hdf5File::reals(std::string const& name) const {
  return array<Eigen::VectorXd>(name, H5T_NATIVE_DOUBLE, H5T_FLOAT);
}

int Hdf5File::integer(std::string const& name, int low, int high) const {
  auto const found = integers(name);
  if (found.size() != 1) refuse(where(name), std::to_string(found.size()) + " numbers", "one");
  if (found[0] < low || found[0] > high)
    refuse(where(name), std::to_string(found[0]),
           low == high ? std::to_string(low)
                       : "an integer from " + std::to_string(low) + " to " + std::to_string(high));
  return found[0];
}

Eigen::VectorXd Hdf5File::reals(std::string const& name, long count) const {
  Eigen::VectorXd out = reals(name);
  if (out.size() != count)
    refuse(where(name), std::to_string(out.size()) + " numbers", std::to_string(count));
  if (!out.allFinite()) refuse(where(name), "a number that is not finite", "finite numbers");
  return out;
}

std::vector<std::string> Hdf5File::texts(std::string const& name) const {
  char const* const allowed = "texts of variable length";
  if (!has(name)) refuse(where(name), "nothing", allowed);
  Handle const data(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), H5Dclose);
  if (!data.valid()) refuse(where(name), "what cannot be opened", allowed);
  Handle const type(H5Dget_type(data), H5Tclose), space(H5Dget_space(data), H5Sclose);
  if (!type.valid() || !space.valid() || H5Tis_variable_str(type) <= 0)
    refuse(where(name), "another type", allowed);
  std::vector<char*> found(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  if (!found.empty() && H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, found.data()) < 0)
    refuse(where(name), "data that cannot be read", allowed);
  std::vector<std::string> out;
  for (char const* each : found) out.emplace_back(each ? each : "");
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, found.data());
  return out;
}

Hdf5Writer::Hdf5Writer(std::string const& path)
    : path_(path),
      file_(created(path), H5Fclose),
      links_(H5Pcreate(H5P_LINK_CREATE), H5Pclose),
      text_(H5Tcopy(H5T_C_S1), H5Tclose) {
  if (!file_.valid() || H5Pset_create_intermediate_group(links_, 1) < 0 ||
      H5Tset_size(text_, H5T_VARIABLE) < 0 || H5Tset_cset(text_, H5T_CSET_UTF8) < 0)
    throw Error(path_ + ": could not be written");
}

void Hdf5Writer::fail(std::string const& name) const {
  throw Error(path_ + ":" + name + ": could not be written");
}

void Hdf5Writer::group(std::string const& name) {
  Handle const made(H5Gcreate2(file_, name.c_str(), links_, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
  if (!made.valid()) fail(name);
}

void Hdf5Writer::array(std::string const& name, std::int64_t type, std::size_t size,
                       void const* values) {
  hsize_t const extent = size;
  Handle const space(H5Screate_simple(1, &extent, nullptr), H5Sclose);
  Handle const data(H5Dcreate2(file_, name.c_str(), type, space, links_, H5P_DEFAULT, H5P_DEFAULT),
                    H5Dclose);
  if (!space.valid() || !data.valid() ||
      (size > 0 && H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0))
    fail(name);
}

void Hdf5Writer::integers(std::string const& name, std::vector<std::int64_t> const& values) {
  array(name, H5T_NATIVE_INT64, values.size(), values.data());
}

void Hdf5Writer::reals(std::string const& name, std::vector<double> const& values) {
  array(name, H5T_NATIVE_DOUBLE, values.size(), values.data());
}

void Hdf5Writer::texts(std::string const& name, std::vector<std::string> const& values) {
  std::vector<char const*> pointers;
  for (auto const& each : values) pointers.push_back(each.c_str());
  array(name, text_, pointers.size(), pointers.data());
}

void Hdf5Writer::close() {
  if (!file_.close()) throw Error(path_ + ": could not be written to its end");
}

}  // namespace orthant
