// Data sets by the C interface of HDF5.
#include "orthant/core/hdf5/hdf5_file.hpp"

#include <hdf5.h>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/input_file.hpp"

namespace orthant {
namespace {

using Handle = Hdf5Handle;

/// Deflate compresses at most 1032 bytes to one; a larger array cannot be in the file.
constexpr double best_compression = 1032;

/// Orthant reports the errors itself.
void be_quiet() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

hid_t opened(std::string const& path) {
  be_quiet();
  std::error_code none;
  if (std::filesystem::exists(path, none) && !std::filesystem::is_regular_file(path, none))
    open_input(path, "an HDF5 file");  // says what it is; the library would wait for a pipe
  return H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
}

hid_t opened_to_write(std::string const& path) {
  be_quiet();
  return H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
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
  // Tests each group of the path, because HDF5 treats a missing one as an error.
  for (auto slash = name.find('/', 1);; slash = name.find('/', slash + 1)) {
    if (H5Lexists(file_, name.substr(0, slash).c_str(), H5P_DEFAULT) <= 0) return false;
    if (slash == std::string::npos) return true;
  }
}

Hdf5Handle Hdf5File::data_set(std::string const& name, char const* allowed) const {
  if (!has(name)) refuse(where(name), "nothing", allowed);
  std::int64_t const id = H5Dopen2(file_, name.c_str(), H5P_DEFAULT);
  if (id < 0) refuse(where(name), "what cannot be opened", allowed);
  return {id, H5Dclose};
}

template <class Array>
Array Hdf5File::array(std::string const& name, std::int64_t native_type, int type_class) const {
  char const* const allowed =
      type_class == H5T_INTEGER ? "an array of integers" : "an array of floating-point numbers";
  Handle const data = data_set(name, allowed);
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
  auto const found = array<std::vector<long long>>(name, H5T_NATIVE_LLONG, H5T_INTEGER);
  std::vector<int> out;
  out.reserve(found.size());
  for (long long const each : found) {  // HDF5 takes the nearest number of a type
    if (!std::in_range<int>(each)) refuse(where(name), std::to_string(each), "integers of 32 bits");
    out.push_back(static_cast<int>(each));
  }
  return out;
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
  Handle const data = data_set(name, allowed);
  Handle const type(H5Dget_type(data), H5Tclose), space(H5Dget_space(data), H5Sclose);
  if (!type.valid() || !space.valid() || H5Tis_variable_str(type) <= 0)
    refuse(where(name), "another type", allowed);
  std::vector<char*> found(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  if (!found.empty() && H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, found.data()) < 0)
    refuse(where(name), "data that cannot be read", allowed);
  std::vector<std::string> out;
  out.reserve(found.size());
  for (char const* each : found) out.emplace_back(each ? each : "");
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, found.data());
  return out;
}

std::size_t Hdf5File::size(std::string const& name) const {
  char const* const allowed = "an array of numbers along one axis";
  Handle const data = data_set(name, allowed), type(H5Dget_type(data), H5Tclose),
               space(H5Dget_space(data), H5Sclose);
  bool const number =
      type.valid() && (H5Tget_class(type) == H5T_INTEGER || H5Tget_class(type) == H5T_FLOAT);
  hsize_t size = 0;
  if (!number || !space.valid() || H5Sget_simple_extent_ndims(space) != 1 ||
      H5Sget_simple_extent_dims(space, &size, nullptr) < 0)
    refuse(where(name), "another type", allowed);
  return size;
}

void Hdf5File::read(std::string const& name, std::size_t first, std::size_t count,
                    double* to) const {
  char const* const allowed = "an array of numbers along one axis";
  Handle const data = data_set(name, allowed), space(H5Dget_space(data), H5Sclose);
  hsize_t const start = first, extent = count;
  Handle const here(H5Screate_simple(1, &extent, nullptr), H5Sclose);
  if (!space.valid() || !here.valid() ||
      H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, nullptr, &extent, nullptr) < 0 ||
      H5Dread(data, H5T_NATIVE_DOUBLE, here, space, H5P_DEFAULT, to) < 0)
    refuse(where(name), "data that cannot be read", allowed);
}

Hdf5Writer::Hdf5Writer(std::string const& path)
    : path_(path),
      file_(created(path), H5Fclose),
      links_(H5Pcreate(H5P_LINK_CREATE), H5Pclose),
      text_(H5Tcopy(H5T_C_S1), H5Tclose) {
  if (!file_.valid() || H5Pset_create_intermediate_group(links_, 1) < 0 ||
      H5Tset_size(text_, H5T_VARIABLE) < 0 || H5Tset_cset(text_, H5T_CSET_UTF8) < 0)
    throw Lack(path_ + ": could not be written");
}

void Hdf5Writer::fail(std::string const& name) const {
  throw Lack(path_ + ":" + name + ": could not be written");
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
  pointers.reserve(values.size());
  for (auto const& each : values) pointers.push_back(each.c_str());
  array(name, text_, pointers.size(), pointers.data());
}

void Hdf5Writer::close() {
  if (!file_.close()) throw Lack(path_ + ": could not be written to its end");
}

/// Arrays of numbers grow in chunks of 8 kB.
Hdf5Appender::Hdf5Appender(std::string const& path, bool anew)
    : path_(path),
      file_(anew ? created(path) : opened_to_write(path), H5Fclose),
      chunks_(H5Pcreate(H5P_DATASET_CREATE), H5Pclose),
      text_(H5Tcopy(H5T_C_S1), H5Tclose) {
  hsize_t const chunk = 1024;
  if (!file_.valid() || H5Pset_chunk(chunks_, 1, &chunk) < 0 ||
      H5Tset_size(text_, H5T_VARIABLE) < 0 || H5Tset_cset(text_, H5T_CSET_UTF8) < 0)
    throw Lack(path_ + ": could not be written");
}

std::size_t Hdf5Appender::add(std::string const& name, std::int64_t type) {
  hsize_t const none = 0, most = H5S_UNLIMITED;
  Handle const space(H5Screate_simple(1, &none, &most), H5Sclose);
  arrays_.emplace_back(
      H5Dcreate2(file_, name.c_str(), type, space, H5P_DEFAULT, chunks_, H5P_DEFAULT), H5Dclose);
  if (!space.valid() || !arrays_.back().valid())
    throw Lack(path_ + ":" + name + ": could not be written");
  sizes_.push_back(0);
  return arrays_.size() - 1;
}

std::size_t Hdf5Appender::open(std::string const& name, std::size_t size) {
  hsize_t const all = size;
  arrays_.emplace_back(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), H5Dclose);
  if (!arrays_.back().valid() || H5Dset_extent(arrays_.back(), &all) < 0)
    throw Lack(path_ + ":" + name + ": could not be written");
  sizes_.push_back(size);
  return arrays_.size() - 1;
}

std::size_t Hdf5Appender::add_integers(std::string const& name) {
  return add(name, H5T_NATIVE_INT32);
}
std::size_t Hdf5Appender::add_reals(std::string const& name) {
  return add(name, H5T_NATIVE_DOUBLE);
}
std::size_t Hdf5Appender::add_texts(std::string const& name) { return add(name, text_); }

void Hdf5Appender::append(std::size_t array, std::int64_t type, std::size_t count,
                          void const* values) {
  if (count == 0) return;
  auto const& data = arrays_.at(array);
  hsize_t const first = sizes_[array], more = count, all = first + more;
  bool const grown = H5Dset_extent(data, &all) >= 0;
  Handle const there(H5Dget_space(data), H5Sclose);
  Handle const here(H5Screate_simple(1, &more, nullptr), H5Sclose);
  if (!grown || !there.valid() || !here.valid() ||
      H5Sselect_hyperslab(there, H5S_SELECT_SET, &first, nullptr, &more, nullptr) < 0 ||
      H5Dwrite(data, type, here, there, H5P_DEFAULT, values) < 0)
    throw Lack(path_ + ": could not be written");
  sizes_[array] = all;
}

void Hdf5Appender::append(std::size_t array, std::vector<int> const& values) {
  append(array, H5T_NATIVE_INT, values.size(), values.data());
}

void Hdf5Appender::append(std::size_t array, std::vector<double> const& values) {
  append(array, H5T_NATIVE_DOUBLE, values.size(), values.data());
}

void Hdf5Appender::append(std::size_t array, std::vector<std::string> const& values) {
  std::vector<char const*> pointers;
  pointers.reserve(values.size());
  for (auto const& each : values) pointers.push_back(each.c_str());
  append(array, text_, pointers.size(), pointers.data());
}

void Hdf5Appender::flush() {
  if (H5Fflush(file_, H5F_SCOPE_LOCAL) < 0) throw Lack(path_ + ": could not be written");
}

void Hdf5Appender::close() {
  bool whole = true;
  for (auto& each : arrays_) whole = each.close() && whole;
  if (!file_.close() || !whole) throw Lack(path_ + ": could not be written to its end");
}

}  // namespace orthant
