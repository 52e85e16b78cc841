// Reads data sets through the C interface of HDF5.
#include "core/cone_problem/hdf5_file.hpp"

#include <hdf5.h>

#include "core/config/error.hpp"

namespace orthant {
namespace {

/// An identifier that is closed at the end of its scope.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(Handle const&) = delete;
  Handle& operator=(Handle const&) = delete;
  operator hid_t() const { return id_; }
  bool valid() const { return id_ >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// Deflate packs 1032 bytes into one at best: a larger array cannot be in the file.
constexpr double best_compression = 1032;

}  // namespace

Hdf5File::Hdf5File(std::string const& path) : path_(path) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // errors are ours to report
  file_ = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file_ < 0) refuse(path, "an HDF5 file that cannot be opened", "a whole HDF5 file");
}

Hdf5File::~Hdf5File() { H5Fclose(file_); }

bool Hdf5File::has(std::string const& name) const {
  // Each group on the way must be asked for: HDF5 calls a missing one an error.
  for (auto slash = name.find('/', 1);; slash = name.find('/', slash + 1)) {
    if (H5Lexists(file_, name.substr(0, slash).c_str(), H5P_DEFAULT) <= 0) return false;
    if (slash == std::string::npos) return true;
  }
}

template <class Array>
Array Hdf5File::array(std::string const& name, long native_type, int type_class) const {
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

Vector Hdf5File::reals(std::string const& name) const {
  return array<Vector>(name, H5T_NATIVE_DOUBLE, H5T_FLOAT);
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

Vector Hdf5File::reals(std::string const& name, long count) const {
  Vector out = reals(name);
  if (out.size() != count)
    refuse(where(name), std::to_string(out.size()) + " numbers", std::to_string(count));
  if (!out.allFinite()) refuse(where(name), "a number that is not finite", "finite numbers");
  return out;
}

}  // namespace orthant
